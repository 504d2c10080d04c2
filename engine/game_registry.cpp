// SPDX-License-Identifier: MIT
#include "engine/game_registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone {
namespace {

bool is_letter_of_game(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

// Names of games are words of command lines, files and folders.
void require_possible_name(std::string_view name) {
  if (!name.empty() && std::ranges::all_of(name, is_letter_of_game)) return;
  throw Error(
      expected_found("the name of a game: small letters, digits and _", fmt::format("\"{}\"", printable(name))));
}

// Files of weights and rows say the game by its schema.
void require_own_schema(const GameDriver& game) {
  if (game.schema().game() == game.name()) return;
  throw Error(expected_found(
      fmt::format("the schema of the game {}", game.name()),
      fmt::format("one of \"{}\": its name is the first argument of Schema", printable(game.schema().game()))));
}

}  // namespace

void GameRegistry::add(const OwnGame& game) {
  const std::string_view name = game.driver.name();
  require_possible_name(name);
  require_own_schema(game.driver);
  if (std::ranges::find(games_, name, &GameDriver::name) != games_.end()) {
    throw Error(fmt::format("there is a game \"{}\" already: a game of a program's own needs a name of its own", name));
  }
  games_.insert(games_.begin() + static_cast<std::ptrdiff_t>(weights_.size()), &game.driver);
  weights_.push_back(game.weights);
}

const GameDriver& GameRegistry::find(std::string_view name) const {
  const auto found = std::ranges::find(games_, name, &GameDriver::name);
  if (found != games_.end()) return **found;
  std::vector<std::string_view> names;
  std::ranges::transform(games_, std::back_inserter(names), &GameDriver::name);
  throw Error(expected_found(fmt::format("a game: {}", fmt::join(names, ", ")), fmt::format("\"{}\"", name)));
}

std::string_view GameRegistry::own_weights(std::string_view game) const {
  const auto found = std::ranges::find(own(), game, &GameDriver::name);
  return found == own().end() ? std::string_view() : weights_[static_cast<std::size_t>(found - own().begin())];
}

}  // namespace hone
