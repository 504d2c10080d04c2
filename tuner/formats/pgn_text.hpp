// SPDX-License-Identifier: MIT
//
// The tags of PGN (Portable Game Notation, import format): [Name "value"], a quote or backslash in the value behind a
// backslash.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/text_lines.hpp"

namespace hone::formats {

struct PgnTag {
  std::string name;
  std::string value;  // without quotes and escapes
};

[[nodiscard]] std::string_view without_pgn_blanks(std::string_view text);  // at its beginning

// Takes the tag that the text begins with off its front. Throws Error.
[[nodiscard]] PgnTag take_tag(std::string_view& text);

// There is no better sign that a comment before it was never closed.
[[nodiscard]] bool begins_with_tag(std::string_view line);

// Games out of PGN (Portable Game Notation, import format) or its sister PDN, move by move but not yet understood:
// tags, the words for moves with the comments behind them, the result. Passed over are move numbers, variations, marks
// ("!?", "$6"), lines behind '%' and comments behind ';'.

struct PgnMove {
  std::string text;  // "Nf3", without number and marks
  int line = 0;
  std::vector<std::string> comments;  // in braces behind it
};

struct PgnGame {
  int line = 0;  // where it begins, from 1
  std::vector<PgnTag> tags;
  std::vector<PgnMove> moves;
  std::string result;  // behind the moves, else of the tag; empty: neither. PDN counts points: "2-0"
  std::string fault;   // what is wrong with its text, or nothing
  int fault_line = 0;

  [[nodiscard]] const std::string* tag(std::string_view name) const;  // nullptr when there is none
};

// One game at a time. A fault of the text ends its game; reading goes on with the next tags. So does a comment or a
// variation that is open where a line begins with a tag: that is a fault of the game, or the next one were lost.
class PgnGames {
 public:
  explicit PgnGames(const std::filesystem::path& file) : lines_(file) {}

  [[nodiscard]] const std::string& name() const { return lines_.name(); }
  [[nodiscard]] std::optional<PgnGame> next();

 private:
  enum class Part { nothing, tags, moves };  // of a game, that was read last

  [[nodiscard]] bool begins_game(std::string_view line) const;
  [[nodiscard]] bool is_within() const { return comment_line_ > 0 || variations_ > 0; }
  void read(std::string_view line);
  void read_text(std::string_view line);
  std::string_view read_tag(std::string_view rest);
  void keep(PgnTag tag);
  std::string_view read_comment(std::string_view rest);
  std::string_view read_variation(std::string_view rest);
  void take_word(std::string_view word);
  void end_game();
  void fail(int line, std::string message);

  TextLines lines_;
  std::optional<std::string> pending_;  // a line, or its rest, that is of the next game
  Part part_ = Part::nothing;
  bool is_over_ = false;  // the result was met
  PgnGame game_;
  int comment_line_ = 0;    // where the open comment began; 0: none
  int variation_line_ = 0;  // where the outermost open variation began
  int variations_ = 0;      // how many are open
  std::string comment_;     // as far as it was read
};

[[nodiscard]] bool is_result_word(std::string_view word);  // "1-0", "2-0", "*", ...
// Points of the first player: 1, 0.5, 0; nothing for "*" and what is no result.
[[nodiscard]] std::optional<double> points_of(std::string_view result);

}  // namespace hone::formats
