// SPDX-License-Identifier: MIT
//
// Everything that decides the results of a run, in words: kept in its journal, so that it is not gone on with otherwise
// (by a later version with other defaults, say).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/game_driver.hpp"
#include "tuner/run/run.hpp"

namespace hone::run {

[[nodiscard]] nlohmann::ordered_json record_of(const GameDriver& driver, const RunOptions& options);

// Throws Error naming the first thing that is not as it was.
void require_same(const nlohmann::ordered_json& then, const nlohmann::ordered_json& now);

}  // namespace hone::run
