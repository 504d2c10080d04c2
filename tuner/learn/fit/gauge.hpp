// SPDX-License-Identifier: MIT
//
// A constant can be moved between a piece's material value and all squares of its board without changing the
// evaluation, so the data cannot tell the two apart. The mean of a board stays as the fit found it, for whoever takes
// the weights into another engine, and the material value holds the rest.
#pragma once

#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/weight_constraints.hpp"

namespace hone::learn {

// A board whose mean can be moved; all numbers are terms of the schema.
struct CenteredBoard {
  int scalar = 0;
  std::vector<int> squares;  // at least one
};

// Every board "psqt.X" that has a scalar "material.X", when both are chosen and the counts of both are equal in each
// row. The squares are those that occur in the rows, and those that are tied to them. chosen: for every term. ties:
// null, or what is tied; boards whose mean cannot be moved without breaking a tie are left out.
[[nodiscard]] std::vector<CenteredBoard> centered_boards(const Schema& schema, const RowSet& rows,
                                                         const std::vector<bool>& chosen,
                                                         const WeightConstraints* ties = nullptr);

// Gives the squares of each such board the mean that they have in `like`, and moves the rest to its scalar; no other
// weights change. What is moved is rounded to a multiple of 10^-decimals, so that rounded weights stay rounded and no
// row's score changes.
void center_boards(Weights& weights, const std::vector<CenteredBoard>& boards, const Weights& like, int decimals);

}  // namespace hone::learn
