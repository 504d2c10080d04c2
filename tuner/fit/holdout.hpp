// SPDX-License-Identifier: MIT
//
// Keeping games out of a fit, to judge it by. Whole games, never single positions: those of a game share its
// outcome, and a split by position would flatter the weights.
#pragma once

#include <cstdint>

#include "data/rows.hpp"
#include "tuner/fit/row_scores.hpp"

namespace hone {

// Depends on nothing but its arguments: a game stays on its side whatever other games there are, and a larger
// share holds out the games of a smaller one and more.
[[nodiscard]] bool is_held_out(std::uint32_t game, double share, std::uint64_t seed);

struct Split {
  RowSelection train, heldout;  // ascending
};
[[nodiscard]] Split split_by_game(const RowSet& rows, double share, std::uint64_t seed);

// Number of different game ids.
[[nodiscard]] std::size_t count_games(const RowSet& rows, const RowSelection& selection);

}  // namespace hone
