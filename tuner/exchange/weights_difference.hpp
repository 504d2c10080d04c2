// SPDX-License-Identifier: MIT
//
// Two weight sets compared group by group.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/weights.hpp"

namespace hone::exchange {

struct GroupDifference {
  std::string group;
  std::size_t weights = 0;
  std::size_t changed = 0;
  double mean = 0;             // of the absolute changes, in centi-units
  double largest = 0;          // change, with its sign
  std::string largest_name;    // the weight that changed most: "psqt.king[0,4] mg"; empty: none changed
  std::string largest_square;  // that this weight is about, "e1"; or empty
  // The largest absolute change in standard errors, sqrt(a^2 + b^2), or the one error that is known; NaN where none is.
  double largest_in_errors = 0;
  double correlation = 0;  // of the values; NaN where all values of one side are equal
};

struct WeightsDifference {
  std::vector<GroupDifference> groups;     // of both, in the order of the first
  std::vector<std::string> only_in_first;  // groups that the other lacks, or has in another shape
  std::vector<std::string> only_in_second;
  double first_k = 0, second_k = 0;

  [[nodiscard]] bool equal() const;  // no weight, no group and no k differs
};

// Throws Error for weights with other stages.
[[nodiscard]] WeightsDifference difference_of(const Weights& first, const Weights& second);

}  // namespace hone::exchange
