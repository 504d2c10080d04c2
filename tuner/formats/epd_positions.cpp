// SPDX-License-Identifier: MIT
//
// Labelled positions in EPD or FEN, one a line, as formats of the table. The spellings that are read:
//
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - c9 "1-0"; ce -310;   comment 9 holds the result, ce the score of the side to move
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 [0.5]           the first player's share in brackets, 0 .. 1
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 1-0             the bare result, in quotes or not, or the bare share: 0.5
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 | 310 | 1.0     the first player's score and share
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61;w               who has won: w, b, or d for a draw
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61,310,1.0         score and result, or the result alone, with commas,
//   semicolons 8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 310 1.0         or blanks between them; nothing says whose a
//   number is 8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - ce 1.0               the share of the side to move, where there is no
//   result
//
// First the position is told from the rest, by the number of fields that the game's positions have: those of chess have
// four, and two whole numbers after them are its counters; a single one before a share is a score. A result is looked
// for only after that, because "1/2" and "0 1" can be part of a FEN. The operations hmvc and fmvn are the counters of a
// FEN that has none; id "game 7" names the game; other operations, and a whole number after a bracket, are ignored. The
// last semicolon may be missing. A position may stand in quotes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

constexpr std::string_view label_blanks = " \t";

// Characters that end a word, as a table: words are looked for several times a line.
class WordEnds {
 public:
  constexpr explicit WordEnds(std::string_view characters) {
    for (const char c : characters) is_end_[static_cast<unsigned char>(c)] = true;
  }
  // The word that the text begins with, which may be empty.
  [[nodiscard]] std::string_view word(std::string_view text) const {
    std::size_t size = 0;
    while (size < text.size() && !is_end_[static_cast<unsigned char>(text[size])]) ++size;
    return text.substr(0, size);
  }

 private:
  std::array<bool, 256> is_end_{};
};

constexpr WordEnds word_ends(" \t;[\"");
constexpr WordEnds word_ends_of_fen(" \t;[\",|");

// Takes words, strings, brackets and separators off the front of a line.
class LabelTokens {
 public:
  LabelTokens(std::string_view line, const WordEnds& ends) : rest_(line), ends_(ends) { skip_blanks(); }

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }
  // The next word, which is not taken; empty where something else is next.
  [[nodiscard]] std::string_view word() const { return ends_.word(rest_); }
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
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }

  std::string_view rest_;
  const WordEnds& ends_;
  const char* end_ = nullptr;
};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

bool is_whole_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view unquoted(std::string_view token) {
  return token.starts_with('"') ? token.substr(1, token.size() - 2) : token;
}

// The labels that follow the position on its line.
class Labels {
 public:
  // `number` is a whole number that stood alone behind the fields of the position; empty: none did.
  Labels(LabelTokens& tokens, std::string_view number, double win) : tokens_(tokens), win_(win) {
    while (!tokens_.empty()) read();
    takes_number = !number.empty() && results_ == 0 && bare_.size() == 1 && parse_number(bare_.front());
    if (takes_number) bare_.insert(bare_.begin(), number);
    take_bare();
    if (results_ == 0) take_share_of_mover();
    if (results_ == 1) return;
    throw Error(expected_found("a result such as c9 \"1-0\"; or [0.5]",
                               results_ == 0 ? "none" : fmt::format("{} results", results_)));
  }

  bool takes_number = false;  // it is a score
  double target = 0.5;
  View target_view = View::first;
  std::optional<double> score;
  View score_view = View::first;
  std::optional<std::uint32_t> game;
  std::string_view halfmove_clock, move_number;

 private:
  void read() {
    const char first = tokens_.front();
    if (first == ';' || first == ',') {
      tokens_.take();
    } else if (first == '[') {
      read_bracket();
    } else if (first == '|') {
      read_columns();
    } else if (is_letter(first)) {
      read_word();
    } else {
      bare_.push_back(unquoted(tokens_.take()));
    }
  }

  void add_result(double share, View view = View::first) {
    target = share;
    target_view = view;
    ++results_;
  }

  // w, d and b say who has won where they stand alone; any other word is an operation.
  void read_word() {
    const std::string_view word = tokens_.take();
    const bool is_alone = tokens_.empty() || tokens_.front() == ';' || tokens_.front() == ',' || tokens_.front() == '|';
    if (is_alone && (word == "w" || word == "d" || word == "b")) {
      return add_result(word == "w" ? 1 : word == "b" ? 0 : 0.5);
    }
    read_operation(word);
  }

  // A result, which is the first player's by custom; or a score and a result, of which nothing says whose they are.
  void take_bare() {
    if (bare_.empty()) return;
    if (bare_.size() > 2) throw Error(expected_found("a score and a result at most", quotation(bare_[2])));
    if (bare_.size() == 2 && parse_result(bare_.front())) throw Error(expected_found("one result", "two"));
    if (bare_.size() == 2) set_score(bare_.front(), View::unknown);
    const bool is_custom = bare_.size() == 1 || parse_result(bare_.back());
    add_result(need_result(bare_.back(), win_), is_custom ? View::first : View::unknown);
  }

  // As hce-tuner has it. A score would be a whole number.
  void take_share_of_mover() {
    if (!score || score_view != View::mover || operand_of_ce_.find('.') == std::string_view::npos) return;
    add_result(need_share(operand_of_ce_, win_), View::mover);
    score.reset();
  }

  void read_bracket() {
    const std::string_view bracket = tokens_.take();
    add_result(need_share(bracket.substr(1, bracket.size() - 2), win_));
    std::string_view number = tokens_.word();
    if (number.starts_with('-') || number.starts_with('+')) number.remove_prefix(1);
    if (is_whole_number(number)) tokens_.take();
  }

  // | score | share
  void read_columns() {
    tokens_.take();
    set_score(tokens_.take(), View::first);
    if (tokens_.front() != '|') throw Error("expected a second '|' and the result behind the score");
    tokens_.take();
    add_result(need_result(tokens_.take(), win_));
  }

  void read_operation(std::string_view opcode) {
    if (opcode == "c9") return read_comment();
    if (opcode == "ce") return set_score(operand_of_ce_ = operand(), View::mover);
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

  void set_score(std::string_view text, View view) {
    if (score) throw Error("expected one score, found two");
    score = need_score(text);
    score_view = view;
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
  double win_;
  std::vector<std::string_view> bare_;
  std::string_view operand_of_ce_;
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
  EpdReader(const GameDriver& driver, const ReadAs& as)
      : driver_(&driver), as_(as), fields_(epd_fields(driver)), counters_(is_fen(driver) ? 2 : 0) {}

  // Throws Error unless there is exactly one result.
  void parse(std::string_view line, LabelledPosition& into) const {
    const std::string_view whole = line.substr(std::min(line.find_first_not_of(label_blanks), line.size()));
    const std::size_t quote = whole.starts_with('"') ? whole.find('"', 1) : std::string_view::npos;
    if (quote != std::string_view::npos) return parse_quoted(whole.substr(1, quote - 1), whole.substr(quote + 1), into);
    LabelTokens tokens(whole, word_ends_of_game());
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
    const bool has_one = counters == 1 && counters_ == 2;
    into.position.assign(whole.data(), has_one ? end_of_fields : tokens.end_of_last());
    const bool takes_number = label(tokens, has_one ? number : std::string_view(), counters == 0, into);
    if (has_one && !takes_number) into.position.append(" ").append(number);
  }

 private:
  [[nodiscard]] const WordEnds& word_ends_of_game() const { return counters_ > 0 ? word_ends_of_fen : word_ends; }

  void parse_quoted(std::string_view position, std::string_view rest, LabelledPosition& into) const {
    into.position.assign(position);
    LabelTokens tokens(rest, word_ends_of_game());
    (void)label(tokens, {}, false, into);
  }

  // Returns whether the number is a score.
  bool label(LabelTokens& tokens, std::string_view number, bool lacks_counters, LabelledPosition& into) const {
    std::ranges::replace(into.position, '\t', ' ');
    const Labels labels(tokens, number, as_.win);
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

Encoder<LabelledPosition> fen_encoder(const GameDriver&, bool) {
  return {.head = {},
          .encode = [](const LabelledPosition& it) { return fmt::format("{} [{}]\n", it.position, it.target); }};
}

}  // namespace hone::formats
