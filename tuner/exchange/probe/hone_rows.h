/* SPDX-License-Identifier: MIT, Copyright (c) 2026 The hone authors
 *
 * Prints training rows from inside an engine, for `hone tune` (data/ROWS.md). One file, C99 or C++, no dependency: copy
 * it beside your sources. It writes NAME.rowtext and NAME.names.
 *
 *     hone_rows rows;
 *     int pawn, knight;
 *     hone_rows_open(&rows, "mine", "my_engine");
 *     hone_rows_stages(&rows, "mg eg", 24);                          // without this line weights have one value each
 *     pawn = hone_rows_scalar(&rows, "pawn", "white's minus black's");
 *     knight = hone_rows_list(&rows, "mobility.knight", 9, "by squares that it reaches");
 *     for (each position with the result of its game) {
 *       hone_rows_begin(&rows, result, game, phase);                 // 1, 0.5 or 0 for white; any number; 0 .. 24
 *       hone_rows_count(&rows, pawn, white_pawns - black_pawns);
 *       hone_rows_count(&rows, knight + squares, 1);                 // as your evaluation adds them up
 *       hone_rows_count(&rows, knight + other_squares, -1);
 *       hone_rows_end(&rows);
 *     }
 *     if (hone_rows_close(&rows) != 0) puts(rows.fault);
 *
 * An engine that hone asks for rows itself (`hone probe --rows-by print`, `hone run --rows-by print`) answers a command
 * of its own, such as `rows`, with the row of its position:
 *
 *     hone_rows_answer(&rows, stdout);                               // the declarations as above
 *     hone_rows_begin(&rows, 0, 0, phase);                           // result and game are not printed
 *     hone_rows_score(&rows, evaluation);                            // with it hone checks the sum
 *     ...
 *
 * Everything is seen by white (the first player). The score of a position is offset + sum of count x weight, with
 * weight = weight[mg] x (24 - phase) / 24 + weight[eg] x phase / 24. Counts of one term are added up; zeros are left
 * out. The first thing that goes wrong is kept in `fault`, and the calls after it do nothing. Only a close without a
 * fault leaves files under their names. Numbers are printed in the C locale's way: do not set another LC_NUMERIC.
 */
#ifndef HONE_ROWS_H
#define HONE_ROWS_H

#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { hone_rows_longest_name = 1000 };

typedef struct hone_rows {
  FILE *rows, *names; /* null while closed */
  char stem[hone_rows_longest_name + 1];
  int terms; /* declared so far */
  int stages;
  int is_in_row;   /* between begin and end */
  int is_answer;   /* rows are lines "row ..." without result and game, and no file is written */
  char fault[200]; /* empty: none */
} hone_rows;

static inline int hone_rows_fail(hone_rows* rows, const char* fault) {
  if (rows->fault[0] == '\0') strncat(rows->fault, fault, sizeof rows->fault - 1);
  if (rows->is_answer && rows->is_in_row) { /* whoever reads the line is told */
    fprintf(rows->rows, " fault: %s\n", rows->fault);
    fflush(rows->rows);
    rows->is_in_row = 0;
  }
  return -1;
}

/* "STEM.ENDING" and for files that are not whole yet "STEM.ENDING.part". */
static inline void hone_rows_path(const hone_rows* rows, const char* ending, char* path) {
  strcpy(path, rows->stem);
  strcat(path, ending);
}

static inline FILE* hone_rows_create(const hone_rows* rows, const char* ending) {
  char path[hone_rows_longest_name + 30];
  hone_rows_path(rows, ending, path);
  return fopen(path, "w");
}

/* Begins NAME.rowtext and NAME.names. `game` is a word in lower case for what the weights are of. Returns 0, or -1. */
static inline int hone_rows_open(hone_rows* rows, const char* name, const char* game) {
  memset(rows, 0, sizeof *rows);
  rows->stages = 1;
  if (strlen(name) > hone_rows_longest_name) return hone_rows_fail(rows, "the name of the files is too long");
  strcpy(rows->stem, name);
  rows->rows = hone_rows_create(rows, ".rowtext.part");
  rows->names = hone_rows_create(rows, ".names.part");
  if (!rows->rows || !rows->names) return hone_rows_fail(rows, "a file cannot be created");
  fprintf(rows->names, "game %s\n", game);
  return 0;
}

/* Rows go to `out`, and nothing is written besides. Terms are declared as for files, which numbers them. */
static inline int hone_rows_answer(hone_rows* rows, FILE* out) {
  memset(rows, 0, sizeof *rows);
  rows->stages = 1;
  rows->rows = out;
  rows->is_answer = 1;
  return 0;
}

/* Names of the stages, blanks between, and the steps from one to the next. To be called before terms are declared. */
static inline int hone_rows_stages(hone_rows* rows, const char* stages, int steps) {
  if (rows->fault[0] != '\0') return -1;
  if (rows->terms > 0) return hone_rows_fail(rows, "stages come before the terms");
  rows->stages = 2;
  if (rows->names) fprintf(rows->names, "stages %s\nsteps %d\n", stages, steps);
  return 0;
}

static inline int hone_rows_declare(hone_rows* rows, int size) {
  const int first = rows->terms;
  rows->terms += size;
  return first;
}

/* These declare terms and return the index of the first. Names are words in lower case, with '.' between their parts.
 */
static inline int hone_rows_scalar(hone_rows* rows, const char* name, const char* meaning) {
  if (rows->fault[0] != '\0') return -1;
  if (rows->names) fprintf(rows->names, "%s scalar %s\n", name, meaning);
  return hone_rows_declare(rows, 1);
}
static inline int hone_rows_list(hone_rows* rows, const char* name, int size, const char* meaning) {
  if (rows->fault[0] != '\0') return -1;
  if (size < 1) return hone_rows_fail(rows, "a list has one term at least");
  if (rows->names) fprintf(rows->names, "%s list %d %s\n", name, size, meaning);
  return hone_rows_declare(rows, size);
}
/* The index of a term is first + row x columns + column, rows counted from the first player's side. */
static inline int hone_rows_board(hone_rows* rows, const char* name, int board_rows, int columns, const char* meaning) {
  if (rows->fault[0] != '\0') return -1;
  if (board_rows < 1 || columns < 1) return hone_rows_fail(rows, "a board has one term at least");
  if (rows->names) fprintf(rows->names, "%s board %d %d %s\n", name, board_rows, columns, meaning);
  return hone_rows_declare(rows, board_rows * columns);
}

/* `result` is 1, 0.5 or 0 (or between) for the first player, `game` the same number for the positions of one game,
 * `phase` the place between the stages in steps; 0 where there is one stage. */
static inline int hone_rows_begin(hone_rows* rows, double result, unsigned long game, double phase) {
  if (rows->fault[0] != '\0') return -1;
  if (rows->is_in_row) return hone_rows_fail(rows, "a row begins before the one before it ended");
  if (!(result >= 0 && result <= 1)) return hone_rows_fail(rows, "a result is not from 0 to 1");
  if (!(phase >= 0 && phase < 1e6)) return hone_rows_fail(rows, "a phase is not from 0 on");
  rows->is_in_row = 1;
  if (rows->is_answer) {
    fputs("row", rows->rows);
  } else {
    fprintf(rows->rows, "%.9g g=%lu", result, game & 0xffffffffUL);
  }
  if (rows->stages > 1) fprintf(rows->rows, " p=%.9g", phase);
  return 0;
}

static inline int hone_rows_count(hone_rows* rows, int term, double count) {
  if (rows->fault[0] != '\0') return -1;
  if (!rows->is_in_row) return hone_rows_fail(rows, "a count is in no row");
  if (term < 0 || term >= rows->terms) return hone_rows_fail(rows, "a count is of a term that was not declared");
  if (!(count > -1e30 && count < 1e30)) return hone_rows_fail(rows, "a count is no number");
  if (count != 0) fprintf(rows->rows, " %d:%.9g", term, count);
  return 0;
}

/* The part of the score, in centipawns, that is not to be tuned. At the most once in a row, before its counts. */
static inline int hone_rows_offset(hone_rows* rows, double offset) {
  if (rows->fault[0] != '\0') return -1;
  if (!rows->is_in_row) return hone_rows_fail(rows, "an offset is in no row");
  if (!(offset > -1e30 && offset < 1e30)) return hone_rows_fail(rows, "an offset is no number");
  fprintf(rows->rows, " o=%.9g", offset);
  return 0;
}

/* White's score of the position in centipawns: of an answer the evaluation as it is, of a file what a search found. At
 * the most once in a row, before its counts. */
static inline int hone_rows_score(hone_rows* rows, double score) {
  if (rows->fault[0] != '\0') return -1;
  if (!rows->is_in_row) return hone_rows_fail(rows, "a score is in no row");
  if (!(score > -1e30 && score < 1e30)) return hone_rows_fail(rows, "a score is no number");
  fprintf(rows->rows, " s=%.9g", score);
  return 0;
}

static inline int hone_rows_end(hone_rows* rows) {
  if (rows->fault[0] != '\0') return -1;
  if (!rows->is_in_row) return hone_rows_fail(rows, "a row ends that did not begin");
  rows->is_in_row = 0;
  fputc('\n', rows->rows);
  if (rows->is_answer) fflush(rows->rows);
  return 0;
}

static inline void hone_rows_finish(hone_rows* rows, FILE* file) {
  int bad;
  if (!file) return;
  bad = ferror(file);
  if (fclose(file) != 0 || bad) hone_rows_fail(rows, "a file cannot be written; is the disk full?");
}

static inline void hone_rows_settle(hone_rows* rows, const char* ending) {
  char path[hone_rows_longest_name + 30], part[hone_rows_longest_name + 30];
  hone_rows_path(rows, ending, path);
  hone_rows_path(rows, ending, part);
  strcat(part, ".part");
  if (rows->fault[0] == '\0') {
    remove(path);
    if (rename(part, path) != 0) hone_rows_fail(rows, "a file cannot get its name");
  } else {
    remove(part);
  }
}

/* Gives the files their names. Returns 0; or -1 after a fault, and then leaves no file. */
static inline int hone_rows_close(hone_rows* rows) {
  if (rows->is_in_row) hone_rows_fail(rows, "the last row did not end");
  if (rows->is_answer) return rows->fault[0] == '\0' ? 0 : -1;
  hone_rows_finish(rows, rows->rows);
  hone_rows_finish(rows, rows->names);
  rows->rows = rows->names = NULL;
  if (rows->stem[0] != '\0') {
    hone_rows_settle(rows, ".names");
    hone_rows_settle(rows, ".rowtext");
  }
  return rows->fault[0] == '\0' ? 0 : -1;
}

#ifdef __cplusplus
}
#endif

#endif
