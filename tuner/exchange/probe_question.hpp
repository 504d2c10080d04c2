// SPDX-License-Identifier: MIT
//
// How an engine is asked what it thinks of a position: which commands it is sent after the position, and where the
// number stands in its answer.
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
};

struct Question {
  std::string commands = "eval";  // after the position, ';' between them
  std::string prepare = {};       // after options were set, ';' between commands; empty: none
  std::string pattern = {};       // regular expression (ECMAScript) with one group, the number
  double unit = 1;                // centipawns that 1 of the number is
  ScoreView view = ScoreView::white;
  Clearing clearing = Clearing::newgame;

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

// The number in an answer: that of the last line in which the pattern is found.
class AnswerReader {
 public:
  struct Number {
    double value = 0;  // as it is printed
    int decimals = 0;  // digits after the point
  };

  explicit AnswerReader(const std::string& pattern) : pattern_(pattern, std::regex::ECMAScript | std::regex::icase) {}

  void begin() { found_.reset(); }
  // Only the first characters of a line are looked at, because of what regular expressions cost.
  void take(std::string_view line);
  [[nodiscard]] const std::optional<Number>& found() const { return found_; }

  static constexpr std::size_t longest_line = 1'000;

 private:
  std::regex pattern_;
  std::optional<Number> found_;
};

}  // namespace hone::exchange
