// SPDX-License-Identifier: MIT
//
// Labelled positions in EPD or FEN, one a line, as formats of the table. The spellings that are read:
//
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - c9 "1-0"; ce -310;   comment 9 holds the result, ce the score of the side to move
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 [0.5]           the first player's share in brackets, 0 .. 1
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 1-0             the bare result, or the bare share: 0.5
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 | 310 | 1.0     the first player's score and share
//
// First the position is told from the rest, by the number of fields that the game's positions have: those of chess have
// four, and up to two whole numbers after them are its counters. A result is looked for only after that, because "1/2"
// and "0 1" can be part of a FEN. The operations hmvc and fmvn are the counters of a FEN that has none; id "game 7"
// names the game; other operations, and a whole number after a bracket, are ignored. The last semicolon may be missing.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <memory>
#include <string>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

constexpr std::string_view label_blanks = " \t";
constexpr std::string_view word_ends = " \t;[\"";

// Takes words, strings, brackets and semicolons off the front of a line.
class LabelTokens {
 public:
  explicit LabelTokens(std::string_view line) : rest_(line) { skip_blanks(); }

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }
  // The next word, which is not taken; empty where something else is next.
  [[nodiscard]] std::string_view word() const { return rest_.substr(0, rest_.find_first_of(word_ends)); }
  // The end of the last token, within the line.
  [[nodiscard]] const char* end_of_last() const { return end_; }

  std::string_view take() {
    const std::string_view token = rest_.substr(0, size());
    rest_.remove_prefix(token.size());
    end_ = token.data() + token.size();
    skip_blanks();
    return token;
  }

 private:
  [[nodiscard]] std::size_t size() const {
    if (front() == '"') return closed_by('"');
    if (front() == '[') return closed_by(']');
    return std::max<std::size_t>(word().size(), 1);
  }
  [[nodiscard]] std::size_t closed_by(char close) const {
    const std::size_t end = rest_.find(close, 1);
    if (end == std::string_view::npos) throw Error(fmt::format("{} is not closed", quotation(rest_)));
    return end + 1;
  }
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(label_blanks), rest_.size())); }

  std::string_view rest_;
  const char* end_ = nullptr;
};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

bool is_whole_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view unquoted(std::string_view token) {
  return token.starts_with('"') ? token.substr(1, token.size() - 2) : token;
}

// The labels that follow the position on its line.
class Labels {
 public:
  explicit Labels(LabelTokens& tokens) : tokens_(tokens) {
    while (!tokens_.empty()) read();
    if (results_ == 1) return;
    throw Error(expected_found("a result such as c9 \"1-0\"; or [0.5]",
                               results_ == 0 ? "none" : fmt::format("{} results", results_)));
  }

  double target = 0.5;
  std::optional<double> score;        // first player's view
  std::optional<double> mover_score;  // side to move's
  std::optional<std::uint32_t> game;
  std::string_view halfmove_clock, move_number;

 private:
  void read() {
    const char first = tokens_.front();
    if (first == ';') {
      tokens_.take();
    } else if (first == '[') {
      read_bracket();
    } else if (first == '|') {
      read_columns();
    } else if (is_letter(first)) {
      read_operation();
    } else {
      read_bare();
    }
  }

  void add_result(double share) {
    target = share;
    ++results_;
  }

  void read_bracket() {
    const std::string_view bracket = tokens_.take();
    add_result(need_share(bracket.substr(1, bracket.size() - 2)));
    std::string_view number = tokens_.word();
    if (number.starts_with('-') || number.starts_with('+')) number.remove_prefix(1);
    if (is_whole_number(number)) tokens_.take();
  }

  // | score | share
  void read_columns() {
    tokens_.take();
    set_score(score, tokens_.take());
    if (tokens_.front() != '|') throw Error("expected a second '|' and the result behind the score");
    tokens_.take();
    add_result(need_share(tokens_.take()));
  }

  void read_bare() { add_result(need_result(tokens_.take())); }

  void read_operation() {
    const std::string_view opcode = tokens_.take();
    if (opcode == "c9") return read_comment();
    if (opcode == "ce") return set_score(mover_score, operand());
    if (opcode == "hmvc") return void(halfmove_clock = operand());
    if (opcode == "fmvn") return void(move_number = operand());
    if (opcode == "id") read_id();
    while (!tokens_.empty() && tokens_.front() != ';' && tokens_.front() != '[') tokens_.take();
  }

  std::string_view operand() { return tokens_.front() == ';' ? std::string_view() : tokens_.take(); }

  void read_comment() {
    constexpr std::string_view wanted = "c9 \"1-0\", c9 \"0-1\" or c9 \"1/2-1/2\"";
    const std::string_view text = unquoted(operand());
    if (text.empty() || text == "*") throw Error(expected_found(wanted, text.empty() ? "c9 alone" : "c9 \"*\""));
    const auto result = parse_result(text);
    if (!result) throw unknown_spelling(wanted, "c9 " + quotation(text));
    add_result(*result);
  }

  void set_score(std::optional<double>& to, std::string_view text) const {
    if (score || mover_score) throw Error("expected one score, found two");
    to = need_score(text);
  }

  void read_id() {
    constexpr std::string_view start = "game ";
    const std::string_view text = unquoted(operand());
    if (!text.starts_with(start) || !is_whole_number(text.substr(start.size()))) return;
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    if (std::from_chars(text.data() + start.size(), end, number).ec == std::errc{}) game = number;
  }

  LabelTokens& tokens_;
  int results_ = 0;
};

// The counters that a position of four fields lacks, as the labels say them.
std::string counters_of(const Labels& labels) {
  if (labels.halfmove_clock.empty() && labels.move_number.empty()) return {};
  return fmt::format(" {} {}", labels.halfmove_clock.empty() ? "0" : labels.halfmove_clock,
                     labels.move_number.empty() ? "1" : labels.move_number);
}

class EpdReader {
 public:
  explicit EpdReader(const GameDriver& driver)
      : driver_(&driver), fields_(epd_fields(driver)), counters_(is_fen(driver) ? 2 : 0) {}

  // Throws Error unless there is exactly one result.
  void parse(std::string_view line, LabelledPosition& into) const {
    LabelTokens tokens(line);
    const char* const begin = line.data() + std::min(line.find_first_not_of(label_blanks), line.size());
    for (int i = 0; i < fields_; ++i) {
      if (tokens.word().empty()) {
        throw Error(expected_found(fmt::format("a position of {} fields", fields_), quotation(line)));
      }
      tokens.take();
    }
    int counters = 0;
    while (counters < counters_ && is_whole_number(tokens.word())) tokens.take(), ++counters;
    into.position.assign(begin, tokens.end_of_last());
    std::ranges::replace(into.position, '\t', ' ');
    const Labels labels(tokens);
    if (counters == 0 && counters_ > 0) into.position += counters_of(labels);
    into.target = labels.target;
    into.score = labels.score;
    // Adding zero turns a negative zero into a plain one.
    if (labels.mover_score)
      into.score = sign(driver_->parse(into.position)->side_to_move()) * *labels.mover_score + 0.0;
    into.game = labels.game;
    into.weight = 1;
  }

 private:
  const GameDriver* driver_;
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

LabelParser epd_parser(const GameDriver& driver, std::string_view) {
  return {.parse = [reader = EpdReader(driver)](std::string_view line, LabelledPosition& into) {
    reader.parse(line, into);
  }};
}

Encoder<LabelledPosition> epd_encoder(const GameDriver& driver, bool) {
  return {.head = {}, .encode = [&driver](const LabelledPosition& it) { return epd_line(it, driver); }};
}

Encoder<LabelledPosition> fen_encoder(const GameDriver&, bool) {
  return {.head = {},
          .encode = [](const LabelledPosition& it) { return fmt::format("{} [{}]\n", it.position, it.target); }};
}

}  // namespace hone::formats
