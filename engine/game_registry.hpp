// SPDX-License-Identifier: MIT
//
// Games of a program's own, beside those of games/all_games.hpp. A program adds them at the start of main
// (tuner/cli/program.hpp does). Nothing adds itself: an object that is initialised before main in a static library may
// be left out by the linker, and the order of several is nobody's.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone {

struct OwnGame {
  const GameDriver& driver;
  std::string_view weights = {};  // the text of a weights file, which `default` means; without it that is material
};

// A game's own come first, in the order in which they were added.
class GameRegistry {
 public:
  explicit GameRegistry(std::span<const GameDriver* const> games) : games_(games.begin(), games.end()) {}

  // Both must outlive the registry. Throws Error when another game has the name, and when it cannot be one.
  void add(const OwnGame& game);

  [[nodiscard]] std::span<const GameDriver* const> all() const { return games_; }
  [[nodiscard]] std::span<const GameDriver* const> own() const { return all().first(weights_.size()); }
  // Throws Error that lists the games if there is none of that name.
  [[nodiscard]] const GameDriver& find(std::string_view name) const;
  // Of an own game; empty for others.
  [[nodiscard]] std::string_view own_weights(std::string_view game) const;

 private:
  std::vector<const GameDriver*> games_;
  std::vector<std::string_view> weights_;  // of the own games, the first of all
};

// The registry of the program, from which all_drivers() and find_driver() are answered.

// Throws Error as above, and when the games have been asked for: from then on any thread may read them.
void add_own_game(const OwnGame& game);
[[nodiscard]] std::span<const GameDriver* const> own_drivers();
[[nodiscard]] std::string_view own_weights(std::string_view game);
// The only own game of the program; null if there is none, or more than one.
[[nodiscard]] const GameDriver* only_own_driver();

}  // namespace hone
