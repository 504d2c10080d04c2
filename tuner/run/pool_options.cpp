// SPDX-License-Identifier: MIT
#include "tuner/run/pool_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "data/error.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/pool_model.hpp"
#include "tuner/text/options.hpp"

namespace hone::run {

void PoolOptions::declare(text::Options& options) {
  options.group("Outside yardstick: opponents that never learn");
  options
      .list("pool-player", "NAME=WHO", players,
            "an opponent that each promotion plays; WHO is weights:F (a file, default, material or zero), random, "
            "uci:'COMMAND ARGUMENTS', or xboard: or gtp: in its place, start, gen:N (what generation N fitted), or "
            "gen:-N (the best of N promotions "
            "before the best)")
      .changes_no_result();
  options.file("pool", file, "take opponents from this file: player, option, limits and dir as hone match has them")
      .changes_no_result();
  options.list("pool-option", "NAME.OPTION=VALUE", engine_options, "set an option of an opponent that is a UCI engine")
      .changes_no_result();
  options
      .list("pool-limits", "NAME:LIMIT=VALUE,...", limits,
            "limits of one opponent alone, as --limits of hone match; --match-nodes and the like hold for the others")
      .changes_no_result();
  options.list("pool-dir", "NAME=PATH", directories, "the directory that a UCI engine runs in").changes_no_result();
  options.integer("pool-games", "N", games, {2},
                  "games of each promoted candidate against the pool, in whole pairs, the same number against each "
                  "opponent, on openings of their own; it is not promoted when its pool Elo has surely fallen");
}

bool is_pool_name(const std::string& name) {
  constexpr std::size_t longest = 64;
  const auto is_allowed = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '+' || c == '-';
  };
  return !name.empty() && name.size() <= longest && name.front() != '.' && !is_name_of_own_weights(name) &&
         std::ranges::all_of(name, is_allowed);
}

void PoolOptions::validate() const {
  std::set<std::string> names;
  for (const PoolOpponent& opponent : opponents) {
    const std::string& name = opponent.spec.name;
    const bool is_start = name == "start" && opponent.is_own() && *opponent.generation == 0;
    if (!is_start && !is_pool_name(name)) {
      throw Error(
          fmt::format("pool: expected a name of letters, digits, '.', '_', '+' and '-' that is none of the "
                      "run's own weights, found '{}'",
                      name));
    }
    if (!names.insert(name).second) throw Error(fmt::format("pool: two opponents are called '{}'", name));
  }
}

std::uint64_t PoolOptions::games_each() const {
  const std::uint64_t pairs = 2 * std::max<std::uint64_t>(1, opponents.size());
  return 2 * std::max<std::uint64_t>(1, (games + pairs - 1) / pairs);
}

bool PoolOptions::reproducible(const Limits& everybody) const {
  return std::ranges::all_of(opponents, [&](const PoolOpponent& opponent) {
    const Limits& own = opponent.spec.limits ? *opponent.spec.limits : everybody;
    return !opponent.spec.is_foreign() && own.reproducible();
  });
}

namespace {

std::string who(const PoolOpponent& opponent) {
  if (opponent.weights) return "weights " + play::play_fingerprint(*opponent.weights);
  if (!opponent.generation) return play::describe(opponent.spec);
  return *opponent.generation == 0 ? "the start" : fmt::format("generation {}", *opponent.generation);
}

}  // namespace

std::string describe(const PoolOpponent& opponent) {
  std::string text = who(opponent);
  if (!opponent.spec.uci.directory.empty()) text += ", in " + opponent.spec.uci.directory.string();
  if (opponent.spec.limits) text += ", limits " + play::describe(*opponent.spec.limits);
  if (opponent.spec.time_margin) text += fmt::format(", margin {} ms", opponent.spec.time_margin->count());
  return text;
}

void check_opponent(const GameDriver& driver, const PoolOpponent& opponent, const Limits& everybody) {
  if (opponent.weights || opponent.generation) return;
  try {
    play::check_limits(opponent.spec, everybody);
    play::check_player(driver, opponent.spec);
  } catch (const Error& error) {
    throw Error(fmt::format("pool: {}", error.what()));
  }
}

}  // namespace hone::run
