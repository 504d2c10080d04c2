// SPDX-License-Identifier: MIT
#include <array>
#include <atomic>

#include "data/error.hpp"
#include "engine/game_driver.hpp"
#include "engine/game_registry.hpp"
#include "games/all_games.hpp"

namespace hone {

// This is defined in engine/driver_of.hpp, which is not included here: each game's engine is compiled in its own
// translation unit.
template <Game G>
const GameDriver& driver_of();

namespace {

template <class... Games>
std::span<const GameDriver* const> drivers_of(GameList<Games...> /*games*/) {
  static const std::array<const GameDriver*, sizeof...(Games)> drivers{&driver_of<Games>()...};
  return drivers;
}

GameRegistry& registry() {
  static GameRegistry games(drivers_of(AllGames{}));
  return games;
}

// Whether the games have been asked for. Nothing is added any more then, so that the registry needs no lock.
std::atomic<bool>& is_settled() {
  static std::atomic<bool> settled = false;
  return settled;
}

const GameRegistry& settled_registry() {
  if (!is_settled()) is_settled() = true;
  return registry();
}

}  // namespace

void add_own_game(const OwnGame& game) {
  if (is_settled()) throw Error("games are added at the start of main, before anything asks for a game");
  registry().add(game);
}

std::span<const GameDriver* const> all_drivers() { return settled_registry().all(); }
std::span<const GameDriver* const> own_drivers() { return settled_registry().own(); }
const GameDriver& find_driver(std::string_view name) { return settled_registry().find(name); }
std::string_view own_weights(std::string_view game) { return settled_registry().own_weights(game); }

const GameDriver* only_own_driver() { return own_drivers().size() == 1 ? own_drivers().front() : nullptr; }

}  // namespace hone
