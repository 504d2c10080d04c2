// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/validation.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
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

constexpr int choosing_folds = 5;
constexpr int most_rises = 3;
constexpr double tolerance = 1e-9;                   // of the loss; its six digits are printed
constexpr std::uint64_t choosing_seed = 0x72696467;  // so that the folds are others than those that judge a fit

// The training rows without one fold, which judges. Rows of the fold stay in the problem and weigh nothing, so that all
// folds have the parameters of the whole.
class ChoosingFold {
 public:
  ChoosingFold(const FitSetup& setup, const FitOptions& options, int fold)
      : setup_(setup),
        problem_(setup.rows, setup.learnt_rows(setup.split), setup.start, setup.chosen, options, others(fold),
                 setup.constraints, setup.carried.get()) {
    x_ = Vector::Zero(static_cast<Eigen::Index>(problem_.parameters()));
  }

  [[nodiscard]] const Vector& point() const { return x_; }

  // Fits at the strengths, beginning where the last fit ended, and fills in the losses of the judging rows, whose
  // places are those of the training rows.
  void judge(const PullStrengths& strengths, const Matrix& hessian, const SolverObserver& observer,
             std::vector<double>& losses) {
    if (!problem_.empty()) {
      problem_.solve(
          {.strengths = strengths, .relative_decrease = tolerance, .observer = observer, .hessian = &hessian}, x_);
    }
    const auto judged =
        row_losses(setup_.rows, rows_, problem_.weights_at(x_, strengths), setup_.options.loss, setup_.options.threads);
    for (std::size_t i = 0; i < judged.size(); ++i) losses[places_[i]] = judged[i];
  }

 private:
  Targets others(int fold) {
    Targets targets = setup_.targets;
    Targets::Multiplicity games;
    for (std::size_t i = 0; i < setup_.split.train.size(); ++i) {
      const std::uint32_t row = setup_.split.train[i], game = setup_.rows[row].label.game;
      if (fold_of(game, setup_.options.seed ^ choosing_seed, choosing_folds) != static_cast<std::uint64_t>(fold)) {
        games.try_emplace(game, 1.0F);
        continue;
      }
      rows_.push_back(row);
      places_.push_back(i);
    }
    targets.set_multiplicity(std::move(games));
    return targets;
  }

  const FitSetup& setup_;
  RowSelection rows_;                // that judge
  std::vector<std::size_t> places_;  // of these in the training rows
  FitProblem problem_;
  Vector x_;
};

// The differences to the chosen point, with errors by game.
void compare_points(const RowSet& rows, const RowSelection& judged, const std::vector<std::vector<double>>& losses,
                    std::vector<RidgePoint>& path) {
  const auto best = std::min_element(path.begin(), path.end(),
                                     [](const RidgePoint& a, const RidgePoint& b) { return a.loss < b.loss; });
  const std::vector<double>& least = losses[static_cast<std::size_t>(best - path.begin())];
  for (std::size_t i = 0; i < path.size(); ++i) {
    const ClusteredMean mean = mean_difference(rows, judged, losses[i], least);
    path[i].excess = mean.mean;
    path[i].excess_error = mean.error;
  }
}

std::vector<double> half_decades(int first, int last) {
  std::vector<double> points;
  for (int i = first; i >= last; --i) points.push_back(std::pow(10.0, 0.5 * i));
  return points;
}

class Worth {
 public:
  Worth(const RowSet& rows, const Weights& start, const Weights& fitted, const PullStrengths& strengths,
        const FitOptions& options)
      : setup_(rows, start, options),
        problem_(setup_.problem(setup_.split)),
        strengths_(strengths),
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
    const int phases = setup_.start.schema.phase_count();
    const std::vector<std::int32_t> parameters = problem_.parameter_of_weight();
    const auto first = parameters.begin() + group.first * phases;
    return static_cast<std::size_t>(std::count_if(first, first + group.shape.size() * phases,
                                                  [](std::int32_t parameter) { return parameter >= 0; }));
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
    problem_.solve({.strengths = strengths_, .left_out = left_out}, x);
    const Weights refitted = problem_.weights_at(x, strengths_);
    const ClusteredMean heldout = gain(setup_.split.heldout, heldout_, refitted);
    return {.group = group.name,
            .weights = weights,
            .train_gain = gain(setup_.split.train, train_, refitted).mean,
            .heldout_gain = heldout.mean,
            .heldout_error = heldout.error};
  }

  FitSetup setup_;
  FitProblem problem_;
  const PullStrengths& strengths_;
  Vector x_;
  std::vector<double> train_, heldout_;  // under the fitted weights
};

}  // namespace

CrossValidation cross_validate(const RowSet& rows, const Weights& start, const Weights& fitted,
                               const PullStrengths& strengths, const FitOptions& options, int folds,
                               const std::function<void(int)>& progress, const std::vector<double>& start_losses) {
  const FitSetup setup(rows, start, options);
  CrossValidation result;
  std::vector<double> gains(rows.size()), losses(rows.size());
  for (int number = 0; number < folds; ++number) {
    const Split split = deal(rows, options.seed, folds, number);
    const FitProblem problem = setup.problem(split);
    Vector x = parameters_of(problem, setup.start, fitted);
    if (!problem.empty()) problem.solve({.strengths = strengths}, x);
    const Weights weights = problem.weights_at(x, strengths);
    const auto loss_of = [&](const RowSelection& selection, const Weights& judged) {
      return row_losses(rows, selection, judged, options.loss, options.threads);
    };
    std::vector<double> before;
    for (std::size_t i = 0; i < split.heldout.size() && !start_losses.empty(); ++i) {
      before.push_back(start_losses[split.heldout[i]]);
    }
    if (start_losses.empty()) before = loss_of(split.heldout, setup.given);
    const std::vector<double> after = loss_of(split.heldout, weights);
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
  const RowSelection all = position_rows(rows);  // in whose order means take their values
  std::vector<double> gains_of_all, losses_of_all;
  for (const std::uint32_t row : all) {
    gains_of_all.push_back(gains[row]);
    losses_of_all.push_back(losses[row]);
  }
  const ClusteredMean gain = mean_over_games(rows, all, gains_of_all);
  result.fitted_loss = mean_loss(rows, all, losses_of_all);
  result.start_loss = result.fitted_loss + gain.mean;
  result.gain = gain.mean;
  result.gain_error = gain.error * std::sqrt(1 + static_cast<double>(folds) / (folds - 1));
  return result;
}

std::vector<RidgePoint> judge_path(const FitSetup& setup, const FitProblem& whole, const StrengthPath& path,
                                   const SolverObserver& observer) {
  const RowSelection& train = setup.split.train;
  if (whole.empty() || count_games(setup.rows, train) < least_games_of_strengths) return {};
  FitOptions options = setup.options;
  options.memory /= choosing_folds + 1;
  std::deque<ChoosingFold> folds;
  for (int fold = 0; fold < choosing_folds; ++fold) folds.emplace_back(setup, options, fold);
  std::vector<RidgePoint> tried;
  std::vector<std::vector<double>> losses;
  Matrix hessian;
  int rises = 0;
  for (const double point : path.points) {
    if (rises == most_rises) break;
    Vector middle = Vector::Zero(static_cast<Eigen::Index>(whole.parameters()));
    for (const ChoosingFold& fold : folds) middle += fold.point() / choosing_folds;
    if (whole.dense()) whole.data().data_hessian(middle, hessian);
    std::vector<double>& judged = losses.emplace_back(train.size());
    for (ChoosingFold& fold : folds) fold.judge(path.strengths(point), hessian, observer, judged);
    const double loss = mean_loss(setup.rows, train, judged);
    rises = !tried.empty() && loss > tried.back().loss ? rises + 1 : 0;
    tried.push_back({.ridge = point, .loss = loss});
  }
  compare_points(setup.rows, train, losses, tried);
  return tried;
}

std::vector<double> ridges_to_try() { return half_decades(0, -14); }

std::vector<double> back_offs_to_try() { return half_decades(2, -4); }

std::vector<double> factors_to_try() { return half_decades(2, -2); }

double best_point(const std::vector<RidgePoint>& path, double fallback) {
  const auto best = std::min_element(path.begin(), path.end(),
                                     [](const RidgePoint& a, const RidgePoint& b) { return a.loss < b.loss; });
  return best == path.end() ? fallback : best->ridge;
}

std::vector<GroupWorth> group_worths(const RowSet& rows, const Weights& start, const Weights& fitted,
                                     const PullStrengths& strengths, const FitOptions& options,
                                     const std::function<void(int)>& progress) {
  return Worth(rows, start, fitted, strengths, options).all(progress);
}

}  // namespace hone::learn
