// SPDX-License-Identifier: MIT
//
// Fits one after the other, of which each carries on what the ones before have learnt.
#pragma once

#include <memory>
#include <utility>

#include "tests/tuner/learn/synthetic_games.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/posterior.hpp"

namespace hone::learn {

using PosteriorPointer = std::shared_ptr<const Posterior>;

// Every game learnt from, no pull, the K of the data.
inline FitOptions carrying(PosteriorPointer before, std::optional<double> share = 1) {
  FitOptions options{.loss = Loss::cross_entropy, .k = 1.0, .ridge = 0, .holdout = 0, .decimals = 3};
  options.keep_curvature = true;
  options.carry = {.posterior = std::move(before), .share = share, .keep = true};
  return options;
}

// Adds the rows, as games that differ from all others, with their weights times a factor.
inline void add_games(RowSet& rows, const RowSet& added, double factor = 1) {
  const auto first = static_cast<std::uint32_t>(rows.games());
  for (std::size_t i = 0; i < added.size(); ++i) {
    RowLabel label = added[i].label;
    label.game += first;
    label.weight *= static_cast<float>(factor);
    rows.add({added[i].phase, added[i].entries, label});
  }
}

inline double largest_difference(const Weights& a, const Weights& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
  return largest;
}

}  // namespace hone::learn
