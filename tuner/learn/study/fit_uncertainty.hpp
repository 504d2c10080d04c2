// SPDX-License-Identifier: MIT
//
// What a fit left unsure about some groups of weights, for choosing where the next games begin
// (tuner/play/uncertainty.hpp).
#pragma once

#include <string>
#include <vector>

#include "data/schema.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/play/uncertainty.hpp"

namespace hone::learn {

// The block of the weights of these groups in the inverse of the objective's Hessian, ridge included, divided by its
// largest variance. What other weights leave open is thus part of it. Patterns as in
// tuner/learn/fit/group_patterns.hpp; none: all groups. Weights that no row had are left out. Nothing at all where the
// Hessian has no inverse. Throws Error for a pattern that matches no group.
[[nodiscard]] play::Uncertainty uncertainty_of(const FitCurvature& curvature, const Schema& schema,
                                               const std::vector<std::string>& patterns);

}  // namespace hone::learn
