// SPDX-License-Identifier: MIT
//
// The header that engines include to print rows: a program in C that uses it, and hone that reads what it printed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/row_names.hpp"
#include "data/row_text.hpp"
#include "tests/temp_folder.hpp"

namespace hone::exchange {
namespace {

// An engine with a tapered evaluation of three groups. It prints its evaluations beside the rows.
const std::string engine = R"(#include "hone_rows.h"
static const double mg[14] = {100, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377};
static const double eg[14] = {120, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};
int main(int argc, char **argv) {
  hone_rows rows;
  int pawn, list, board, row;
  if (argc < 2) return 2;
  hone_rows_open(&rows, argv[1], "made_up");
  hone_rows_stages(&rows, "mg eg", 24);
  pawn = hone_rows_scalar(&rows, "pawn", "white's minus black's");
  list = hone_rows_list(&rows, "mobility.knight", 9, "by squares that it reaches");
  board = hone_rows_board(&rows, "map", 2, 2, "two rows");
  for (row = 0; row < 50; ++row) {
    const int terms[4] = {pawn, list + row % 9, list + (row + 4) % 9, board + row % 4};
    const double counts[4] = {(double)(row % 7 - 3), 1, -1, row % 3 - 0.5};
    const double phase = row % 25, offset = row - 20.5;
    double score = offset;
    int i;
    hone_rows_begin(&rows, row % 3 / 2.0, (unsigned long)(row / 5), phase);
    hone_rows_offset(&rows, offset);
    for (i = 0; i < 4; ++i) {
      hone_rows_count(&rows, terms[i], counts[i]);
      score += counts[i] * (mg[terms[i]] * (24 - phase) + eg[terms[i]] * phase) / 24;
    }
    hone_rows_end(&rows);
    printf("%.6f\n", score);
  }
  return hone_rows_close(&rows) == 0 ? 0 : 1;
}
)";

const std::string header_folder = HONE_SOURCE_DIR "/tuner/exchange/probe";

int compile(const TempFolder& folder, const std::string& language, const std::string& source) {
  write_plainly(folder / "engine.c", source);
  return std::system(fmt::format("{} -x {} -Wall -Wextra -Wpedantic -Werror -I {} {} -o {}", HONE_COMPILER, language,
                                 header_folder, (folder / "engine.c").string(), (folder / "engine").string())
                         .c_str());
}

int run_engine(const TempFolder& folder, const std::string& stem) {
  return std::system(
      fmt::format("{} {} > {}", (folder / "engine").string(), (folder / stem).string(), (folder / "scores").string())
          .c_str());
}

std::vector<double> printed_scores(const std::filesystem::path& file) {
  std::vector<double> scores;
  std::string text = read_file(file);
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
    scores.push_back(std::stod(text.substr(0, end)));
    text.erase(0, end + 1);
  }
  return scores;
}

constexpr double mg[14] = {100, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377};
constexpr double eg[14] = {120, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};

double score_of(const RowView& row) {
  const double t = row.phase.lower + row.phase.step / 24.0;
  double score = row.label.offset;
  for (const auto& [term, count] : row.entries) score += count * (mg[term] * (1 - t) + eg[term] * t);
  return score;
}

TEST(RowsHeader, PrintsRowsWhoseScoreIsTheEvaluation) {
  const TempFolder folder;
  for (const char* language : {"c -std=c99", "c++ -std=c++11"}) {
    ASSERT_EQ(compile(folder, language, engine), 0) << language;
    ASSERT_EQ(run_engine(folder, "mine"), 0);
    const Schema schema = read_row_names(folder / "mine.names");
    EXPECT_EQ(schema.game(), "made_up");
    EXPECT_EQ(schema.terms(), 14);
    EXPECT_EQ(schema.phase_steps(), 24);
    const std::vector<double> scores = printed_scores(folder / "scores");
    ASSERT_EQ(scores.size(), 50U);
    std::size_t count = 0;
    RowSet rows;
    const auto check = [&](const RowView& row) {
      EXPECT_NEAR(score_of(row), scores[count], 1e-3) << count;
      EXPECT_EQ(row.label.target, static_cast<float>(count % 3) / 2);
      rows.add(row);
      ++count;
    };
    EXPECT_EQ(read_row_text(folder / "mine.rowtext", schema, {}, check).bad, 0U);
    EXPECT_EQ(count, 50U);
    EXPECT_EQ(rows.games(), 10U);
    EXPECT_FALSE(std::filesystem::exists(folder / "mine.rowtext.part"));
  }
}

// As lines that hone probe --rows-by print reads.
TEST(RowsHeader, AnswersWithRows) {
  const TempFolder folder;
  std::string source = engine;
  const auto put = [&](const std::string& old, const std::string& now) {
    source.replace(source.find(old), old.size(), now);
  };
  put("hone_rows_open(&rows, argv[1], \"made_up\");", "hone_rows_answer(&rows, stdout); (void)argv;");
  put("hone_rows_offset(&rows, offset);", "hone_rows_score(&rows, 12.5); hone_rows_offset(&rows, offset);");
  put("printf(\"%.6f\\n\", score);", "(void)score;");
  for (const char* language : {"c -std=c99", "c++ -std=c++11"}) {
    ASSERT_EQ(compile(folder, language, source), 0) << language;
    ASSERT_EQ(run_engine(folder, "mine"), 0);
    const std::string lines = read_file(folder / "scores");
    EXPECT_TRUE(lines.starts_with("row p=0 s=12.5 o=-20.5 0:-3 1:1 5:-1 10:-0.5\n")) << lines.substr(0, 100);
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 50);
    EXPECT_FALSE(std::filesystem::exists(folder / "mine.rowtext.part"));
  }
}

// A fault is told to whoever reads the row, which is none then.
TEST(RowsHeader, AnswersWithAFault) {
  const TempFolder folder;
  std::string source = engine;
  const std::string open = "hone_rows_open(&rows, argv[1], \"made_up\");";
  source.replace(source.find(open), open.size(), "hone_rows_answer(&rows, stdout); (void)argv;");
  const std::string score = "printf(\"%.6f\\n\", score);";
  source.replace(source.find(score), score.size(), "(void)score;");
  const std::string after = "hone_rows_offset(&rows, offset);";
  source.insert(source.find(after) + after.size(), "hone_rows_count(&rows, 99, 1);");
  ASSERT_EQ(compile(folder, "c -std=c99", source), 0);
  EXPECT_NE(run_engine(folder, "mine"), 0);
  EXPECT_EQ(read_file(folder / "scores"), "row p=0 o=-20.5 fault: a count is of a term that was not declared\n");
}

TEST(RowsHeader, LeavesNoFilesAfterAFault) {
  const TempFolder folder;
  for (const char* fault : {"hone_rows_count(&rows, 99, 1);", "hone_rows_count(&rows, pawn, 1e300);",
                            "hone_rows_begin(&rows, 2, 0, 0);", "hone_rows_begin(&rows, 1, 0, 0);"}) {
    std::string source = engine;
    const std::string after = "hone_rows_offset(&rows, offset);";
    source.insert(source.find(after) + after.size(), fault);
    ASSERT_EQ(compile(folder, "c -std=c99", source), 0) << fault;
    EXPECT_NE(run_engine(folder, "bad"), 0) << fault;
    for (const char* ending : {".rowtext", ".names", ".rowtext.part", ".names.part"}) {
      EXPECT_FALSE(std::filesystem::exists(folder / ("bad" + std::string(ending)))) << fault << ending;
    }
  }
}

TEST(RowsHeader, SaysThatAFileCannotBeCreated) {
  const TempFolder folder;
  ASSERT_EQ(compile(folder, "c -std=c99", engine), 0);
  EXPECT_NE(run_engine(folder, "no/such/folder"), 0);
}

}  // namespace
}  // namespace hone::exchange
