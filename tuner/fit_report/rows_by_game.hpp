// SPDX-License-Identifier: MIT
//
// Rows in the order of their games, for statistics that take a game as one observation.
#pragma once

#include <cstddef>
#include <vector>

#include "data/rows.hpp"
#include "tuner/fit/row_scores.hpp"

namespace hone {

struct RowsByGame {
  RowSelection order;                 // by game id; rows of a game as they were selected
  std::vector<std::size_t> first{0};  // game i has the rows order[first[i]] .. order[first[i + 1] - 1]

  [[nodiscard]] std::size_t games() const { return first.size() - 1; }
};

[[nodiscard]] RowsByGame rows_by_game(const RowSet& rows, const RowSelection& selection);

// Gives the memory of the rows of these games back, when they lie together in a mapped file.
void release_games(const RowSet& rows, const RowsByGame& by_game, std::size_t first, std::size_t last);

// Factors of a row's counts at the stage below and above its stage point: 0 where the stage has no part in it.
struct StageFactors {
  double lower = 0, upper = 0;
};
[[nodiscard]] StageFactors stage_factors(const Schema& schema, const RowView& row);

}  // namespace hone
