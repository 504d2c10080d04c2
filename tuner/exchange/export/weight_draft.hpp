// SPDX-License-Identifier: MIT
//
// Weights between their file and their export: values that may be scaled, merged and left out, and that remember which
// weights they were made of.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "data/weights.hpp"

namespace hone::exchange {

inline constexpr double unknown_error = std::numeric_limits<double>::quiet_NaN();

// `sources` are the weights at the beginning that move by as much as the value does.
struct DraftValue {
  double value = 0, error = unknown_error;
  double lower = 0, upper = 0;
  std::vector<std::size_t> sources;
};

struct DraftGroup {
  Group group;
  bool is_fitted = false;
  std::vector<DraftValue> values;  // term * phases + phase, terms from 0
  std::string role = {};           // in words (data/schema.hpp); empty: linear
};

struct Draft {
  std::string game;
  std::vector<std::string> phases;
  int steps = 1;
  std::vector<DraftGroup> groups;
  std::vector<std::string> constraints;  // lines, see data/constraints.hpp
};

[[nodiscard]] Draft draft_of(const Weights& weights);
[[nodiscard]] Schema schema_of(const Draft& draft);               // without its constraints
[[nodiscard]] std::vector<DraftValue*> all_values(Draft& draft);  // in the order of Weights::values

}  // namespace hone::exchange
