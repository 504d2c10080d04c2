// SPDX-License-Identifier: MIT
//
// A run's games against its pool as text, and how far the run has come at home and abroad.
#pragma once

#include <string>

#include "tuner/run/model.hpp"
#include "tuner/run/progress.hpp"

namespace hone::cli {

// What a candidate's games against the pool came to, and whether it is promoted.
[[nodiscard]] std::string report(const run::PoolDone& pool, int generation);

// A table of Elo by generation, at home and against the pool; empty before the first gate. Without a pool only home.
[[nodiscard]] std::string report(const run::RunProgress& progress);

}  // namespace hone::cli
