// SPDX-License-Identifier: MIT
//
// A constant can be moved between a piece's material value and all squares of its board without any change of the
// evaluation: the data cannot tell the two apart. Weights files read best when the board's mean is 0 and
// the material holds the rest.
#pragma once

#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"

namespace hone {

// Does so for every board "psqt.X" with a scalar "material.X" when both are chosen and each row counts as many of
// the one as of the other. The mean is taken over the squares that occur in the rows, and only they move; it is a
// multiple of 10^-decimals, so that rounded weights stay rounded and no row's score changes.
// chosen: for every term.
void center_boards(Weights& weights, const RowSet& rows, const std::vector<bool>& chosen, int decimals);

}  // namespace hone
