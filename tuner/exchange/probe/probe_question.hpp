// SPDX-License-Identifier: MIT
//
// How an engine is asked what it thinks of a position: which commands it is sent after the position, and where the
// number stands in its answer, or the row of the position where the engine prints rows.
#pragma once

#include <cstdint>
#include <optional>
#include <regex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hone::exchange {

enum class ScoreView : std::uint8_t { white, mover };  // whose advantage a positive number is

// What is said to the engine so that it forgets evaluations that it keeps.
enum class Clearing : std::uint8_t {
  none,
  newgame,  // ucinewgame, after options were set
  hash,     // the button "Clear Hash", and ucinewgame
  each,     // ucinewgame before each position, too
  restart,  // another process for each value of an option
};

struct Question {
  std::string commands = "eval";  // after the position, ';' between them
  std::string prepare = {};       // after options were set, ';' between commands; empty: none
  std::string pattern = {};       // regular expression (ECMAScript) with one group, the number
  double unit = 1;                // centipawns that 1 of the number is
  ScoreView view = ScoreView::white;
  Clearing clearing = Clearing::newgame;
  // What a line with the row of the position begins with (data/ROWS.md, without the result). Empty: a number is looked
  // for.
  std::string row_prefix = {};

  [[nodiscard]] bool is_of_rows() const { return !row_prefix.empty(); }

  // Throws Error for a pattern that is none or has not one group, and for commands that are not on one line.
  void validate() const;
};

struct QuestionPreset {
  std::string_view name;
  std::string_view description;
  Question question;
};

// The questions that have a name.
[[nodiscard]] std::span<const QuestionPreset> question_presets();
[[nodiscard]] const Question& find_preset(std::string_view name);  // throws Error

// Commands that can be sent at once.
struct Turn {
  std::string lines;      // each with its line end
  bool searches = false;  // the last one is a `go`, after which the engine says bestmove
};
[[nodiscard]] std::vector<Turn> turns_of(std::string_view commands);

// What is looked for in an answer: the number in the last line in which the pattern is found, or the text after the
// prefix of rows in the last line that begins with it.
class AnswerReader {
 public:
  struct Number {
    double value = 0;  // as it is printed
    int decimals = 0;  // digits after the point
  };

  explicit AnswerReader(const Question& question);

  void begin();
  // Where a pattern is looked for, it is in the first characters of the line only, because of what regular expressions
  // cost.
  void take(std::string_view line);
  [[nodiscard]] const std::optional<Number>& number() const { return number_; }
  [[nodiscard]] const std::optional<std::string>& row() const { return row_; }

  static constexpr std::size_t longest_line = 1'000;

 private:
  void take_number(std::string_view line);

  std::regex pattern_;
  std::string row_prefix_;
  std::optional<Number> number_;
  std::optional<std::string> row_;
};

}  // namespace hone::exchange
