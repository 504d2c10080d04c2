// SPDX-License-Identifier: MIT
//
// The text of PGN (Portable Game Notation, import format) and of its sister PDN: tags, and games move by move, not yet
// understood. A tag is [Name "value"], where a backslash goes before a quote or backslash in the value. Programs forget
// the one before a quote, which closes the value only where ']' follows.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/text_lines.hpp"

namespace hone::formats {

// Bounds far beyond real games, so that no file takes more memory than a few megabytes a game. The longest comments of
// annotated collections have some thousand characters, and studies nest variations less than twenty deep.
struct PgnBounds {
  static constexpr std::size_t text = std::size_t{1} << 16;  // bytes of a comment, or of the value of a tag
  static constexpr std::size_t game = std::size_t{1} << 22;  // bytes of all that is kept of a game
  static constexpr std::size_t tags = 256;                   // of a game
  static constexpr std::size_t moves = 65'535;               // of a game: a record has 16 bits for those of an opening
  static constexpr int variations = 1'000;                   // within one another
};

struct PgnTag {
  std::string name;
  std::string value;  // without quotes and escapes
};

[[nodiscard]] std::string_view without_pgn_blanks(std::string_view text);  // at its beginning

// Takes the tag that the text begins with off its front. Throws Error, also for a value that is too long.
[[nodiscard]] PgnTag take_tag(std::string_view& text);

// Such a line within a comment is the best sign that the comment was never closed.
[[nodiscard]] bool begins_with_tag(std::string_view line);

// Games have tags, the words for moves with the comments that follow them, and the result. Move numbers, variations,
// marks ("!?", "$6", "e.p."), lines that begin with '%' and comments after ';' are skipped.

struct PgnMove {
  std::string text;  // "Nf3", without number and marks
  int line = 0;
  std::vector<std::string> comments;  // in braces, that follow the move
};

struct PgnGame {
  int line = 0;  // where it begins, from 1
  std::vector<PgnTag> tags;
  std::vector<PgnMove> moves;
  // Behind the moves; where nothing, "*" or "1/2" for a draw stands there, that of the tag; may be empty. PDN counts
  // points: "2-0".
  std::string result;
  std::string fault;  // what is wrong with its text, or nothing
  int fault_line = 0;
  std::size_t bytes = 0;  // of memory that tags, moves and comments take, roughly

  [[nodiscard]] const std::string* tag(std::string_view name) const;  // nullptr when there is none
};

// Reads one game at a time. A fault of the text ends its game; reading goes on with the next tags. A comment or a
// variation that is still open where a line begins with a tag is such a fault, because the next game would be lost. So
// is what goes beyond PgnBounds. A result that stands alone, such as one that is there twice, is no game.
class PgnGames {
 public:
  explicit PgnGames(const std::filesystem::path& file) : lines_(file) {}
  PgnGames(const PgnGames&) = delete;  // pending_ is a part of lines_
  PgnGames& operator=(const PgnGames&) = delete;

  [[nodiscard]] const std::string& name() const { return lines_.name(); }
  [[nodiscard]] std::optional<PgnGame> next();

 private:
  enum class Part { nothing, tags, moves };  // the part of a game that was read last

  bool read_game();
  [[nodiscard]] std::optional<std::string_view> next_line();
  [[nodiscard]] bool begins_game(std::string_view line) const;
  [[nodiscard]] bool is_within() const { return comment_line_ > 0 || variations_ > 0; }
  void read(std::string_view line);
  void read_text(std::string_view line);
  std::string_view read_tag(std::string_view rest);
  void keep(PgnTag tag);
  std::string_view read_comment(std::string_view rest);
  std::string_view read_variation(std::string_view rest);
  void take_word(std::string_view word);
  void add_move(std::string_view word);
  void count(std::size_t bytes);
  [[nodiscard]] bool ends_with_half() const;
  void end_game();
  void fail(int line, std::string message);

  TextLines lines_;
  std::optional<std::string_view> pending_;  // the last line, or its rest, when it belongs to the next game
  Part part_ = Part::nothing;
  bool is_over_ = false;     // the result was read
  bool is_starred_ = false;  // the last word is a move of draughts with a star, which may be the result
  PgnGame game_;
  int comment_line_ = 0;    // where the open comment began; 0: none
  int variation_line_ = 0;  // where the outermost open variation began
  int variations_ = 0;      // how many are open
  std::string comment_;     // as far as it was read
};

inline constexpr std::string_view english_draughts = "21";  // GameType of PDN

[[nodiscard]] std::string_view without_number(std::string_view word);  // "1.e4", "1...e5" without the number
// "1." and "1.11-15", but not "1...": the first move of a game. After a move of draughts with a star it tells that the
// star was no mark (the only move) but the result.
[[nodiscard]] bool is_first_number(std::string_view word);
[[nodiscard]] std::string_view without_marks(std::string_view word);  // "e4!?" without the marks
[[nodiscard]] bool is_result_word(std::string_view word);             // "1-0", "2-0", "*", ...
// Points of the first player: 1, 0.5, 0; nothing for "*" and for what is no result.
[[nodiscard]] std::optional<double> points_of(std::string_view result);

}  // namespace hone::formats
