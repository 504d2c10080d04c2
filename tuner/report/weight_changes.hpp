// SPDX-License-Identifier: MIT
//
// How far a run moved each weight from where it began, how sure that is, and the same in words.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "tuner/learn/study/study.hpp"
#include "tuner/report/reported_run.hpp"

namespace hone::report {

struct WeightChanges {
  Schema schema;
  int generation = 0;  // whose weights these are: the best, or the last fitted where none passed; 0: none
  std::vector<learn::WeightEstimate>
      weights;  // all, by index; error and chance are the error of the generation's own fit
  bool has_errors = false;

  // The weights that moved, the farthest first, at most `most` of them. noise: whether to take those that moved within
  // their error, or the others.
  [[nodiscard]] std::vector<std::size_t> farthest(bool noise, std::size_t most) const;
};

// Where the first fit centered the boards of the start (tuner/learn/fit/gauge.hpp), the change is from there.
[[nodiscard]] WeightChanges weight_changes(const ReportedRun& run);

struct GroupChange {
  std::size_t group = 0;  // in the schema's order
  std::size_t weights = 0, seen = 0, noise = 0;
  double mean_change = 0;   // mean absolute
  std::size_t largest = 0;  // the weight that moved farthest
};
[[nodiscard]] std::vector<GroupChange> group_changes(const WeightChanges& changes);

// A weight of a run in words: its value, change and error. Whole numbers have no decimals.
[[nodiscard]] std::string value_text(double value);
[[nodiscard]] std::string change_text(const learn::WeightEstimate& weight);  // "+5"; nothing where it did not move
// "psqt.knight[2,5] f3 (mg): 12 (+5 from 7), error 2.1, z 2.4, 1,234 positions", as far as it is known.
[[nodiscard]] std::string full_text(const WeightChanges& changes, std::size_t weight);

// The weight as a line of a table: name by its square, title with its index, start, value, change, error, z, positions.
[[nodiscard]] nlohmann::ordered_json weight_row(const WeightChanges& changes, std::size_t weight);

}  // namespace hone::report
