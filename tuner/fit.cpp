// SPDX-License-Identifier: MIT
#include "tuner/fit.hpp"

#include <algorithm>
#include <cmath>

#include "data/error.hpp"
#include "tuner/decimals.hpp"
#include "tuner/gauge.hpp"
#include "tuner/group_patterns.hpp"
#include "tuner/holdout.hpp"
#include "tuner/objective.hpp"
#include "tuner/row_losses.hpp"
#include "tuner/scale.hpp"
#include "tuner/solver.hpp"

namespace hone {
namespace {

void require(bool holds, const char* bound) {
  if (!holds) throw Error(std::string("fit: ") + bound);
}

FitStatus fit_status(SolverStatus status) {
  switch (status) {
    case SolverStatus::converged:
      return FitStatus::converged;
    case SolverStatus::max_iterations:
      return FitStatus::max_iterations;
    case SolverStatus::no_progress:
    case SolverStatus::not_finite:
      break;
  }
  return FitStatus::no_progress;
}

class Fit {
 public:
  Fit(const RowSet& rows, const Weights& start, const FitOptions& options)
      : rows_(rows),
        options_(options),
        chosen_(terms_of_groups(start.schema, options.groups)),
        split_(split_by_game(rows, options.holdout, options.seed)),
        start_(start) {
    start_.k = options.k ? *options.k : fit_scale(rows, split_.train, start, options.loss, options.threads);
  }

  FitResult run(const std::function<void(const FitProgress&)>& progress) {
    count();
    const Weights fitted = solve(progress);
    const Weights rounded = round(fitted);
    judge(fitted, rounded);
    return {rounded, summary_};
  }

 private:
  void count() {
    summary_.k = start_.k;
    summary_.rows = split_.train.size();
    summary_.games = count_games(rows_, split_.train);
    summary_.heldout_rows = split_.heldout.size();
    summary_.heldout_games = count_games(rows_, split_.heldout);
  }

  Weights solve(const std::function<void(const FitProgress&)>& progress) {
    const StagedRows staged(rows_, split_.train, start_, chosen_);
    count_weights(staged.seen());
    if (summary_.fitted_weights == 0 || !(staged.total_weight() > 0)) return start_;
    ObjectiveOptions objective{.loss = options_.loss, .k = start_.k, .ridge = 0, .threads = options_.threads};
    Vector x = Vector::Zero(static_cast<Eigen::Index>(staged.parameters()));
    objective.ridge = options_.ridge * Objective(staged, objective).value(x);
    const Objective function(staged, objective);
    SolverOptions solver;
    solver.max_iterations = options_.max_iterations;
    const SolverSummary solved = Solver(function, solver, observer(progress)).run(x);
    summary_.status = fit_status(solved.status);
    summary_.iterations = solved.iterations;
    return displaced(staged, x);
  }

  static SolverObserver observer(const std::function<void(const FitProgress&)>& progress) {
    if (!progress) return {};
    return [&progress](const SolverSummary& solver) {
      progress({solver.iterations, solver.value, solver.predicted_decrease});
    };
  }

  void count_weights(const std::vector<bool>& seen) {
    const auto stages = static_cast<std::size_t>(start_.schema.stage_count());
    summary_.fitted_weights = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
    summary_.unseen_weights =
        static_cast<std::size_t>(std::count(chosen_.begin(), chosen_.end(), true)) * stages - summary_.fitted_weights;
  }

  [[nodiscard]] Weights displaced(const StagedRows& staged, const Vector& x) const {
    Weights result = start_;
    const std::vector<bool> seen = staged.seen();
    for (std::size_t i = 0; i < staged.parameters(); ++i) {
      if (seen[i]) result.values[staged.weight_of(i)] += parameter_unit * x[static_cast<Eigen::Index>(i)];
    }
    return result;
  }

  // Weights that did not move stay as they are, whatever their decimals.
  [[nodiscard]] Weights round(const Weights& fitted) const {
    Weights result = fitted;
    for (std::size_t i = 0; i < result.values.size(); ++i) {
      if (result.values[i] != start_.values[i]) result.values[i] = round_to(result.values[i], options_.decimals);
    }
    if (summary_.status != FitStatus::no_data) center_boards(result, rows_, chosen_, options_.decimals);
    return result;
  }

  void judge(const Weights& fitted, const Weights& rounded) {
    summary_.train = losses(split_.train, fitted, rounded);
    summary_.heldout = losses(split_.heldout, fitted, rounded);
    std::vector<double> gains = row_losses(rows_, split_.heldout, start_, options_.loss, options_.threads);
    const std::vector<double> after = row_losses(rows_, split_.heldout, rounded, options_.loss, options_.threads);
    for (std::size_t i = 0; i < gains.size(); ++i) gains[i] -= after[i];
    const ClusteredMean gain = mean_over_games(rows_, split_.heldout, gains);
    summary_.heldout_gain = gain.mean;
    summary_.heldout_gain_error = gain.error;
  }

  [[nodiscard]] LossPair losses(const RowSelection& selection, const Weights& fitted, const Weights& rounded) const {
    const auto mean = [&](const Weights& weights) {
      const auto values = row_losses(rows_, selection, weights, options_.loss, options_.threads);
      return mean_over_games(rows_, selection, values).mean;
    };
    return {.start = mean(start_), .fitted = mean(fitted), .rounded = mean(rounded)};
  }

  const RowSet& rows_;
  const FitOptions& options_;
  std::vector<bool> chosen_;  // terms
  Split split_;
  Weights start_;  // with the scale of this fit
  FitSummary summary_;
};

}  // namespace

void FitOptions::validate() const {
  require(!k || (std::isfinite(*k) && *k > 0), "k must be positive");
  require(std::isfinite(ridge) && ridge >= 0, "ridge must not be negative");
  require(holdout >= 0 && holdout <= 0.9, "holdout must be in [0, 0.9]");
  require(decimals >= 0 && decimals <= 9, "decimals must be in [0, 9]");
  require(max_iterations >= 1, "max_iterations must be at least 1");
  require(threads >= 1, "threads must be at least 1");
}

const char* to_string(FitStatus status) {
  switch (status) {
    case FitStatus::converged:
      return "converged";
    case FitStatus::max_iterations:
      return "max_iterations";
    case FitStatus::no_progress:
      return "no_progress";
    case FitStatus::no_data:
      return "no_data";
  }
  return "";
}

FitResult fit(const RowSet& rows, const Weights& start, const FitOptions& options,
              const std::function<void(const FitProgress&)>& progress) {
  options.validate();
  return Fit(rows, start, options).run(progress);
}

}  // namespace hone
