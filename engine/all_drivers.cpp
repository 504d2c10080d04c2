// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "data/error.hpp"
#include "engine/game_driver.hpp"
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

}  // namespace

std::span<const GameDriver* const> all_drivers() { return drivers_of(AllGames{}); }

const GameDriver& find_driver(std::string_view name) {
  const auto drivers = all_drivers();
  const auto found = std::ranges::find(drivers, name, &GameDriver::name);
  if (found != drivers.end()) return **found;
  std::vector<std::string_view> names;
  std::ranges::transform(drivers, std::back_inserter(names), &GameDriver::name);
  throw Error(expected_found(fmt::format("a game: {}", fmt::join(names, ", ")), fmt::format("\"{}\"", name)));
}

}  // namespace hone
