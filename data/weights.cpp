// SPDX-License-Identifier: MIT
#include "data/weights.hpp"

#include <algorithm>
#include <cmath>

namespace hone {

std::vector<int> Weights::rounded() const {
  std::vector<int> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(),
                 [](double value) { return static_cast<int>(std::lround(value)); });
  return result;
}

Weights zero_weights(const Schema& schema) {
  Weights weights;
  weights.schema = schema;
  weights.values.assign(static_cast<std::size_t>(schema.weights()), 0.0);
  return weights;
}

}  // namespace hone
