// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/carried_share.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "data/hash.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {

namespace {

constexpr std::array shares_tried{1.0, 0.7, 0.5, 0.3, 0.1, 0.0};
constexpr std::uint64_t share_folds = 4;
constexpr std::uint64_t share_seed = 0x63617272;  // so that the folds do not depend on other choices
constexpr double most_errors = 0.5;               // standard errors that a share may be worse than the best
constexpr double share_tolerance = 1e-9;          // of the loss; its six digits are printed

Split fold(const FitSetup& setup, std::uint64_t number) {
  Split split;
  const auto is_judging = [&](std::uint32_t row) {
    const std::uint64_t dealt = hash_seed(setup.options.seed ^ share_seed, setup.rows[row].label.game) >> 11;
    return dealt % share_folds == number;
  };
  for (const std::uint32_t i : setup.split.train) (is_judging(i) ? split.heldout : split.train).push_back(i);
  for (const std::uint32_t i : setup.split.tree) {
    if (!is_judging(i)) split.tree.push_back(i);
  }
  return split;
}

// Adds the losses of a fold under every share. Each fit begins where the one before ended.
void add_fold(const FitSetup& setup, const Split& split, const PullStrengths& strengths, const SolverObserver& observer,
              std::vector<std::vector<double>>& losses) {
  const FitProblem problem = setup.problem(split);
  Vector x = Vector::Zero(static_cast<Eigen::Index>(problem.parameters()));
  for (std::size_t i = 0; i < shares_tried.size(); ++i) {
    if (!problem.empty()) {
      problem.solve({.strengths = strengths,
                     .relative_decrease = share_tolerance,
                     .observer = observer,
                     .carried_share = shares_tried[i]},
                    x);
    }
    const std::vector<double> found = target_losses(setup.rows, split.heldout, problem.weights_at(x, strengths),
                                                    setup.options.loss, setup.targets, setup.options.threads);
    losses[i].insert(losses[i].end(), found.begin(), found.end());
  }
}

std::vector<SharePoint>::const_iterator least_loss(const std::vector<SharePoint>& path) {
  return std::ranges::min_element(path, {}, &SharePoint::loss);
}

// The differences to the losses of the best point, with errors by game.
void compare(const RowSet& rows, const RowSelection& judged, const std::vector<std::vector<double>>& losses,
             const std::vector<double>& least, std::vector<SharePoint>& path) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    const ClusteredMean mean = mean_difference(rows, judged, losses[i], least);
    path[i].excess = mean.mean;
    path[i].excess_error = mean.error;
  }
}

}  // namespace

std::vector<SharePoint> share_path(const FitSetup& setup, double fallback_ridge,
                                   const std::function<void(const SolverSummary&)>& observer) {
  if (count_games(setup.rows, setup.split.train) < least_games_of_share) return {};
  std::vector<std::vector<double>> losses(shares_tried.size());
  RowSelection judged;
  const FitOptions& options = setup.options;
  PullStrengths strengths(options.ridge.value_or(fallback_ridge), options.smooth.value_or(0));
  strengths.back_off = options.back_off.value_or(0);
  strengths = strengths.times(options.pull_factor);
  for (std::uint64_t number = 0; number < share_folds; ++number) {
    const Split split = fold(setup, number);
    judged.insert(judged.end(), split.heldout.begin(), split.heldout.end());
    add_fold(setup, split, strengths, observer, losses);
  }
  std::vector<SharePoint> path;
  for (std::size_t i = 0; i < shares_tried.size(); ++i) {
    path.push_back({.share = shares_tried[i], .loss = mean_over_games(setup.rows, judged, losses[i]).mean});
  }
  if (const auto best = least_loss(path); best != path.end()) {
    compare(setup.rows, judged, losses, losses[static_cast<std::size_t>(best - path.begin())], path);
  }
  return path;
}

double best_share(const std::vector<SharePoint>& path) {
  for (const SharePoint& point : path) {
    if (point.excess <= most_errors * point.excess_error) return point.share;
  }
  return path.empty() ? 1 : least_loss(path)->share;
}

}  // namespace hone::learn
