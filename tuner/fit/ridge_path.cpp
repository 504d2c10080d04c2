// SPDX-License-Identifier: MIT
#include "tuner/fit/ridge_path.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/fit/holdout.hpp"
#include "tuner/fit/row_losses.hpp"

namespace hone {
namespace {

constexpr double choosing_share = 0.2;
constexpr std::size_t least_games = 10;  // on the side that chooses
constexpr int points = 15, most_rises = 3;
constexpr double roughly = 1e-6;                     // of the loss; strengths differ by more
constexpr std::uint64_t choosing_seed = 0x72696467;  // games that judge are drawn from another number

Split split_again(const RowSet& rows, const RowSelection& train, std::uint64_t seed) {
  Split split;
  for (const std::uint32_t i : train) {
    const bool chooses = is_held_out(rows[i].label.game, choosing_share, seed ^ choosing_seed);
    (chooses ? split.heldout : split.train).push_back(i);
  }
  return split;
}

}  // namespace

std::vector<RidgePoint> ridge_path(const FitSetup& setup, const SolverObserver& observer) {
  const RowSet& rows = setup.rows;
  const FitOptions& options = setup.options;
  const Split split = split_again(rows, setup.split.train, options.seed);
  if (count_games(rows, split.heldout) < least_games) return {};
  const FitProblem problem = setup.problem(split.train);
  std::vector<RidgePoint> path;
  if (problem.empty()) return path;
  Vector x = Vector::Zero(static_cast<Eigen::Index>(problem.parameters()));
  int rises = 0;
  for (int i = 0; i < points && rises < most_rises; ++i) {
    const double ridge = std::pow(10.0, -0.5 * i);
    problem.solve({.ridge = ridge, .relative_decrease = roughly, .observer = observer}, x);
    const auto losses = row_losses(rows, split.heldout, problem.weights_at(x), options.loss, options.threads);
    const double loss = mean_over_games(rows, split.heldout, losses).mean;
    rises = !path.empty() && loss > path.back().loss ? rises + 1 : 0;
    path.push_back({ridge, loss});
  }
  return path;
}

double best_ridge(const std::vector<RidgePoint>& path, double fallback) {
  const auto best = std::min_element(path.begin(), path.end(),
                                     [](const RidgePoint& a, const RidgePoint& b) { return a.loss < b.loss; });
  return best == path.end() ? fallback : best->ridge;
}

}  // namespace hone
