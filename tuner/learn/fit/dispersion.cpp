// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/dispersion.hpp"

#include <vector>

#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {

namespace {

// Sums over games, by index of Weights::values. All are in units of the logit, which cancel.
class GameSums {
 public:
  explicit GameSums(const Weights& weights)
      : weights_(weights),
        size_(weights.values.size()),
        game_(size_),
        sum_(size_),
        squares_(size_),
        curvature_(size_) {}

  void add_row(const RowView& row, double weight, const LossPoint& loss) {
    const PhaseFactors factors = phase_factors(weights_.schema, row);
    add_phase(row, row.phase.lower, factors.lower, weight, loss);
    if (factors.upper != 0) add_phase(row, row.phase.lower + 1, factors.upper, weight, loss);
  }

  void end_game() {
    for (const std::size_t i : touched_) {
      sum_[i] += game_[i];
      squares_[i] += game_[i] * game_[i];
      game_[i] = 0;
    }
    touched_.clear();
  }

  [[nodiscard]] double mean_ratio(double games) const {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      if (!(curvature_[i] > 0)) continue;
      sum += games / (games - 1) * (squares_[i] - sum_[i] * sum_[i] / games) / curvature_[i];
      ++count;
    }
    return count > 0 && sum > 0 ? sum / count : 1;
  }

 private:
  void add_phase(const RowView& row, int phase, double factor, double weight, const LossPoint& loss) {
    const int phases = weights_.schema.phase_count();
    for (const FeatureCount entry : row.entries) {
      const auto i = static_cast<std::size_t>(entry.term * phases + phase);
      const double in_score = factor * static_cast<double>(entry.count);
      if (game_[i] == 0) touched_.push_back(i);
      game_[i] += weight * loss.slope * in_score;
      curvature_[i] += weight * loss.curvature * in_score * in_score;
    }
  }

  const Weights& weights_;
  std::size_t size_;
  std::vector<double> game_, sum_, squares_, curvature_;
  std::vector<std::size_t> touched_;  // by the game; a weight may stand there twice, the second time with 0
};

}  // namespace

double dispersion(const RowSet& rows, const RowSelection& selection, const Weights& weights, const Targets& targets,
                  Loss loss) {
  const RowsByGame by_game = rows_by_game(rows, selection);
  if (by_game.games() < 2) return 1;
  const double scale = logit_per_score(weights.k);
  GameSums sums(weights);
  for (std::size_t game = 0; game < by_game.games(); ++game) {
    for (std::size_t i = by_game.first[game]; i < by_game.first[game + 1]; ++i) {
      const RowView row = rows[by_game.order[i]];
      const double target = targets.target(row.label), weight = targets.weight(row.label, by_game.order[i]);
      sums.add_row(row, weight, loss_point(loss, row.label.bound, target, scale * row_score(row, weights)));
    }
    sums.end_game();
  }
  return sums.mean_ratio(static_cast<double>(by_game.games()));
}

}  // namespace hone::learn
