// SPDX-License-Identifier: MIT
//
// The options of how games are played that self-play, matches and runs have in common. The structs of the engine lie
// below tuner/, so that what they say of themselves stands here.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/adjudication.hpp"
#include "engine/game_driver.hpp"
#include "tuner/play/openings.hpp"
#include "tuner/text/options.hpp"

namespace hone::play {

// Of every --hash, in megabytes.
inline constexpr text::IntegerRange hash_range{1, 65'536};

// --depth, --nodes, --movetime, --tc. The limits that are there already are the default: they hold until the first
// option of these is set, which replaces them all; the options after it add to it.
void declare_limits(text::Options& options, Limits& limits);
// --match-depth, --match-nodes, --match-movetime, --match-tc.
void declare_match_limits(text::Options& options, Limits& limits);

[[nodiscard]] bool is_limited(const Limits& limits);  // at least one limit is set

// "10+0.1": ten seconds for the game and a tenth more a move; "40/60+1": a minute for every forty moves.
// Throws Error.
[[nodiscard]] Clock parse_time_control(std::string_view text);

// --resign, --draw, --endings, --verify-share.
void declare_adjudication(text::Options& options, AdjudicationOptions& rules);

// --threads, --seed, --hash.
void declare_work(text::Options& options, int& threads, std::uint64_t& seed, EngineOptions& engine);
void declare_threads(text::Options& options, int& threads);
void declare_hash(text::Options& options, EngineOptions& engine);
// --parameter: the numbers of the search (engine/search_parameters.hpp).
void declare_parameters(text::Options& options, EngineOptions& engine);

// --komi of the initial position; for commands that set up one.
void declare_komi(text::Options& options, std::string& komi);

// --opening-plies, --opening-bound, --komi: what is not given depends on the game.
struct OpeningChoice {
  std::optional<int> plies = std::nullopt;
  std::optional<Score> bound = std::nullopt;
  std::string komi = {};

  void declare(text::Options& options);
  // Where given. Throws Error if the game cannot have this komi.
  void apply(const GameDriver& driver, OpeningOptions& openings) const;
};

}  // namespace hone::play
