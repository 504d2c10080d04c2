// SPDX-License-Identifier: MIT
#include "tuner/cli/options/game_options.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "engine/game_registry.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/play/options.hpp"

namespace hone::cli {

const Limits& required_limits(const Limits& limits) {
  if (play::is_limited(limits)) return limits;
  throw UsageError("no limit given: --depth N, --nodes N, --movetime MS or --tc S+INC");
}

namespace {

bool is_file(const std::string& source) { return !source.empty() && !is_weights_name(source); }

std::string names_of_games() {
  std::vector<std::string> names;
  for (const GameDriver* game : all_drivers()) names.emplace_back(game->name());
  return join(names, ", ");
}

// A program with one game of its own plays that, unless it is told otherwise.
std::string where_own_game_is_meant() {
  const GameDriver* const own = only_own_driver();
  return own == nullptr ? "" : fmt::format("; {} where neither this nor a file says another", own->name());
}

}  // namespace

std::vector<const GameDriver*> games_of_this_program() {
  const auto games = own_drivers().empty() ? all_drivers() : own_drivers();
  return {games.begin(), games.end()};
}

void GameOption::declare(Options& options) {
  options
      .custom(
          "game", "G", [this](std::string_view text) { name_ = find_driver(text).name(); }, [this] { return name_; },
          "which game" + where_own_game_is_meant())
      .range = names_of_games();
}

const GameDriver& GameOption::driver(const std::vector<std::string>& sources) const {
  if (!name_.empty()) return find_driver(name_);
  for (const std::string& source : sources) {
    if (is_file(source)) return find_driver(read_weights_game(source));
  }
  if (const GameDriver* const own = only_own_driver()) return *own;
  throw UsageError("--game G is missing: one of " + names_of_games());
}

void StrictOption::declare(Options& options) {
  options.group("Weights files");
  options
      .flag("strict", strict_,
            "a weights file that lacks groups of terms is an error; otherwise they are zero, with a warning")
      .free_on_resume();
}

WeightsWarning StrictOption::warning() const {
  if (strict_) return {};
  return [logged = logged_](const std::string& warning) {
    if (logged->insert(warning).second) spdlog::warn("{}", warning);
  };
}

std::unique_ptr<Board> board_of(const GameDriver& game, const std::string& position) {
  if (position.empty() || position == "startpos") return game.initial();
  try {
    return game.parse(position);
  } catch (const Error& error) {
    throw UsageError(std::string("--position: ") + error.what());
  }
}

std::unique_ptr<Board> board_of(const GameDriver& game, const std::string& position, const std::string& komi) {
  if (komi.empty()) return board_of(game, position);
  if (!position.empty() && position != "startpos") {
    throw UsageError("--komi does not go with --position, which has its own");
  }
  try {
    return game.parse(play::start_with_komi(game, komi));
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace hone::cli
