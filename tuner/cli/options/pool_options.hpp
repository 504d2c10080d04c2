// SPDX-License-Identifier: MIT
//
// The pool of a run from what a user wrote: --pool-player and its companions, and the file of --pool, which names
// opponents as `hone match` names players.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/run/pool_options.hpp"

namespace hone::cli {

// Adds what the file of --pool says to the opponents that were given, and forgets the file: a run keeps the opponents.
// Throws Error with file and line.
void take_pool_file(run::PoolOptions& pool);

// The opponents that the texts of the options ask for. With a folder, that of a run that goes on, weights are those
// that the run keeps. Throws UsageError, and Error where weights cannot be used.
[[nodiscard]] std::vector<run::PoolOpponent> pool_opponents(const GameDriver& game, const run::PoolOptions& pool,
                                                            const std::optional<std::filesystem::path>& run,
                                                            const WeightsWarning& warn);

}  // namespace hone::cli
