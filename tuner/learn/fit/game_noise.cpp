// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/game_noise.hpp"

#include <algorithm>

#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

constexpr std::size_t games_at_once = 256;

// Sums over some games.
struct NoiseSums {
  Vector squares, sums, games;
  double weight = 0;
};

class NoiseOfGames {
 public:
  NoiseOfGames(const RowSet& rows, const Weights& weights, const std::vector<std::int32_t>& parameters,
               Eigen::Index size, Loss loss, const Targets& targets)
      : rows_(rows), weights_(weights), parameters_(parameters), size_(size), loss_(loss), targets_(targets) {}

  [[nodiscard]] NoiseSums sum(const RowsByGame& by_game, std::size_t first, std::size_t last) const {
    NoiseSums sums{Vector::Zero(size_), Vector::Zero(size_), Vector::Zero(size_), 0};
    Vector slopes = Vector::Zero(size_);
    std::vector<std::int32_t> touched;
    for (std::size_t game = first; game < last; ++game) {
      for (std::size_t i = by_game.first[game]; i < by_game.first[game + 1]; ++i) {
        sums.weight += add_row(by_game.order[i], slopes, touched);
      }
      close_game(slopes, touched, sums);
    }
    return sums;
  }

 private:
  // The slopes by the logit of a centi-unit; returns the weight of the row.
  double add_row(std::uint32_t number, Vector& slopes, std::vector<std::int32_t>& touched) const {
    const RowView row = rows_[number];
    const auto weight = static_cast<double>(targets_.weight(row.label, number));
    const double logit = logit_per_score(weights_.k) * row_score(row, weights_);
    const auto target = static_cast<double>(targets_.target(row.label));
    const double slope = weight * loss_point(loss_, row.label.bound, target, logit).slope;
    const PhaseFactors factors = phase_factors(weights_.schema, row);
    add_phase(row, row.phase.lower, slope, factors.lower, slopes, touched);
    add_phase(row, row.phase.lower + 1, slope, factors.upper, slopes, touched);
    return weight;
  }

  void add_phase(const RowView& row, int phase, double slope, double factor, Vector& slopes,
                 std::vector<std::int32_t>& touched) const {
    if (factor == 0) return;
    const int phases = weights_.schema.phase_count();
    for (const FeatureCount entry : row.entries) {
      const std::int32_t parameter = parameters_[static_cast<std::size_t>(entry.term * phases + phase)];
      if (parameter < 0) continue;
      slopes[parameter] += slope * factor * static_cast<double>(entry.count);
      touched.push_back(parameter);
    }
  }

  static void close_game(Vector& slopes, std::vector<std::int32_t>& touched, NoiseSums& sums) {
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const std::int32_t parameter : touched) {
      sums.squares[parameter] += slopes[parameter] * slopes[parameter];
      sums.sums[parameter] += slopes[parameter];
      sums.games[parameter] += 1;
      slopes[parameter] = 0;
    }
    touched.clear();
  }

  const RowSet& rows_;
  const Weights& weights_;
  const std::vector<std::int32_t>& parameters_;
  Eigen::Index size_;
  Loss loss_;
  const Targets& targets_;
};

}  // namespace

GameNoise game_noise(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                     const std::vector<std::int32_t>& parameter_of_weight, Eigen::Index size, Loss loss,
                     const Targets& targets, int threads) {
  const RowsByGame by_game = rows_by_game(rows, selection);
  const NoiseOfGames noise(rows, weights, parameter_of_weight, size, loss, targets);
  NoiseSums all{Vector::Zero(size), Vector::Zero(size), Vector::Zero(size), 0};
  const std::size_t parts = (by_game.games() + games_at_once - 1) / games_at_once;
  parallel::ordered_sum(
      parts, threads,
      [&](std::size_t part) {
        const std::size_t first = part * games_at_once;
        return noise.sum(by_game, first, std::min(first + games_at_once, by_game.games()));
      },
      [&](std::size_t, const NoiseSums& part) {
        all.squares += part.squares;
        all.sums += part.sums;
        all.games += part.games;
        all.weight += part.weight;
      });
  GameNoise result{Vector::Zero(size), std::move(all.games), by_game.games()};
  const auto games = static_cast<double>(by_game.games());
  if (games < 2 || !(all.weight > 0)) return result;
  const double unit = logit_per_score(weights.k) * parameter_unit / all.weight;
  result.variance = games / (games - 1) * unit * unit * (all.squares - all.sums.cwiseAbs2() / games).cwiseMax(0);
  return result;
}

}  // namespace hone::learn
