// SPDX-License-Identifier: MIT
//
// Other weights that a fit's games are compatible with: draws from the normal distribution around the fitted weights
// with the covariance of the fit (covariance.hpp). Weights that the prior holds hardly move, and weights that the games
// tell apart badly move together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"

namespace hone::learn {

// So many sets of weights, rounded, within the bounds of the options and with boards whose means are those of the
// start, as in the fit. Draw n depends on n, the seed and the fit alone. Rows, start and options are those of the fit.
// There are none where the fit has no covariance: it kept no matrix of second derivatives, too few games tell, or the
// stop was requested.
[[nodiscard]] std::vector<Weights> draw_weights(const RowSet& rows, const Weights& start, const FitResult& result,
                                                const FitOptions& options, std::size_t count, std::uint64_t seed,
                                                const std::stop_token& stop = {});

}  // namespace hone::learn
