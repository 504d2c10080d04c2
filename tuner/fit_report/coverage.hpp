// SPDX-License-Identifier: MIT
//
// What the rows know of each weight: in how many of them, and of how many games, its feature counts anything.
#pragma once

#include <cstddef>
#include <vector>

#include "data/rows.hpp"
#include "tuner/fit/row_scores.hpp"

namespace hone {

struct Occurrence {
  std::size_t positions = 0, games = 0;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

struct Coverage {
  Occurrence all;
  std::vector<Occurrence> weights;  // indexed like Weights::values: the stage has a share above 0 as well
  std::vector<Occurrence> groups;   // in the schema's order: any weight of the group
};

// One pass over the rows.
[[nodiscard]] Coverage count_coverage(const RowSet& rows, const RowSelection& selection, const Schema& schema);

}  // namespace hone
