// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/validation.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "data/hash.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {

namespace {

constexpr std::uint64_t dealing_seed = 0x666f6c64;

std::uint64_t fold_of(std::uint32_t game, std::uint64_t seed, int folds) {
  return (hash_seed(seed ^ dealing_seed, game) >> 11) % static_cast<std::uint64_t>(folds);
}

Split deal(const RowSet& rows, std::uint64_t seed, int folds, int fold) {
  Split split;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const RowLabel label = rows[i].label;
    const bool judged = fold_of(label.game, seed, folds) == static_cast<std::uint64_t>(fold);
    if (!label.is_tree_row()) {
      (judged ? split.heldout : split.train).push_back(i);
    } else if (!judged) {
      split.tree.push_back(i);
    }
  }
  return split;
}

double mean_loss(const RowSet& rows, const RowSelection& selection, const std::vector<double>& losses) {
  return mean_over_games(rows, selection, losses).mean;
}

constexpr double choosing_share = 0.2;
constexpr std::size_t least_games = 10;  // to choose the ridge by
constexpr int points = 15, most_rises = 3;
constexpr double roughly = 1e-6;                     // of the loss; strengths differ by more
constexpr std::uint64_t choosing_seed = 0x72696467;  // so that the games that choose do not depend on those that judge

Split split_again(const RowSet& rows, const Split& of, std::uint64_t seed) {
  Split split;
  const auto chooses = [&](std::uint32_t i) {
    return is_held_out(rows[i].label.game, choosing_share, seed ^ choosing_seed);
  };
  for (const std::uint32_t i : of.train) (chooses(i) ? split.heldout : split.train).push_back(i);
  for (const std::uint32_t i : of.tree) {
    if (!chooses(i)) split.tree.push_back(i);
  }
  return split;
}

class Worth {
 public:
  Worth(const RowSet& rows, const Weights& start, const Weights& fitted, double ridge, const FitOptions& options)
      : setup_(rows, start, options),
        problem_(setup_.problem(setup_.split)),
        ridge_(ridge),
        x_(parameters_of(problem_, setup_.start, fitted)),
        train_(losses(setup_.split.train, fitted)),
        heldout_(losses(setup_.split.heldout, fitted)) {}

  [[nodiscard]] std::vector<GroupWorth> all(const std::function<void(int)>& progress) const {
    std::vector<GroupWorth> result;
    int done = 0;
    for (const Group& group : setup_.start.schema.groups()) {
      const std::size_t weights = fitted_weights(group);
      if (weights > 0) result.push_back(without(group, weights));
      ++done;
      if (progress) progress(done);
    }
    std::stable_sort(result.begin(), result.end(), [](const GroupWorth& a, const GroupWorth& b) {
      return std::tie(a.heldout_gain, a.train_gain) > std::tie(b.heldout_gain, b.train_gain);
    });
    return result;
  }

 private:
  [[nodiscard]] std::size_t fitted_weights(const Group& group) const {
    const auto phases = static_cast<std::size_t>(setup_.start.schema.phase_count());
    std::size_t count = 0;
    for (std::size_t i = 0; i < problem_.parameters(); ++i) {
      const auto term = static_cast<int>(problem_.rows().weight_of(i) / phases);
      if (problem_.seen()[i] && term >= group.first && term < group.first + group.shape.size()) ++count;
    }
    return count;
  }

  [[nodiscard]] std::vector<double> losses(const RowSelection& selection, const Weights& weights) const {
    return row_losses(setup_.rows, selection, weights, setup_.options.loss, setup_.options.threads);
  }

  [[nodiscard]] ClusteredMean gain(const RowSelection& selection, const std::vector<double>& with,
                                   const Weights& without) const {
    std::vector<double> gains = losses(selection, without);
    for (std::size_t i = 0; i < gains.size(); ++i) gains[i] -= with[i];
    return mean_over_games(setup_.rows, selection, gains);
  }

  [[nodiscard]] GroupWorth without(const Group& group, std::size_t weights) const {
    std::vector<bool> left_out(static_cast<std::size_t>(setup_.start.schema.terms()));
    std::fill_n(left_out.begin() + group.first, group.shape.size(), true);
    Vector x = x_;
    problem_.solve({.ridge = ridge_, .left_out = left_out}, x);
    const Weights refitted = problem_.weights_at(x);
    const ClusteredMean heldout = gain(setup_.split.heldout, heldout_, refitted);
    return {.group = group.name,
            .weights = weights,
            .train_gain = gain(setup_.split.train, train_, refitted).mean,
            .heldout_gain = heldout.mean,
            .heldout_error = heldout.error};
  }

  FitSetup setup_;
  FitProblem problem_;
  double ridge_;
  Vector x_;
  std::vector<double> train_, heldout_;  // under the fitted weights
};

}  // namespace

CrossValidation cross_validate(const RowSet& rows, const Weights& start, const Weights& fitted, double ridge,
                               const FitOptions& options, int folds, const std::function<void(int)>& progress) {
  const FitSetup setup(rows, start, options);
  CrossValidation result;
  std::vector<double> gains(rows.size()), losses(rows.size());
  for (int number = 0; number < folds; ++number) {
    const Split split = deal(rows, options.seed, folds, number);
    const FitProblem problem = setup.problem(split);
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
    if (progress) progress(number + 1);
  }
  const RowSelection all = position_rows(rows);
  const ClusteredMean gain = mean_over_games(rows, all, gains);
  result.fitted_loss = mean_loss(rows, all, losses);
  result.start_loss = result.fitted_loss + gain.mean;
  result.gain = gain.mean;
  result.gain_error = gain.error * std::sqrt(1 + static_cast<double>(folds) / (folds - 1));
  return result;
}

std::vector<RidgePoint> ridge_path(const FitSetup& setup, const SolverObserver& observer) {
  const RowSet& rows = setup.rows;
  const FitOptions& options = setup.options;
  const Split split = split_again(rows, setup.split, options.seed);
  if (count_games(rows, split.heldout) < least_games) return {};
  const FitProblem problem = setup.problem(split);
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

std::vector<GroupWorth> group_worths(const RowSet& rows, const Weights& start, const Weights& fitted, double ridge,
                                     const FitOptions& options, const std::function<void(int)>& progress) {
  return Worth(rows, start, fitted, ridge, options).all(progress);
}

}  // namespace hone::learn
