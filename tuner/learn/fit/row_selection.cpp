// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/row_selection.hpp"

#include <algorithm>
#include <numeric>

namespace hone::learn {

RowSelection all_rows(const RowSet& rows) {
  RowSelection selection(rows.size());
  std::iota(selection.begin(), selection.end(), 0U);
  return selection;
}

Split split_by_game(const RowSet& rows, double share, std::uint64_t seed) {
  Split split;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    (is_held_out(rows[i].label.game, share, seed) ? split.heldout : split.train).push_back(i);
  }
  return split;
}

std::size_t count_games(const RowSet& rows, const RowSelection& selection) {
  std::vector<std::uint32_t> games;
  games.reserve(selection.size());
  for (const std::uint32_t i : selection) games.push_back(rows[i].label.game);
  std::sort(games.begin(), games.end());
  return static_cast<std::size_t>(std::unique(games.begin(), games.end()) - games.begin());
}

}  // namespace hone::learn
