// SPDX-License-Identifier: MIT
//
// Ratings of all players of a pool's games, by the model of `hone rate` (tuner/stats/ratings.hpp, logistic), with
// errors that know of the openings: the games of different generations against the same opponent on the same opening
// rise and fall together, so that differences between generations are surer than the ratings. The errors are those of a
// sandwich estimate whose clusters are opponent and opening (H. White, Econometrica 50, 1982, 1-25), with Student's
// quantile.
#pragma once

#include <span>
#include <vector>

#include "tuner/run/pool_model.hpp"

namespace hone::run {

[[nodiscard]] PoolTable rate_pool(std::span<const PoolMatch> matches);

// A candidate beside the best weights before it, from all games of the pool.
[[nodiscard]] PoolComparison compare_in_pool(std::span<const PoolMatch> matches, int candidate, int before);

}  // namespace hone::run
