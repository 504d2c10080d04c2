// SPDX-License-Identifier: MIT
//
// Labelled positions in EPD or FEN, one a line, as formats of the table. The spellings that are read:
//
//   FEN c9 "1-0"; ce -310;         comment 9 holds the result, ce the score of the side to move
//   FEN c0 A-B; c1 1-0;            another comment, and only one, that is nothing but a result, where there is no other
//                                  result
//   FEN [0.5]                      the first player's share in brackets, 0 .. 1, or [1-0]; a whole number behind is not
//                                  read, one before is a score
//   FEN 1-0, 1 FEN                 the bare result, in quotes or not, or the bare share; before the position too
//   FEN | 310 | 1.0, FEN | 1.0     the first player's score and share
//   FEN;w, FEN|White               who has won: w, b, d, White, Black, Draw; in checkers, othello and go White is the
//                                  second player
//   FEN,310,1.0, FEN 1.0 310       score and result in either order, with commas, semicolons or blanks between them
//   FEN;score:310;outcome:1.0      the same by name; nothing says whose they are
//   FEN : 1 : 310 : 290 : 7        the first player's share and score, a score that is not read, and the game
//   FEN ce 1.0                     the share of the side to move, where there is no result
//
// First the position is told from the rest, by the number of fields that the game's positions have: those of chess have
// four, and two whole numbers after them are its counters; a single one before a share is a score. A result is looked
// for only after that, because "1/2" and "0 1" can be part of a FEN. Scores without a name are whole numbers: one with
// a point may be in pawns, or be no score. The operations hmvc and fmvn are the counters of a FEN that has none; id
// "game 7" names the game; other operations are ignored. The last semicolon may be missing. A position may stand in
// quotes.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/epd_labels.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

// The counters that a position of four fields lacks, as the labels say them.
std::string counters_of(const EpdLabels& labels) {
  if (labels.halfmove_clock.empty() && labels.move_number.empty()) return {};
  return fmt::format(" {} {}", labels.halfmove_clock.empty() ? "0" : labels.halfmove_clock,
                     labels.move_number.empty() ? "1" : labels.move_number);
}

class EpdReader {
 public:
  EpdReader(const GameDriver& driver, const ReadAs& as)
      : driver_(&driver), as_(as), fields_(epd_fields(driver)), counters_(is_fen(driver) ? 2 : 0) {}

  // Throws Error unless there is exactly one result.
  void parse(std::string_view line, LabelledPosition& into) const {
    const std::string_view whole = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t quote = whole.starts_with('"') ? whole.find('"', 1) : std::string_view::npos;
    if (quote != std::string_view::npos) return parse_quoted(whole.substr(1, quote - 1), whole.substr(quote + 1), into);
    LabelTokens tokens(whole, word_ends_of_game());
    std::string_view leading;
    if (counters_ > 0 && !is_board_of_fen(tokens.word()) && resembles_result(tokens.word())) leading = tokens.take();
    const char* const begin = tokens.begin();
    for (int i = 0; i < fields_; ++i) {
      if (tokens.word().empty()) {
        throw Error(expected_found(fmt::format("a position of {} fields", fields_), quotation(line)));
      }
      tokens.take();
    }
    const char* const end_of_fields = tokens.end_of_last();
    std::string_view number;  // the first counter
    int counters = 0;
    while (counters < counters_ && is_whole_number(tokens.word())) {
      const std::string_view counter = tokens.take();
      if (++counters == 1) number = counter;
    }
    if (counters == 2 && tokens.empty() && leading.empty()) {
      into.position.assign(begin, end_of_fields);  // which tells whether it is a position that is refused
      refuse_counters(number, tokens.end_of_last());
    }
    const bool has_one = counters == 1 && counters_ == 2;
    into.position.assign(begin, has_one ? end_of_fields : tokens.end_of_last());
    const bool takes_number = label(tokens, leading, has_one ? number : std::string_view(), counters == 0, into);
    if (has_one && !takes_number) into.position.append(" ").append(number);
  }

 private:
  // The board of a FEN has seven strokes, a result two at most.
  static bool is_board_of_fen(std::string_view word) { return std::ranges::count(word, '/') > 2; }

  // Two whole numbers are counters, and of those no game has more than twice as many half-moves as moves. Others are a
  // score and a result, which lines with smaller scores would hide.
  static void refuse_counters(std::string_view first, const char* end_of_second) {
    const std::string_view second(first.data() + first.size(),
                                  static_cast<std::size_t>(end_of_second - first.data()) - first.size());
    const auto halfmoves = parse_number(first), moves = parse_number(second.substr(second.find_last_of(" \t") + 1));
    if (!halfmoves || !moves || *halfmoves <= 2 * *moves) return;
    throw Contradiction(fmt::format(
        "expected the counters of a FEN, and after them a result, found {}: a score and a result need the counters, "
        "or a decimal point in the result",
        quotation(std::string(first) + std::string(second))));
  }

  [[nodiscard]] const WordEnds& word_ends_of_game() const { return counters_ > 0 ? word_ends_of_fen : word_ends; }

  void parse_quoted(std::string_view position, std::string_view rest, LabelledPosition& into) const {
    into.position.assign(position);
    LabelTokens tokens(rest, word_ends_of_game());
    (void)label(tokens, {}, {}, false, into);
  }

  // Returns whether the number is a score.
  bool label(LabelTokens& tokens, std::string_view leading, std::string_view number, bool lacks_counters,
             LabelledPosition& into) const {
    std::ranges::replace(into.position, '\t', ' ');
    const EpdLabels labels(tokens, leading, number, as_);
    if (lacks_counters && counters_ > 0) into.position += counters_of(labels);
    into.target = labels.target;
    into.score = labels.score;
    into.game = labels.game;
    into.weight = 1;
    turn_to_first(*driver_, into, labels.target_view, labels.score_view, as_);
    return labels.takes_number;
  }

  const GameDriver* driver_;
  ReadAs as_;
  int fields_;    // that every position has
  int counters_;  // that may follow
};

const char* result_of(double target) {
  return target == 1 ? "1-0" : target == 0 ? "0-1" : target == 0.5 ? "1/2-1/2" : nullptr;
}

std::string epd_line(const LabelledPosition& it, const GameDriver& driver) {
  std::string line = to_epd(it.position, {});
  if (it.score) {
    const double score = sign(driver.parse(it.position)->side_to_move()) * *it.score;
    line += fmt::format(" ce {};", score + 0.0);  // no minus before zero
  }
  const char* const result = result_of(it.target);
  if (result != nullptr) line += fmt::format(" c9 \"{}\";", result);
  if (it.game) line += fmt::format(" id \"game {}\";", *it.game);
  if (result == nullptr) line += fmt::format(" [{}]", it.target);
  return line + '\n';
}

}  // namespace

LabelParser epd_parser(const GameDriver& driver, std::string_view, const ReadAs& as) {
  return {.parse = [reader = EpdReader(driver, as)](std::string_view line, LabelledPosition& into) {
    reader.parse(line, into);
  }};
}

Encoder<LabelledPosition> epd_encoder(const GameDriver& driver, bool) {
  return {.head = {}, .encode = [&driver](const LabelledPosition& it) { return epd_line(it, driver); }};
}

// Readers of the field look for [1.0], [0.5] and [0.0], and take nothing else.
Encoder<LabelledPosition> fen_encoder(const GameDriver&, bool) {
  return {.head = {},
          .encode = [](const LabelledPosition& it) { return fmt::format("{} [{:#}]\n", it.position, it.target); }};
}

}  // namespace hone::formats
