// SPDX-License-Identifier: MIT
#include "tuner/learn/study/game_scatter.hpp"

#include <algorithm>

#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

constexpr std::size_t games_of_part = 512;

struct ScatterPart {
  WideNumbers sum = WideNumbers::Zero(), squares = WideNumbers::Zero();
};

}  // namespace

GameScatter::GameScatter(const RowSet& rows, const RowSelection& selection, const Weights& optimum,
                         const ParameterOfWeight& parameters, const CovarianceOptions& options)
    : rows_(rows),
      by_game_(rows_by_game(rows, selection)),
      weights_(optimum),
      parameters_(parameters),
      options_(options),
      logit_per_unit_(logit_per_score(optimum.k)) {
  slopes_.reserve(by_game_.order.size());
  for (const std::uint32_t number : by_game_.order) {
    const RowView row = rows_[number];
    const auto weight = static_cast<double>(options_.targets.weight(row.label, number));
    const auto target = static_cast<double>(options_.targets.target(row.label));
    const double logit = logit_per_unit_ * row_score(row, weights_);
    slopes_.push_back(weight * loss_point(options_.loss, row.label.bound, target, logit).slope);
    total_weight_ += weight;
  }
}

WideNumbers GameScatter::of(const WideVector& directions) const {
  const std::size_t parts = (by_game_.games() + games_of_part - 1) / games_of_part;
  ScatterPart all;
  parallel::ordered_sum(
      parts, options_.threads,
      [&](std::size_t number) {
        const std::size_t first = number * games_of_part, last = std::min(first + games_of_part, by_game_.games());
        ScatterPart part;
        for (std::size_t game = first; game < last; ++game) {
          const WideNumbers slope = along(directions, game);
          part.sum += slope;
          part.squares += slope.square();
        }
        return part;
      },
      [&](std::size_t, const ScatterPart& part) {
        all.sum += part.sum;
        all.squares += part.squares;
      });
  const auto games = static_cast<double>(by_game_.games());
  const double unit = logit_per_unit_ * options_.unit / total_weight_;
  return games / (games - 1) * unit * unit * (all.squares - all.sum.square() / games).max(0.0);
}

// The slope of the loss of a game along each direction.
WideNumbers GameScatter::along(const WideVector& directions, std::size_t game) const {
  WideNumbers result = WideNumbers::Zero();
  for (std::size_t i = by_game_.first[game]; i < by_game_.first[game + 1]; ++i) {
    if (slopes_[i] == 0) continue;
    const RowView row = rows_[by_game_.order[i]];
    const PhaseFactors factors = phase_factors(weights_.schema, row);
    add_phase(row, row.phase.lower, slopes_[i] * factors.lower, directions, result);
    add_phase(row, row.phase.lower + 1, slopes_[i] * factors.upper, directions, result);
  }
  return result;
}

void GameScatter::add_phase(const RowView& row, int phase, double factor, const WideVector& directions,
                            WideNumbers& sum) const {
  if (factor == 0) return;
  const int phases = weights_.schema.phase_count();
  for (const FeatureCount entry : row.entries) {
    const std::int32_t parameter = parameters_[static_cast<std::size_t>(entry.term * phases + phase)];
    if (parameter == not_fitted) continue;
    sum += factor * static_cast<double>(entry.count) * directions.row(parameter).array();
  }
}

}  // namespace hone::learn
