// SPDX-License-Identifier: MIT
//
// How a person wants to play: the options of `hone play`, as its session takes them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/cli/options/options.hpp"

namespace hone::cli {

// Which sides the person plays; the engine plays the others.
struct PersonSides {
  std::array<bool, 2> plays{true, false};  // the first player's side, the second's

  [[nodiscard]] bool has(Side side) const { return plays[static_cast<std::size_t>(side)]; }
  [[nodiscard]] std::string text() const;  // "first", "second", "both", "none"
};

// "first", "second", "both" or "none", or a player's name in the game ("white"). Nothing for any other word.
[[nodiscard]] std::optional<PersonSides> parse_sides(const Board& board, std::string_view word);

// Levels 1 to 10: 10, 30, 100, ... 300,000 nodes a move.
inline constexpr text::IntegerRange level_range{1, 10};
[[nodiscard]] Limits limits_of_level(int level);
inline constexpr int usual_level = 7;

// "5", "nodes 2000", "movetime 500" or "depth 6". Throws Error.
[[nodiscard]] Limits parse_level(std::string_view text);

// The line whose moves lead from the board to the end of the list, each played. Throws Error that shows the board where
// a word is no legal move.
[[nodiscard]] std::vector<MoveCode> parse_moves(const Board& board, const std::vector<std::string>& words);

// What is shown of boards.
enum class BoardDisplay { automatic, plain, none };

struct PlaySetup {
  std::string weights_name;  // as the user said it
  std::string start;         // text of the position; empty: the game's initial one
  std::vector<MoveCode> moves;
  PersonSides person;
  Limits limits = limits_of_level(usual_level);
  std::size_t hash_bytes = std::size_t{64} << 20;
  std::string person_name = "person";
  std::string save_file;
  BoardDisplay display = BoardDisplay::automatic;
  bool flipped = false;
};

}  // namespace hone::cli
