// SPDX-License-Identifier: MIT
#include "tuner/fit/cross_validation.hpp"

#include <utility>

#include "data/hash.hpp"
#include "tuner/fit/fit_setup.hpp"
#include "tuner/fit/row_losses.hpp"

namespace hone {
namespace {

constexpr std::uint64_t dealing_seed = 0x666f6c64;

std::uint64_t fold_of(std::uint32_t game, std::uint64_t seed, int folds) {
  return (hash_seed(seed ^ dealing_seed, game) >> 11) % static_cast<std::uint64_t>(folds);
}

Split deal(const RowSet& rows, std::uint64_t seed, int folds, int fold) {
  Split split;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const bool judged = fold_of(rows[i].label.game, seed, folds) == static_cast<std::uint64_t>(fold);
    (judged ? split.heldout : split.train).push_back(i);
  }
  return split;
}

double mean_loss(const RowSet& rows, const RowSelection& selection, const std::vector<double>& losses) {
  return mean_over_games(rows, selection, losses).mean;
}

}  // namespace

CrossValidation cross_validate(const RowSet& rows, const Weights& start, const Weights& fitted, double ridge,
                               const FitOptions& options, int folds) {
  const FitSetup setup(rows, start, options);
  CrossValidation result;
  std::vector<double> gains(rows.size()), losses(rows.size());
  for (int number = 0; number < folds; ++number) {
    const Split split = deal(rows, options.seed, folds, number);
    const FitProblem problem = setup.problem(split.train);
    Vector x = parameters_of(problem, setup.start, fitted);
    if (!problem.empty()) problem.solve({.ridge = ridge}, x);
    const Weights weights = problem.weights_at(x);
    const auto loss_of = [&](const RowSelection& selection, const Weights& judged) {
      return row_losses(rows, selection, judged, options.loss, options.threads);
    };
    const std::vector<double> before = loss_of(split.heldout, setup.start), after = loss_of(split.heldout, weights);
    for (std::size_t i = 0; i < before.size(); ++i) {
      gains[split.heldout[i]] = before[i] - after[i];
      losses[split.heldout[i]] = after[i];
    }
    result.folds.push_back({.rows = split.heldout.size(),
                            .games = count_games(rows, split.heldout),
                            .train_loss = mean_loss(rows, split.train, loss_of(split.train, weights)),
                            .start_loss = mean_loss(rows, split.heldout, before),
                            .fitted_loss = mean_loss(rows, split.heldout, after)});
  }
  const RowSelection all = all_rows(rows);
  const ClusteredMean gain = mean_over_games(rows, all, gains);
  result.fitted_loss = mean_loss(rows, all, losses);
  result.start_loss = result.fitted_loss + gain.mean;
  result.gain = gain.mean;
  result.gain_error = gain.error;
  return result;
}

}  // namespace hone
