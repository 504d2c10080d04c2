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
constexpr std::size_t least_games_to_choose = 40;
constexpr std::uint64_t share_seed = 0x63617272;  // so that the folds do not depend on other choices
constexpr double share_tolerance = 1e-6;          // of the loss; shares differ by more

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
    const std::vector<double> found = target_losses(setup.rows, split.heldout, problem.weights_at(x),
                                                    setup.options.loss, setup.targets, setup.options.threads);
    losses[i].insert(losses[i].end(), found.begin(), found.end());
  }
}

}  // namespace

std::vector<SharePoint> share_path(const FitSetup& setup, double fallback_ridge,
                                   const std::function<void(const SolverSummary&)>& observer) {
  if (count_games(setup.rows, setup.split.train) < least_games_to_choose) return {};
  std::vector<std::vector<double>> losses(shares_tried.size());
  RowSelection judged;
  const FitOptions& options = setup.options;
  const PullStrengths strengths =
      PullStrengths(options.ridge.value_or(fallback_ridge), options.smooth.value_or(0)).times(options.pull_factor);
  for (std::uint64_t number = 0; number < share_folds; ++number) {
    const Split split = fold(setup, number);
    judged.insert(judged.end(), split.heldout.begin(), split.heldout.end());
    add_fold(setup, split, strengths, observer, losses);
  }
  std::vector<SharePoint> path;
  for (std::size_t i = 0; i < shares_tried.size(); ++i) {
    path.push_back({shares_tried[i], mean_over_games(setup.rows, judged, losses[i]).mean});
  }
  return path;
}

double best_share(const std::vector<SharePoint>& path) {
  const auto best = std::min_element(path.begin(), path.end(),
                                     [](const SharePoint& a, const SharePoint& b) { return a.loss < b.loss; });
  return best == path.end() ? 1 : best->share;
}

}  // namespace hone::learn
