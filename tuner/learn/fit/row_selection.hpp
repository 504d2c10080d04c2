// SPDX-License-Identifier: MIT
//
// Which rows of a set a fit learns from, and which it is judged by; and rows in the order of their games. Whole games
// are held out, never single positions: the positions of a game share its outcome, and a split by position would
// flatter the weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/rows.hpp"
#include "tuner/formats/game_split.hpp"

namespace hone::learn {

// Numbers of rows of a RowSet.
using RowSelection = std::vector<std::uint32_t>;
[[nodiscard]] RowSelection all_rows(const RowSet& rows);

using formats::is_held_out;

// Whole games on either side, without rows that weigh nothing. All but `tree` are positions of games, which have
// outcomes to be judged by.
struct Split {
  RowSelection train, heldout;  // ascending
  RowSelection tree = {};       // of the games trained on, the rows from inside of searches; ascending
};
[[nodiscard]] Split split_by_game(const RowSet& rows, double share, std::uint64_t seed);

// The rows of a set that are positions of games, ascending.
[[nodiscard]] RowSelection position_rows(const RowSet& rows);

// The number of different game ids.
[[nodiscard]] std::size_t count_games(const RowSet& rows, const RowSelection& selection);

// Rows in the order of their games, for statistics that take a game as one observation.
struct RowsByGame {
  RowSelection order;                 // by game id; the rows of a game in the order of the selection
  std::vector<std::size_t> first{0};  // game i has the rows order[first[i]] .. order[first[i + 1] - 1]

  [[nodiscard]] std::size_t games() const { return first.size() - 1; }
};
[[nodiscard]] RowsByGame rows_by_game(const RowSet& rows, const RowSelection& selection);

// Gives back the memory of the rows of the games first .. last-1, when they lie together in a mapped file.
void release_games(const RowSet& rows, const RowsByGame& by_game, std::size_t first, std::size_t last);

}  // namespace hone::learn
