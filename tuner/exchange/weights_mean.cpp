// SPDX-License-Identifier: MIT
#include "tuner/exchange/weights_mean.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "data/error.hpp"

namespace hone::exchange {

Weights mean_of(std::span<const Weights> sets) {
  Weights mean = sets.front();
  mean.errors.clear();
  mean.provenance.clear();
  double scale = 0;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i].schema.fingerprint() != mean.schema.fingerprint()) {
      throw Error(fmt::format("set {} of {} has other groups or stages than the first: there is no mean of them", i + 1,
                              sets.size()));
    }
    mean.schema.keep_shared_constraints(sets[i].schema);
    scale += 1 / sets[i].k / static_cast<double>(sets.size());
  }
  mean.k = 1 / scale;
  for (std::size_t i = 0; i < mean.values.size(); ++i) {
    double sum = 0;
    for (const Weights& set : sets) sum += set.values[i];
    mean.values[i] = sum / static_cast<double>(sets.size());
  }
  return mean;
}

}  // namespace hone::exchange
