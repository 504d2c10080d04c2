// SPDX-License-Identifier: MIT
#include "tuner/fit/row_losses.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/fit/row_scores.hpp"

namespace hone {
namespace {

struct GameShare {
  std::uint32_t game;
  double weight, weighted_value;
};

// One element for each game, in the order of their ids.
std::vector<GameShare> by_game(const RowSet& rows, const RowSelection& selection, std::span<const double> values) {
  std::vector<GameShare> shares;
  shares.reserve(selection.size());
  for (std::size_t i = 0; i < selection.size(); ++i) {
    const RowLabel& label = rows[selection[i]].label;
    const double weight = label.weight;
    shares.push_back({label.game, weight, weight * values[i]});
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const GameShare& a, const GameShare& b) { return a.game < b.game; });
  std::vector<GameShare> games;
  for (const GameShare& share : shares) {
    if (games.empty() || games.back().game != share.game) games.push_back({share.game, 0, 0});
    games.back().weight += share.weight;
    games.back().weighted_value += share.weighted_value;
  }
  return games;
}

}  // namespace

std::vector<double> row_losses(const RowSet& rows, const RowSelection& selection, const Weights& weights, Loss loss,
                               int threads) {
  std::vector<double> values = row_scores(rows, selection, weights, threads);
  const double scale = logit_per_score(weights.k);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = loss_value(loss, static_cast<double>(rows[selection[i]].label.target), scale * values[i]);
  }
  return values;
}

ClusteredMean mean_over_games(const RowSet& rows, const RowSelection& selection, std::span<const double> values) {
  const std::vector<GameShare> games = by_game(rows, selection, values);
  double weight = 0, sum = 0;
  for (const GameShare& game : games) {
    weight += game.weight;
    sum += game.weighted_value;
  }
  if (!(weight > 0)) return {};
  ClusteredMean result{sum / weight, 0};
  if (games.size() < 2) return result;
  double squares = 0;
  for (const GameShare& game : games) {
    const double residual = game.weighted_value - game.weight * result.mean;
    squares += residual * residual;
  }
  const double count = static_cast<double>(games.size());
  result.error = std::sqrt(squares * count / (count - 1)) / weight;
  return result;
}

}  // namespace hone
