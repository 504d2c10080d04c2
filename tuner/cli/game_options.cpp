// SPDX-License-Identifier: MIT
#include "tuner/cli/game_options.hpp"

#include <fmt/format.h>

#include "engine/named_weights.hpp"
#include "tuner/cli/usage_error.hpp"

namespace hone {
namespace {

bool is_file(const std::string& source) { return !source.empty() && !is_weights_name(source); }

std::string names_of_games() {
  std::vector<std::string> names;
  for (const GameDriver* game : all_drivers()) names.emplace_back(game->name());
  return join(names, ", ");
}

}  // namespace

void GameOption::declare(Options& options) {
  options.custom(
      "game", "G", [this](std::string_view text) { name_ = find_driver(text).name(); }, [this] { return name_; },
      fmt::format("one of {}", names_of_games()));
}

const GameDriver& GameOption::driver(const std::vector<std::string>& sources) const {
  if (!name_.empty()) return find_driver(name_);
  for (const std::string& source : sources) {
    if (is_file(source)) return find_driver(read_weights_game(source));
  }
  throw UsageError("--game G is missing: one of " + names_of_games());
}

std::unique_ptr<Board> board_of(const GameDriver& game, const std::string& position) {
  if (position.empty()) return game.initial();
  try {
    return game.parse(position);
  } catch (const Error& error) {
    throw UsageError(std::string("--position: ") + error.what());
  }
}

}  // namespace hone
