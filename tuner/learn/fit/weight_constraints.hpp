// SPDX-License-Identifier: MIT
//
// What a fit keeps to, weight by weight: the constraints of its schema (data/constraints.hpp), the bounds of its
// options, and the groups that are not to be fitted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/weights.hpp"

namespace hone::learn {

struct FitOptions;

// By index of Weights::values. Weights that are tied are a class; its first weight leads it.
struct WeightConstraints {
  std::vector<std::uint32_t> lead;   // of each weight's class
  std::vector<bool> fixed;           // the whole class stays as it is
  std::vector<bool> fixed_itself;    // the weight stays as it is, not because of one that it is tied to
  std::vector<double> lower, upper;  // of the whole class; -inf and inf where there is no bound

  [[nodiscard]] bool is_bounded(std::size_t weight) const;
  [[nodiscard]] bool has_bounds() const;
  [[nodiscard]] bool has_ties() const;
};

// chosen: for every term, whether its group is to be fitted. Of all bounds that match, those of the options and those
// of the schema, the narrowest range counts. Throws Error where they leave a class no value, and for patterns that
// match nothing.
[[nodiscard]] WeightConstraints weight_constraints(const Schema& schema, const FitOptions& options,
                                                   const std::vector<bool>& chosen);

// Makes the weights of a class equal that are not: to the mean of their values, or of those of the weights that are
// fixed themselves, if there are any, which stay as they are. Returns for every weight whether it was made so.
std::vector<bool> even_out(Weights& weights, const WeightConstraints& constraints);

// In words what even_out does to these starting weights in a fit with these options; nothing where they keep to all
// ties. Throws Error as weight_constraints does.
[[nodiscard]] std::optional<std::string> broken_ties(const Weights& start, const FitOptions& options);

}  // namespace hone::learn
