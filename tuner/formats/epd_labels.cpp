// SPDX-License-Identifier: MIT
#include "tuner/formats/epd_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"

namespace hone::formats {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::string_view unquoted(std::string_view token) {
  return token.starts_with('"') ? token.substr(1, token.size() - 2) : token;
}

bool is_whole_score(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return is_whole_number(text);
}

// A result that cannot be a score: 1-0, or a number with a point.
bool is_plain_result(std::string_view text) {
  if (parse_result(text)) return true;
  return text.find('.') != std::string_view::npos && parse_number(text);
}

// White's share by who has won, in a letter or a word.
std::optional<double> winner(std::string_view word) {
  if (word == "w" || word == "White" || word == "white") return 1;
  if (word == "b" || word == "Black" || word == "black") return 0;
  if (word == "d" || word == "Draw" || word == "draw") return 0.5;
  return std::nullopt;
}

bool is_comment(std::string_view opcode) {
  return opcode.size() == 2 && opcode[0] == 'c' && opcode[1] >= '0' && opcode[1] <= '8';
}

}  // namespace

bool is_whole_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool resembles_result(std::string_view text) {
  constexpr double loss_or_less = -1, win_or_more = 2;
  if (winner(small_letters(text)) || parse_result(text) || text == "1/2") return true;
  const auto number = parse_number(text);
  return number && *number >= loss_or_less && *number <= win_or_more;
}

std::string_view LabelTokens::take() {
  const std::string_view token = rest_.substr(0, size());
  rest_.remove_prefix(token.size());
  end_ = token.data() + token.size();
  skip_blanks();
  return token;
}

std::size_t LabelTokens::size() const {
  if (front() == '"') return closed_by('"');
  if (front() == '[') return closed_by(']');
  return std::max<std::size_t>(word().size(), 1);
}

std::size_t LabelTokens::closed_by(char close) const {
  const std::size_t end = rest_.find(close, 1);
  if (end == std::string_view::npos) throw Error(fmt::format("{} is not closed", quotation(rest_)));
  return end + 1;
}

EpdLabels::EpdLabels(LabelTokens& tokens, std::string_view leading, std::string_view number, const ReadAs& as)
    : tokens_(tokens), as_(as) {
  if (!leading.empty()) add_result(need_result(leading, as));
  while (!tokens_.empty()) read();
  takes_number = !number.empty() && ((results_ == 0 && bare_.size() == 1 && parse_number(bare_.front())) ||
                                     (results_ == 1 && bare_.empty() && !score && has_bracket_));
  if (takes_number) bare_.insert(bare_.begin(), number);
  take_bare();
  if (results_ == 0) take_remark();
  if (results_ == 0) take_share_of_mover();
  if (results_ == 1) return;
  if (results_ == 0) require_no_odd_label();
  throw Error(expected_found("a result such as c9 \"1-0\"; or [0.5]",
                             results_ == 0 ? "none" : fmt::format("{} results", results_)));
}

void EpdLabels::read() {
  const char first = tokens_.front();
  if (first == ';' || first == ',') {
    tokens_.take();
  } else if (first == '[') {
    read_bracket();
  } else if (first == '|') {
    read_columns();
  } else if (first == ':') {
    read_colons();
  } else if (is_letter(first)) {
    read_word();
  } else {
    bare_.push_back(unquoted(tokens_.take()));
  }
}

void EpdLabels::add_result(double share, View view) {
  target = share;
  target_view = view;
  ++results_;
}

bool EpdLabels::is_at_end_of_label() const {
  return tokens_.empty() || tokens_.front() == ';' || tokens_.front() == ',' || tokens_.front() == '|';
}

// The winner where the word stands alone, a key with its value; any other word is an operation.
void EpdLabels::read_word() {
  const std::string_view word = tokens_.take();
  const std::size_t colon = word.find(':');
  if (colon != std::string_view::npos) return read_key(word.substr(0, colon), word.substr(colon + 1));
  if (is_at_end_of_label()) {
    if (const auto share = winner(word)) return add_result(*share, View::white);
    if (resembles_result(word)) odd_label_ = word;
  }
  read_operation(word);
}

// As fengen has it: score:34;outcome:1.0
void EpdLabels::read_key(std::string_view key, std::string_view value) {
  if (key == "score") set_whole_score(value, View::unknown);
  if (key == "outcome" || key == "result") add_result(need_result(value, as_), View::unknown);
}

// A result, which is the first player's by custom; or with a score, of which nothing says whose they are.
void EpdLabels::take_bare() {
  if (bare_.empty()) return;
  if (bare_.size() > 2) throw Error(expected_found("a score and a result at most", quotation(bare_[2])));
  if (bare_.size() == 2) return take_two(bare_[0], bare_[1]);
  if (has_bracket_ && is_whole_score(bare_.front())) return set_score(bare_.front(), View::unknown);
  add_result(need_result(bare_.front(), as_));
}

// Scores are whole numbers here, so that a result with a point, or one such as 1-0, may stand before its score. Of two
// numbers with points nothing tells which is the result, and pawns would be read as centi-units.
void EpdLabels::take_two(std::string_view first, std::string_view second) {
  const bool has_result_first = is_plain_result(first) && is_whole_score(second);
  const std::string_view result = has_result_first ? first : second;
  if (!has_result_first && parse_result(first)) throw Error(expected_found("one result", "two"));
  set_whole_score(has_result_first ? second : first, View::unknown);
  add_result(need_result(result, as_), parse_result(result) ? View::first : View::unknown);
}

// As pgn-extract has it: c0 and the players, c1 and the result.
void EpdLabels::take_remark() {
  if (remarks_.empty()) return;
  if (remarks_.size() > 1) {
    throw Error(expected_found(
        "one result", fmt::format("two in comments, {} and {}", quotation(remarks_[0]), quotation(remarks_[1]))));
  }
  add_result(need_result(remarks_.front(), as_));
}

// As hce-tuner has it. A score would be a whole number.
void EpdLabels::take_share_of_mover() {
  if (!score || score_view != View::mover || operand_of_ce_.find('.') == std::string_view::npos) return;
  add_result(need_share(operand_of_ce_, as_), View::mover);
  score.reset();
}

// Lines whose result is spelt in no way that is read would be left out one by one, all draws for example. A score of 0
// or 1 that is all of a line may be the share of a file that writes others with a point.
void EpdLabels::require_no_odd_label() const {
  constexpr std::string_view wanted = "a result such as c9 \"1-0\"; or [0.5], or a share with a decimal point";
  if (!odd_label_.empty()) throw unknown_spelling(wanted, quotation(odd_label_));
  if (operations_ == 1 && (operand_of_ce_ == "0" || operand_of_ce_ == "1")) {
    throw unknown_spelling(wanted, fmt::format("'ce {}' alone", operand_of_ce_));
  }
}

void EpdLabels::read_bracket() {
  const std::string_view bracket = tokens_.take(), text = bracket.substr(1, bracket.size() - 2);
  const auto result = parse_result(text);
  add_result(result ? *result : need_share(text, as_));
  has_bracket_ = true;
  if (is_whole_score(tokens_.word())) tokens_.take();
}

// | score | share, or | share, or | winner
void EpdLabels::read_columns() {
  tokens_.take();
  std::string_view column = tokens_.take();
  if (tokens_.front() != '|') {
    if (const auto share = winner(column)) return add_result(*share, View::white);
    if (is_at_end_of_label() && resembles_result(column)) return add_result(need_result(column, as_));
    throw Error("expected a second '|' and the result after the score");
  }
  if (column.ends_with("cp")) column.remove_suffix(2);
  set_whole_score(column, View::first);
  tokens_.take();
  add_result(need_result(tokens_.take(), as_));
}

// As Texel's tools have it: " : result : score : score of a quiescence search : game", and maybe " : move"
void EpdLabels::read_colons() {
  std::vector<std::string_view> columns;
  while (tokens_.front() == ':') {
    tokens_.take();
    columns.push_back(tokens_.take());
  }
  add_result(need_result(columns[0], as_));
  if (columns.size() > 1) set_whole_score(columns[1], View::first);
  if (columns.size() > 3) game = parse_game_number(columns[3]);
}

void EpdLabels::read_operation(std::string_view opcode) {
  ++operations_;
  if (opcode == "c9") return read_comment();
  if (opcode == "ce") return set_score(operand_of_ce_ = operand(), View::mover);
  if (opcode == "hmvc") return void(halfmove_clock = operand());
  if (opcode == "fmvn") return void(move_number = operand());
  if (opcode == "id") read_id();
  const bool is_remark = is_comment(opcode);
  if (is_remark && !tokens_.empty()) {
    const std::string_view text = unquoted(operand());
    const bool is_all = tokens_.empty() || tokens_.front() == ';';
    if (is_all && opcode != "c0") take_text_of_remark(text);  // c0 holds the players
  }
  while (!tokens_.empty() && tokens_.front() != ';' && (is_remark || tokens_.front() != '[')) tokens_.take();
}

void EpdLabels::take_text_of_remark(std::string_view text) {
  if (is_plain_result(text)) {
    remarks_.push_back(text);
  } else if (resembles_result(text)) {
    odd_label_ = text;
  }
}

std::string_view EpdLabels::operand() { return tokens_.front() == ';' ? std::string_view() : tokens_.take(); }

void EpdLabels::read_comment() {
  constexpr std::string_view wanted = "c9 \"1-0\", c9 \"0-1\" or c9 \"1/2-1/2\"";
  const std::string_view text = unquoted(operand());
  if (text.empty() || text == "*") throw Error(expected_found(wanted, text.empty() ? "c9 alone" : "c9 \"*\""));
  const auto result = parse_result(text);
  if (!result) throw unknown_spelling(wanted, "c9 " + quotation(text));
  add_result(*result);
}

void EpdLabels::set_score(std::string_view text, View view) {
  if (score) throw Error("expected one score, found two");
  score = need_score(text);
  score_view = view;
}

void EpdLabels::set_whole_score(std::string_view text, View view) {
  if (!is_whole_score(text) && parse_number(text)) {
    throw unknown_spelling("a score in whole centi-units", quotation(text));
  }
  set_score(text, view);
}

void EpdLabels::read_id() {
  constexpr std::string_view start = "game ";
  const std::string_view text = unquoted(operand());
  if (!text.starts_with(start)) return;
  if (const auto number = parse_game_number(text.substr(start.size()))) game = number;
}

}  // namespace hone::formats
