// SPDX-License-Identifier: MIT
#include "tuner/cli/options/pool_options.hpp"

#include <fmt/format.h>

#include <string_view>

#include "data/error.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/cli/options/player_options.hpp"
#include "tuner/run/directory.hpp"

namespace hone::cli {

namespace {

constexpr text::IntegerRange generation_range{-100'000, 100'000};

// The generation that "start", "gen:3" or "gen:-2" speaks of; nothing for players from outside.
std::optional<int> generation_of(std::string_view who) {
  if (who == "start") return 0;
  if (!who.starts_with("gen:")) return std::nullopt;
  const auto number = static_cast<int>(parse_integer(who.substr(4), generation_range));
  if (number == 0) throw Error(expected_found("start, gen:N or gen:-N with N above 0", who));
  return number;
}

run::PoolOpponent parse_opponent(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string_view who = equals == std::string::npos ? "" : std::string_view(text).substr(equals + 1);
  run::PoolOpponent opponent;
  opponent.generation = generation_of(who);
  if (opponent.generation) {
    opponent.spec.name = text.substr(0, equals);
    require_player_name(opponent.spec.name);
    return opponent;
  }
  try {
    opponent.spec = parse_player(text);
  } catch (const Error& error) {
    const bool is_unknown = error.message().starts_with("expected NAME=");
    throw Error(error.message() + (is_unknown ? "; a pool knows NAME=start, NAME=gen:N and NAME=gen:-N too" : ""));
  }
  return opponent;
}

// What is said of one opponent needs an opponent.
void require_players(const run::PoolOptions& pool) {
  if (!pool.players.empty()) return;
  const char* option = !pool.engine_options.empty() ? "pool-option"
                       : !pool.limits.empty()       ? "pool-limits"
                       : !pool.directories.empty()  ? "pool-dir"
                                                    : nullptr;
  if (option != nullptr) throw UsageError(fmt::format("--{} goes with --pool-player NAME=WHO or --pool F", option));
}

template <class F>
void reading_pool(std::string_view option, const F& read) {
  try {
    read();
  } catch (const Error& error) {
    throw UsageError(fmt::format("--{}: {}", option, error.what()));
  }
}

std::vector<play::PlayerSpec> specs_of(const std::vector<run::PoolOpponent>& opponents) {
  std::vector<play::PlayerSpec> specs;
  for (const run::PoolOpponent& opponent : opponents) specs.push_back(opponent.spec);
  return specs;
}

}  // namespace

void take_pool_file(run::PoolOptions& pool) {
  if (pool.file.empty()) return;
  run::PoolOptions found;
  Options options;
  options.list("player", "NAME=WHO", found.players, "");
  options.list("option", "NAME.OPTION=VALUE", found.engine_options, "");
  options.list("limits", "NAME:LIMIT=VALUE,...", found.limits, "");
  options.list("dir", "NAME=PATH", found.directories, "");
  take_config_file(options, pool.file);
  if (found.players.empty()) throw Error(pool.file, 0, expected_found("player = NAME=WHO", "no opponent"));
  const auto add = [](std::vector<std::string>& all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(pool.players, found.players);
  add(pool.engine_options, found.engine_options);
  add(pool.limits, found.limits);
  add(pool.directories, found.directories);
  pool.file.clear();
}

std::vector<run::PoolOpponent> pool_opponents(const GameDriver& game, const run::PoolOptions& pool,
                                              const std::optional<std::filesystem::path>& run,
                                              const WeightsWarning& warn) {
  require_players(pool);
  std::vector<run::PoolOpponent> opponents;
  for (const auto& text : pool.players) reading_pool("pool-player", [&] { opponents.push_back(parse_opponent(text)); });
  std::vector<play::PlayerSpec> specs = specs_of(opponents);
  for (const auto& text : each_first(pool.engine_options))
    reading_pool("pool-option", [&] { set_player_option(specs, text); });
  reading_pool("pool-limits", [&] { set_all_limits(specs, pool.limits); });
  for (const auto& text : each_first(pool.directories))
    reading_pool("pool-dir", [&] { set_player_directory(specs, text); });
  for (std::size_t i = 0; i < opponents.size(); ++i) {
    run::PoolOpponent& opponent = opponents[i];
    opponent.spec = specs[i];
    if (opponent.generation || opponent.spec.kind != play::PlayerSpec::Kind::weights) continue;
    if (!run::is_pool_name(opponent.spec.name)) continue;  // the run refuses it, and no file is named after it
    opponent.weights = load_weights(
        game, run ? run::RunPaths(*run).pool_weights(opponent.spec.name).string() : opponent.spec.source, warn);
  }
  return opponents;
}

}  // namespace hone::cli
