// SPDX-License-Identifier: MIT
//
// How much the games of a fit vary, weight by weight. Positions of a game share its outcome, so the slope of the mean
// loss by a weight varies more from sample to sample than its curvature says, and most for a feature that lasts a whole
// game. What weights are worth is judged with the games as the sample.
#pragma once

#include <cstdint>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

struct GameNoise {
  Vector variance;        // of the slope of the mean loss by each parameter, over samples of as many games
  Vector games;           // in which a row has the parameter
  std::size_t count = 0;  // of all games
};

// At these weights, with parameters in units of 100 centi-units. parameter_of_weight: by index of Weights::values, -1:
// none. size: the number of parameters. With fewer than two games the variance is 0.
[[nodiscard]] GameNoise game_noise(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                   const std::vector<std::int32_t>& parameter_of_weight, Eigen::Index size, Loss loss,
                                   const Targets& targets, int threads);

}  // namespace hone::learn
