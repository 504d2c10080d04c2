// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "data/error.hpp"
#include "tuner/learn/fit/carried_share.hpp"
#include "tuner/learn/fit/evidence.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/gauge.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/joint_rounding.hpp"
#include "tuner/learn/fit/linear_fit.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/scale.hpp"
#include "tuner/learn/fit/second_order_fit.hpp"
#include "tuner/learn/fit/validation.hpp"
#include "tuner/parallel/stopwatch.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::learn {

namespace {

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

// Evaluations whose unit is a hundredth of a pawn have a K of about 0.5 to 2. A pull that costs as much a step holds
// the predictions 16 times as hard, or as little, at these.
constexpr double least_usual_k = 0.25, most_usual_k = 4;
constexpr double most_k_ratio = 1.5;  // of the K of fitted weights to the one they were fitted with, and back

// Without a pull and without games that tell, nothing holds a weight.
void require_writable_weights(const Weights& fitted) {
  const auto far = std::find_if(fitted.values.begin(), fitted.values.end(),
                                [](double value) { return !(std::abs(value) <= max_weight); });
  if (far == fitted.values.end()) return;
  const int index = static_cast<int>(far - fitted.values.begin()), phases = fitted.schema.phase_count();
  throw Error(fmt::format(
      "the weight {} at {} ran away to {:.3g}: nothing in these games holds it. A pull does (--ridge 1e-3, or auto), "
      "as "
      "do --bounds, fewer --groups, and more games",
      fitted.schema.term_name(index / phases), fitted.schema.phases()[static_cast<std::size_t>(index % phases)], *far));
}

class Fit {
 public:
  Fit(const RowSet& rows, const Weights& start, const FitOptions& options, const FitGuide& guide)
      : rows_(rows),
        options_(options),
        guide_(guide),
        setup_(rows, start, options_),
        start_(setup_.start),
        split_(setup_.split) {
    summary_.score_k = setup_.score_k;
    summary_.dispersion = setup_.dispersion;
    summary_.target = to_string(options.targets.target);
    summary_.seconds.scale = watch_.lap();
  }

  FitResult run(const std::function<void(const FitProgress&)>& progress) {
    count();
    choose_share(progress);
    const FitProblem problem = setup_.problem(split_);
    summary_.seconds.layout = watch_.lap();
    FitResult result{start_, {}, start_, nullptr, nullptr};
    count_weights(problem);
    const bool is_solved = summary_.fitted_weights > 0 && !problem.empty();
    if (is_solved) solve(problem, progress, result);
    result.weights = is_solved && problem.dense() ? round_together(problem, result) : round(result.fitted);
    if (summary_.status != FitStatus::no_data)
      center_boards(result.weights, setup_.boards(), start_, options_.decimals);
    summary_.weights_at_bound = count_at_bound(problem, result.fitted);
    if (is_k_fitted()) {
      summary_.fitted_k = fit_scale(rows_, split_.train, result.fitted, options_.loss, options_.threads);
    }
    judge(result.fitted, result.weights);
    result.summary = summary_;
    return result;
  }

 private:
  [[nodiscard]] bool is_k_fitted() const { return !options_.k || guide_.is_k_fitted; }

  void count() {
    summary_.k = start_.k;
    summary_.k_at_limit = is_k_fitted() && (start_.k < 1.001 * min_scale || start_.k > max_scale / 1.001);
    summary_.rows = setup_.learnt_rows(split_).size();
    summary_.tree_rows = options_.targets.target.tree ? split_.tree.size() : 0;
    summary_.games = count_games(rows_, split_.train);
    summary_.heldout_rows = split_.heldout.size();
    summary_.heldout_games = count_games(rows_, split_.heldout);
  }

  // All later fits have this share.
  void choose_share(const std::function<void(const FitProgress&)>& progress) {
    if (!setup_.carried) return;
    if (!options_.carry.share) {
      summary_.share_path = share_path(setup_, default_ridge, observer(progress));
      options_.carry.share = best_share(summary_.share_path);
      summary_.few_for_share = summary_.share_path.empty();
    }
    summary_.carried_share = *options_.carry.share;
    summary_.carried_games = summary_.carried_share * setup_.carried->games();
  }

  // The common ridge, then what the data say of groups and of neighbours, then how strong all of that is to be.
  // x: where the fit may begin.
  void choose_strengths(const FitProblem& problem, const SolverObserver& observer, Vector& x) {
    const auto factors = ridge_factors(start_.schema, options_.group_ridge);
    const bool by_group = std::find(factors.begin(), factors.end(), std::nullopt) != factors.end();
    PullStrengths strengths(options_.ridge.value_or(default_ridge), options_.smooth.value_or(0));
    strengths.back_off = has_parts() ? options_.back_off.value_or(default_back_off) : 0;
    if (!options_.ridge && !by_group) {
      const auto with_ridge = [&](double ridge) {
        PullStrengths with = strengths;
        with.ridge = ridge;
        return with;
      };
      summary_.ridge_path = judge_path(setup_, problem, {ridges_to_try(), with_ridge}, observer);
      strengths.ridge = best_point(summary_.ridge_path, default_ridge);
    }
    if (by_group || !options_.smooth) strengths = find_strengths(setup_, problem, strengths, observer, x);
    if (!options_.ridge && by_group) {
      summary_.ridge_path = judge_path(
          setup_, problem, {factors_to_try(), [&](double factor) { return strengths.times(factor); }}, observer);
      strengths = strengths.times(best_point(summary_.ridge_path, 1));
    }
    const bool is_back_off_open = !options_.back_off && has_parts();
    if (is_back_off_open) choose_back_off(problem, observer, strengths);
    summary_.few_for_strengths = summary_.games < least_games_of_strengths &&
                                 (!options_.ridge || by_group || !options_.smooth || is_back_off_open);
    summary_.strengths = strengths.times(options_.pull_factor);
    summary_.ridge = summary_.strengths.ridge;
    name_pulls(problem);
    summary_.seconds.ridge = watch_.lap();
  }

  // Where nothing is made of parts nothing backs off, whatever the options say.
  [[nodiscard]] bool has_parts() const {
    return std::ranges::any_of(start_.schema.groups(), [](const Group& group) { return group.parts != nullptr; });
  }

  void choose_back_off(const FitProblem& problem, const SolverObserver& observer, PullStrengths& strengths) {
    const auto with_back_off = [&](double back_off) {
      PullStrengths with = strengths;
      with.back_off = back_off;
      return with;
    };
    summary_.back_off_path = judge_path(setup_, problem, {back_offs_to_try(), with_back_off}, observer);
    strengths.back_off = best_point(summary_.back_off_path, default_back_off);
  }

  // Groups that no row has at a phase are left out.
  void name_pulls(const FitProblem& problem) {
    const Schema& schema = start_.schema;
    const std::vector<std::int32_t> parameters = problem.parameter_led_by_weight();
    for (const GroupPull& pull : summary_.strengths.groups) {
      const Group& group = schema.groups()[pull.group];
      bool is_fitted = false;
      for (int term = group.first; term < group.first + group.shape.size(); ++term) {
        is_fitted = is_fitted || parameters[static_cast<std::size_t>(term * schema.phase_count() + pull.phase)] >= 0;
      }
      const std::string& phase = schema.phases()[static_cast<std::size_t>(pull.phase)];
      if (is_fitted) summary_.pulls.push_back({group.name, phase, pull.ridge, pull.smooth});
    }
  }

  void solve(const FitProblem& problem, const std::function<void(const FitProgress&)>& progress, FitResult& result) {
    Vector x = Vector::Zero(static_cast<Eigen::Index>(problem.parameters()));
    if (guide_.begin != nullptr) x = parameters_of(problem, start_, *guide_.begin);
    if (guide_.strengths != nullptr) {
      summary_.strengths = *guide_.strengths;
    } else {
      choose_strengths(problem, observer(progress), x);
    }
    summary_.dense = problem.dense();
    if (guide_.is_solved) {
      summary_.status = FitStatus::converged;
      summary_.objective = problem.pulled(problem.penalty(summary_.strengths)).value(x);
    } else {
      const SolverSummary solved = problem.solve({.strengths = summary_.strengths, .observer = observer(progress)}, x);
      summary_.status = fit_status(solved.status);
      summary_.iterations = solved.iterations;
      summary_.hessians = solved.hessians;
      summary_.objective = solved.value;
    }
    result.fitted = problem.weights_at(x, summary_.strengths);
    require_writable_weights(result.fitted);
    if (options_.keep_curvature) {
      result.curvature = std::make_shared<FitCurvature>(problem.curvature_at(x, summary_.strengths, setup_.dispersion));
    }
    if (options_.carry.keep) keep_posterior(problem, x, result);
    summary_.seconds.solve = watch_.lap();
  }

  void keep_posterior(const FitProblem& problem, const Vector& x, FitResult& result) const {
    if (!problem.dense()) {
      throw Error(
          fmt::format("what a fit has learnt takes a matrix of its {} weights, and {} are solved without one: "
                      "raise --dense-limit, or fit fewer --groups",
                      problem.rows().parameters(), problem.rows().parameters()));
    }
    const double games = static_cast<double>(summary_.games) + summary_.carried_games;
    result.posterior = std::make_shared<Posterior>(problem.posterior_at(x, games, setup_.dispersion));
  }

  static SolverObserver observer(const std::function<void(const FitProgress&)>& progress) {
    if (!progress) return {};
    return [&progress](const SolverSummary& solver) {
      progress({solver.iterations, solver.value, solver.predicted_decrease});
    };
  }

  void count_weights(const FitProblem& problem) {
    const auto phases = static_cast<std::size_t>(start_.schema.phase_count());
    const std::vector<std::int32_t> parameters = problem.parameter_of_weight();
    summary_.fitted_weights = static_cast<std::size_t>(
        std::ranges::count_if(parameters, [](std::int32_t parameter) { return parameter >= 0; }));
    summary_.fitted_classes = static_cast<std::size_t>(std::ranges::count(problem.seen(), true));
    summary_.fixed_weights = setup_.fixed;
    summary_.evened_weights = static_cast<std::size_t>(std::ranges::count(setup_.evened, true));
    const std::vector<bool> in_groups = terms_of_groups(start_.schema, options_.groups);
    summary_.unseen_weights = static_cast<std::size_t>(std::ranges::count(in_groups, true)) * phases -
                              summary_.fitted_weights - summary_.fixed_weights;
  }

  // The solver stops at bounds, not beside them.
  [[nodiscard]] std::size_t count_at_bound(const FitProblem& problem, const Weights& fitted) const {
    constexpr double close = 1e-6;  // centi-units
    const std::vector<std::int32_t> parameters = problem.parameter_of_weight();
    std::size_t count = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const bool is_at = fitted.values[i] - setup_.constraints.lower[i] < close ||
                         setup_.constraints.upper[i] - fitted.values[i] < close;
      if (parameters[i] >= 0 && is_at) ++count;
    }
    return count;
  }

  // Weights that did not move stay as they are, whatever their decimals.
  [[nodiscard]] Weights round(const Weights& fitted) const {
    Weights result = fitted;
    for (std::size_t i = 0; i < result.values.size(); ++i) {
      const bool is_moved = result.values[i] != start_.values[i] || setup_.evened[i];
      if (is_moved && !setup_.constraints.fixed[i]) result.values[i] = round_within(result.values[i], i);
    }
    return result;
  }

  // The same by the curvature of the fit, which is estimated like that of a step of the solver unless it is known.
  // Weights that are tied are rounded as the first of them is.
  [[nodiscard]] Weights round_together(const FitProblem& problem, const FitResult& fit) const {
    const Vector x = parameters_of(problem, start_, fit.fitted);
    const Penalty penalty = problem.penalty(summary_.strengths);
    Matrix curvature;
    if (fit.curvature) {
      curvature = fit.curvature->data;
      penalty.add_hessian(curvature);
    } else {
      problem.pulled(penalty).hessian(x, curvature, problem.hessian_stride());
    }
    Vector values(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      values[i] = fit.fitted.values[problem.weight_of(static_cast<std::size_t>(i))];
    }
    const Vector rounded = round_in_turn(curvature, values, [&](Eigen::Index parameter, double value) {
      const auto index = static_cast<std::size_t>(parameter);
      return problem.seen()[index] ? round_within(value, problem.weight_of(index)) : values[parameter];
    });
    Weights shifted = fit.fitted;
    const std::vector<std::int32_t> parameters = problem.parameter_of_weight();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i] >= 0) shifted.values[i] += rounded[parameters[i]] - values[parameters[i]];
    }
    return round(shifted);
  }

  // Rounds to the nearest value with that many decimals within the bounds, if there is one.
  [[nodiscard]] double round_within(double value, std::size_t weight) const {
    const double lower = setup_.constraints.lower[weight], upper = setup_.constraints.upper[weight];
    const double unit = std::pow(10.0, -options_.decimals), rounded = text::round_to(value, options_.decimals);
    if (rounded > upper) return std::max(text::round_to(rounded - unit, options_.decimals), lower);
    if (rounded < lower) return std::min(text::round_to(rounded + unit, options_.decimals), upper);
    return rounded;
  }

  // Weights of the schema that they are judged by.
  [[nodiscard]] Weights judged(Weights weights) const {
    if (guide_.judged_schema != nullptr) weights.schema = *guide_.judged_schema;
    return weights;
  }

  void judge(const Weights& exact, const Weights& written) {
    const RowSet& rows = guide_.judged != nullptr ? *guide_.judged : rows_;
    const Weights given = judged(setup_.given), fitted = judged(exact), rounded = judged(written);
    const std::array<const Weights*, 3> compared{&given, &fitted, &rounded};
    const auto losses = [&](const RowSelection& selection) {
      return row_losses(rows, selection, compared, options_.loss, options_.threads);
    };
    const auto heldout = losses(split_.heldout);
    summary_.train = means(split_.train, losses(split_.train));
    summary_.heldout = means(split_.heldout, heldout);
    const ClusteredMean gain = mean_difference(rows_, split_.heldout, heldout.front(), heldout.back());
    summary_.heldout_gain = gain.mean;
    summary_.heldout_gain_error = gain.error;
    summary_.heldout_effective_games = gain.effective_games;
    summary_.heldout_by_phase =
        heldout_losses(rows, split_.heldout, given, rounded,
                       {.loss = options_.loss, .targets = &setup_.targets, .threads = options_.threads});
    summary_.seconds.judge = watch_.lap();
  }

  // losses: of the start, the fitted weights and the rounded ones.
  [[nodiscard]] LossPair means(const RowSelection& selection, const std::vector<std::vector<double>>& losses) const {
    const auto mean = [&](std::size_t i) { return mean_over_games(rows_, selection, losses[i]).mean; };
    return {.start = mean(0), .fitted = mean(1), .rounded = mean(2)};
  }

  const RowSet& rows_;
  FitOptions options_;  // with what this fit has chosen
  const FitGuide& guide_;
  FitSetup setup_;
  const Weights& start_;
  const Split& split_;
  FitSummary summary_;
  parallel::Stopwatch watch_;
};

}  // namespace

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

bool FitSummary::k_ran_away() const {
  if (fitted_k == 0 || k_at_limit) return false;
  return k < least_usual_k || k > most_usual_k || fitted_k > most_k_ratio * k || fitted_k < k / most_k_ratio;
}

FitResult fit_linear(const RowSet& rows, const Weights& start, const FitOptions& options, const FitGuide& guide,
                     const std::function<void(const FitProgress&)>& progress) {
  return Fit(rows, start, options, guide).run(progress);
}

FitResult fit(const RowSet& rows, const Weights& start, const FitOptions& options,
              const std::function<void(const FitProgress&)>& progress) {
  return start.schema.is_linear() ? fit_linear(rows, start, options, {}, progress)
                                  : fit_second_order(rows, start, options, progress);
}

}  // namespace hone::learn
