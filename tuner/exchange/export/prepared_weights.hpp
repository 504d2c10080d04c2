// SPDX-License-Identifier: MIT
//
// Weights as they go out: the chosen groups, in the target's unit, folded, clipped and rounded. In this order: one
// stage made of several, the scale, material folded into boards, groups left out, bounds of the target, rounding.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "tuner/exchange/export/export_options.hpp"

namespace hone::learn {
struct Posterior;
}

namespace hone::exchange {

// What rounding did to the likelihood of the games of a posterior. Losses are differences of -log likelihood.
struct RoundingSummary {
  bool is_judged = false;          // there was a posterior
  std::size_t unknown = 0;         // values that the posterior does not have; they were rounded each for itself
  std::size_t moved = 0;           // values that are not the nearest ones
  double loss_each = 0, loss = 0;  // of rounding each for itself, and of what was done
};

struct PreparedWeights {
  Weights weights;                   // values and errors in the target's unit; its schema holds what goes out
  std::vector<double> lower, upper;  // bounds of the values, in their order, within the target's; +-inf: none
  std::vector<int> phases;           // of the schema, that are written
  ExportOptions options;             // that it was made with
  Decimals decimals;
  double factor = 1;                 // what the score was multiplied with
  std::vector<std::string> changes;  // what was done to them, in words: "multiplied by 0.74"
  std::size_t clipped = 0;
  RoundingSummary rounding;

  // Whether the stages lie in tables of their own, or there is one only.
  [[nodiscard]] bool is_split() const { return options.stages.is_split || weights.schema.phase_count() == 1; }
};

// With a posterior the values are rounded together (tuner/exchange/export/grid_rounding.hpp) so that its games become
// as little less likely as possible; without, each for itself. Values that the schema ties to each other stay equal.
//
// Throws Error for options that the schema does not allow, when no group is left, when --drop-unfitted finds a file
// without any errors, and for a posterior of another game or without any of the weights.
[[nodiscard]] PreparedWeights prepare(const Weights& weights, const ExportOptions& options, Decimals decimals,
                                      const learn::Posterior* posterior = nullptr);

// The text of a value or another number in the unit of values: all digits that read back as the same double, or as many
// decimals as the values have. `is_real` writes whole numbers as 1.0 where not all values are whole.
[[nodiscard]] std::string number_text(double value, Decimals decimals, bool is_real);

}  // namespace hone::exchange
