// SPDX-License-Identifier: MIT
#include "tuner/fit_report/rows_by_game.hpp"

#include <algorithm>

namespace hone {
namespace {

struct RowOfGame {
  std::uint32_t game, row;
};

}  // namespace

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

StageFactors stage_factors(const Schema& schema, const RowView& row) {
  const double t = upper_share(schema, row.stage);
  return {(1 - t) * static_cast<double>(row.label.lower_scale), t * static_cast<double>(row.label.upper_scale)};
}

}  // namespace hone
