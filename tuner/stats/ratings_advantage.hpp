// SPDX-License-Identifier: MIT
//
// The first mover's advantage where the games put no end to it: where, say, the first mover won all games of two
// players who each moved first ten times. Then it has no most likely value, but a least one that is not refuted. This
// header includes Eigen.
#pragma once

#include <optional>

#include "tuner/stats/ratings_fit.hpp"

namespace hone::stats {

struct AdvantageBound {
  double bound = 0;      // as a strength; the games are more likely than 5 % only beyond it
  bool is_least = true;  // the advantage is larger than the bound, else smaller
};

// Nothing where the games do not tell the advantage from the strengths, because each player moved always first or
// always second, say. The strengths are the most likely ones at each advantage.
[[nodiscard]] std::optional<AdvantageBound> advantage_bound(const RatingProblem& problem);

}  // namespace hone::stats
