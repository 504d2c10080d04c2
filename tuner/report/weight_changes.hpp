// SPDX-License-Identifier: MIT
//
// How far a run moved each weight from where it began, and how sure that is.
#pragma once

#include <cstddef>
#include <vector>

#include "data/weights.hpp"
#include "tuner/fit_report/fit_report.hpp"
#include "tuner/report/reported_run.hpp"

namespace hone {

struct WeightChanges {
  Schema schema;
  int generation = 0;  // whose weights these are: the best, or the last fitted where none passed; 0: none
  std::vector<WeightEstimate> weights;  // all, by index; the errors are those of the generation's own fit
  bool has_errors = false;

  // Weights that moved, the farthest first, at most so many. noise: whether to take those within their error, or the
  // others.
  [[nodiscard]] std::vector<std::size_t> farthest(bool noise, std::size_t most) const;
};

// Where the first fit centered the boards of the start (tuner/gauge.hpp), the change is from there.
[[nodiscard]] WeightChanges weight_changes(const ReportedRun& run);

struct GroupChange {
  std::size_t group = 0;  // in the schema's order
  std::size_t weights = 0, seen = 0, noise = 0;
  double mean_change = 0;   // mean absolute
  std::size_t largest = 0;  // the weight that moved farthest
};
[[nodiscard]] std::vector<GroupChange> group_changes(const WeightChanges& changes);

}  // namespace hone
