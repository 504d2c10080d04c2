// SPDX-License-Identifier: MIT
//
// Which rows of a set a fit learns from, and which it is judged by. Whole games are held out, never single positions:
// those of a game share its outcome, and a split by position would flatter the weights.
#pragma once

#include <cstdint>
#include <vector>

#include "data/rows.hpp"
#include "tuner/formats/game_split.hpp"

namespace hone::learn {

// Numbers of rows of a RowSet.
using RowSelection = std::vector<std::uint32_t>;
[[nodiscard]] RowSelection all_rows(const RowSet& rows);

using formats::is_held_out;

struct Split {
  RowSelection train, heldout;  // ascending
};
[[nodiscard]] Split split_by_game(const RowSet& rows, double share, std::uint64_t seed);

// Number of different game ids.
[[nodiscard]] std::size_t count_games(const RowSet& rows, const RowSelection& selection);

}  // namespace hone::learn
