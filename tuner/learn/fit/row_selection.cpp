// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/row_selection.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace hone::learn {

namespace {

struct RowOfGame {
  std::uint32_t game, row;
};

}  // namespace

RowSelection all_rows(const RowSet& rows) {
  RowSelection selection(rows.size());
  std::iota(selection.begin(), selection.end(), 0U);
  return selection;
}

Split split_by_game(const RowSet& rows, double share, std::uint64_t seed) {
  Split split;
  std::optional<std::uint32_t> game;  // of the row before
  bool judges = false;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const RowLabel label = rows[i].label;
    if (game != label.game) judges = is_held_out(label.game, share, seed);
    game = label.game;
    if (!(label.weight > 0)) continue;
    if (!label.is_tree_row()) {
      (judges ? split.heldout : split.train).push_back(i);
    } else if (!judges) {
      split.tree.push_back(i);
    }
  }
  return split;
}

RowSelection position_rows(const RowSet& rows) {
  RowSelection selection;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].label.is_tree_row()) selection.push_back(i);
  }
  return selection;
}

std::size_t count_games(const RowSet& rows, const RowSelection& selection) {
  std::vector<std::uint32_t> games;
  for (const std::uint32_t i : selection) {
    const std::uint32_t game = rows[i].label.game;
    if (games.empty() || games.back() != game) games.push_back(game);
  }
  std::sort(games.begin(), games.end());
  return static_cast<std::size_t>(std::unique(games.begin(), games.end()) - games.begin());
}

RowsByGame rows_by_game(const RowSet& rows, const RowSelection& selection) {
  std::vector<RowOfGame> sorted;
  sorted.reserve(selection.size());
  for (const std::uint32_t row : selection) sorted.push_back({rows[row].label.game, row});
  const auto by_game = [](const RowOfGame& a, const RowOfGame& b) { return a.game < b.game; };
  if (!std::is_sorted(sorted.begin(), sorted.end(), by_game)) std::stable_sort(sorted.begin(), sorted.end(), by_game);
  RowsByGame result;
  result.order.reserve(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i > 0 && sorted[i].game != sorted[i - 1].game) result.first.push_back(i);
    result.order.push_back(sorted[i].row);
  }
  if (!sorted.empty()) result.first.push_back(sorted.size());
  return result;
}

void release_games(const RowSet& rows, const RowsByGame& by_game, std::size_t first, std::size_t last) {
  if (first == last) return;
  const auto [low, high] =
      std::minmax_element(by_game.order.begin() + static_cast<std::ptrdiff_t>(by_game.first[first]),
                          by_game.order.begin() + static_cast<std::ptrdiff_t>(by_game.first[last]));
  const std::size_t from = *low / RowSet::chunk_rows, to = *high / RowSet::chunk_rows;
  if (to - from > 1) return;  // scattered: the rows between are needed soon
  for (std::size_t chunk = from; chunk <= to; ++chunk) rows.release(chunk);
}

}  // namespace hone::learn
