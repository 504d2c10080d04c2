// SPDX-License-Identifier: MIT
//
// What stands behind a position on its line: a result, and maybe a score and a game, in the spellings that
// epd_positions.cpp lists.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tuner/formats/labels.hpp"

namespace hone::formats {

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

inline constexpr WordEnds word_ends(" \t;[\"");
inline constexpr WordEnds word_ends_of_fen(" \t;[\",|");

// Takes words, strings, brackets and separators off the front of a line.
class LabelTokens {
 public:
  LabelTokens(std::string_view line, const WordEnds& ends) : rest_(line), ends_(ends) { skip_blanks(); }

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }
  // Where the next token begins, within the line.
  [[nodiscard]] const char* begin() const { return rest_.data(); }
  // The next word, which is not taken; empty where something else is next.
  [[nodiscard]] std::string_view word() const { return ends_.word(rest_); }
  // The end of the last token, within the line.
  [[nodiscard]] const char* end_of_last() const { return end_; }
  // Throws Error for a string or a bracket that is not closed.
  std::string_view take();

 private:
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t closed_by(char close) const;
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }

  std::string_view rest_;
  const WordEnds& ends_;
  const char* end_ = nullptr;
};

[[nodiscard]] bool is_whole_number(std::string_view text);  // without a sign
// Whether a text may be meant as a result, be it one that is read or not: a number from -1 to 2, 1-0, 1/2, or who has
// won, in large or small letters.
[[nodiscard]] bool resembles_result(std::string_view text);

class EpdLabels {
 public:
  // `leading` resembles a result and stood before the position, `number` is a whole number that stood alone behind its
  // fields; empty: none did. Throws Error unless there is exactly one result.
  EpdLabels(LabelTokens& tokens, std::string_view leading, std::string_view number, const ReadAs& as);

  bool takes_number = false;  // it is a score
  double target = 0.5;
  View target_view = View::first;
  std::optional<double> score;
  View score_view = View::first;
  std::optional<std::uint32_t> game;
  std::string_view halfmove_clock, move_number;

 private:
  void read();
  void read_word();
  void read_key(std::string_view key, std::string_view value);
  void read_bracket();
  void read_columns();
  void read_colons();
  void read_operation(std::string_view opcode);
  void take_text_of_remark(std::string_view text);
  void read_comment();
  void read_id();
  void take_bare();
  void take_two(std::string_view first, std::string_view second);
  void take_remark();
  void take_share_of_mover();
  void require_no_odd_label() const;
  [[nodiscard]] bool is_at_end_of_label() const;
  std::string_view operand();
  void add_result(double share, View view = View::first);
  void set_score(std::string_view text, View view);
  void set_whole_score(std::string_view text, View view);

  LabelTokens& tokens_;
  const ReadAs& as_;
  std::vector<std::string_view> bare_;     // numbers and results without a word before them
  std::vector<std::string_view> remarks_;  // comments that are nothing but a result
  std::string_view odd_label_;             // may be meant as a result, but is spelt in no way that is read
  std::string_view operand_of_ce_;
  int results_ = 0;
  int operations_ = 0;
  bool has_bracket_ = false;
};

}  // namespace hone::formats
