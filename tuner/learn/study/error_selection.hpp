// SPDX-License-Identifier: MIT
//
// Which weights of a fit without a matrix get standard errors: `200`, the 200 that matter most, or those of groups,
// `mobility.*,corner.*`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/schema.hpp"
#include "data/weights.hpp"

namespace hone::learn {

struct ErrorSelection {
  std::size_t count = 0;              // that matter most; 0: those of the patterns
  std::vector<std::string> patterns;  // of groups

  [[nodiscard]] bool any() const { return count > 0 || !patterns.empty(); }
};

// Throws Error for other text. Empty text selects nothing, as does 0.
[[nodiscard]] ErrorSelection parse_error_selection(const std::string& text);

// Indices in Weights::values, ascending, of fitted weights alone. A weight matters as much as it moves the score of a
// usual position: its distance from the start times the root of its mean square in the rows. parameter_of_weight and
// mean_squares: by index of Weights::values; -1 is not fitted. Throws Error for a pattern that matches no group.
[[nodiscard]] std::vector<std::size_t> selected_weights(const ErrorSelection& selection, const Weights& start,
                                                        const Weights& fitted,
                                                        const std::vector<std::int32_t>& parameter_of_weight,
                                                        const std::vector<double>& mean_squares);

}  // namespace hone::learn
