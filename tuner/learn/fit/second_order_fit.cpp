// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/second_order_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/hash.hpp"
#include "data/random.hpp"
#include "tuner/learn/fit/exact_loss.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/linear_fit.hpp"
#include "tuner/learn/fit/tangent_rows.hpp"
#include "tuner/learn/fit/weight_constraints.hpp"

namespace hone::learn {

namespace {

constexpr double still = 1e-6;       // a move of a weight, relative to 1 + its size
constexpr double settled = 1e-4;     // the same where weights are wanted, of the last decimal that is kept
constexpr double same_point = 1e-2;  // two ends are one optimum when no weight differs by more
// Gains that are none, as shares of the objective: where ends are compared; where weights are wanted whole, which is a
// hundredth of what rounding costs; and where strengths are yet to be chosen again.
constexpr double no_gain = 1e-14, little_gain = 1e-6, rough_gain = 1e-5;
// What a linear problem may leave of its decrease: as a share of the objective, where ends are compared, and of such
// gains elsewhere.
constexpr double exact_decrease = 2e-14, left_of_gain = 0.1;
constexpr int most_small_gains = 4;  // in a row: at a crease promises are not kept
// Of what it promised, a step that gains less is tried shorter too, but not shorter than this part of it.
constexpr double poor_share = 0.5, least_part = 1 / 16.0;
constexpr double near_the_end = 0.05;  // a move from which on steps are taken to shrink evenly
constexpr double begin_damping = 1e-2, loosest_damping = 1e-4, strongest_damping = 1e6;
constexpr int most_newton_steps = 20;
constexpr double slope_distance = 2e-3;                   // of slopes, in parameters' units of 100
constexpr double objective_noise = 1e-13;                 // of objectives, in double precision
constexpr std::size_t remembered = 6;                     // steps
constexpr double usual_sum = 64;                          // in a unit at the first tangent
constexpr double random_percent = 20, random_shift = 50;  // random starts: half widths
constexpr std::uint64_t start_salt = 0x73746172;

// Where a step that promised so much and gained less would have gained most, as a share of it: at the lowest point of
// the parabola through both ends that begins as steeply as the linear problem.
double best_part(double promised, double gain) {
  const double part = promised / (2 * promised - gain);
  return std::isfinite(part) ? std::clamp(part, least_part, 1.0) : least_part;
}

Weights part_of_way(const Weights& from, const Weights& to, double part) {
  Weights result = to;
  for (std::size_t i = 0; i < result.values.size(); ++i) {
    result.values[i] = from.values[i] + part * (to.values[i] - from.values[i]);
  }
  return result;
}

double relative_distance(const Weights& a, const Weights& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    most = std::max(most, std::abs(a.values[i] - b.values[i]) / (1 + std::abs(a.values[i])));
  }
  return most;
}

// How near to the end a descent comes; by default as near as ends must be that are compared.
struct Accuracy {
  double move = still, gain = no_gain;

  [[nodiscard]] bool is_exact() const { return move <= still; }
  [[nodiscard]] double of_linear_problems() const { return is_exact() ? exact_decrease : left_of_gain * gain; }
};

struct Descent {
  Weights weights;
  double objective = 0;
  int tangents = 0, refused = 0, iterations = 0, hessians = 0;
  double last_move = 0;
  bool is_still = false, is_spent = false;

  [[nodiscard]] bool has_converged() const { return is_still || is_spent; }
};

// The second derivatives of the mean loss of one linear problem, which those of the next are much like. To find them
// takes longer than all else of a step.
struct LastHessian {
  Matrix matrix = {};                         // lower triangle; empty where there is none
  std::vector<std::int32_t> parameters = {};  // of its rows, by weight
  bool is_stale = true;                       // no longer like those of the problem at hand
};

// The linear problem at some weights of the true schema, which is where it stands.
struct TangentProblem {
  TangentProblem(const RowSet& rows_in, const Weights& at, const Weights& start, const FitOptions& options,
                 const PullStrengths& strengths)
      : given(rows_in),
        weights(at),
        rows(tangent_rows(rows_in, at, options.threads)),
        setup(rows, start, options),
        learnt(setup.learnt_rows(setup.split)),
        problem(setup.problem(setup.split)),
        point(parameters_of(problem, setup.start, at)),
        objective(problem.pulled(problem.penalty(strengths)).value(point)) {}
  TangentProblem(const TangentProblem&) = delete;
  TangentProblem& operator=(const TangentProblem&) = delete;

  struct Step {
    Weights to;
    double promised = 0;  // decrease of the objective, were it that of the linear problem
  };
  // To where the linear problem has its minimum, but for `decrease` of it as a share, with weights held where they are
  // by `damping` times their curvature. Weights that nothing moves here stay.
  [[nodiscard]] Step step(const PullStrengths& strengths, double damping, double decrease, LastHessian& last,
                          Descent& descent) const {
    renew(last);
    Vector x = point;
    const SolverSummary solved = problem.solve({.strengths = strengths,
                                                .relative_decrease = decrease,
                                                .hessian = &last.matrix,
                                                .damping = damping > 0 ? Vector(damping * curvature()) : Vector()},
                                               x);
    last.is_stale = solved.hessians > 1;
    descent.iterations += solved.iterations;
    descent.hessians += solved.hessians;
    return {moved(x - point), objective - problem.pulled(problem.penalty(strengths)).value(x)};
  }

  // The objective of the true schema and its slope by the parameters, moved by x from where the problem stands.
  struct ExactPoint {
    double objective = 0;
    Vector slope = {};
  };
  [[nodiscard]] ExactPoint exact_at(const Vector& x, const PullStrengths& strengths) const {
    Weights at = moved(x);
    at.k = setup.start.k;
    const ExactLoss exact = exact_loss(given, learnt, at, setup.targets, setup.options.loss, setup.options.threads);
    ExactPoint result;
    result.objective =
        exact.loss + problem.pulled(problem.penalty(strengths)).gradient_beside_rows(point + x, result.slope);
    const std::vector<std::int32_t> parameters = problem.parameter_of_weight();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i] >= 0) result.slope[parameters[i]] += exact.slope[static_cast<Eigen::Index>(i)];
    }
    return result;
  }
  [[nodiscard]] Role role_of(Eigen::Index parameter) const {
    const auto weight = static_cast<int>(problem.weight_of(static_cast<std::size_t>(parameter)));
    return weights.schema.group_of(weight / weights.schema.phase_count()).role;
  }
  // The weights moved by x from where the problem stands.
  [[nodiscard]] Weights moved(const Vector& x) const {
    Weights result = problem.weights_at(point + x);
    const std::vector<std::int32_t> parameters = problem.parameter_of_weight();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i] < 0) result.values[i] = weights.values[i];
    }
    result.schema = weights.schema;
    return result;
  }

  // Makes it that of this problem, where it is not much like it.
  void renew(LastHessian& last) const {
    if (!problem.dense()) return;
    std::vector<std::int32_t> parameters = problem.parameter_of_weight();
    if (!last.is_stale && last.parameters == parameters) return;
    problem.data().data_hessian(point, last.matrix);
    last.parameters = std::move(parameters);
    last.is_stale = false;
  }

  // Half the second derivatives of the loss by each weight.
  [[nodiscard]] Vector curvature() const {
    Objective data = problem.data();
    data.set_point(point);
    return data.diagonal() / 2;
  }

  const RowSet& given;
  Weights weights;
  RowSet rows;  // at the tangent
  FitSetup setup;
  RowSelection learnt;
  FitProblem problem;
  Vector point;
  double objective;
};

// Where steps lead that shrink by and by, from some of them: the combination of the last steps that leaves the least,
// as the steps would be if they depended on the weights linearly (Anderson, Journal of the ACM 12, 1965).
class StepMemory {
 public:
  // The point to go to from `from`, from which the step leads to `to`.
  [[nodiscard]] Weights accelerated(const Weights& from, const Weights& to) {
    const Eigen::Map<const Vector> at(from.values.data(), static_cast<Eigen::Index>(from.values.size()));
    const Eigen::Map<const Vector> target(to.values.data(), at.size());
    const Vector step = target - at;
    if (last_step_.size() > 0) {
      step_changes_.push_back(step - last_step_);
      point_changes_.push_back(at - last_point_);
      if (step_changes_.size() > remembered) forget_first();
    }
    last_step_ = step;
    last_point_ = at;
    Weights result = to;
    if (step_changes_.empty()) return result;
    Matrix changes(at.size(), static_cast<Eigen::Index>(step_changes_.size()));
    for (std::size_t i = 0; i < step_changes_.size(); ++i) changes.col(static_cast<Eigen::Index>(i)) = step_changes_[i];
    const Vector shares = changes.colPivHouseholderQr().solve(step);
    Eigen::Map<Vector> moved(result.values.data(), at.size());
    for (std::size_t i = 0; i < step_changes_.size(); ++i) {
      moved -= shares[static_cast<Eigen::Index>(i)] * (point_changes_[i] + step_changes_[i]);
    }
    return result;
  }
  void forget() { *this = {}; }

 private:
  void forget_first() {
    step_changes_.erase(step_changes_.begin());
    point_changes_.erase(point_changes_.begin());
  }

  std::vector<Vector> step_changes_, point_changes_;
  Vector last_step_, last_point_;
};

bool is_within(const Weights& weights, const WeightConstraints& constraints) {
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    if (!(constraints.lower[i] <= weights.values[i] && weights.values[i] <= constraints.upper[i])) return false;
  }
  return true;
}

bool moves_second_order(const Schema& schema, const std::vector<std::string>& groups) {
  const std::vector<bool> fitted = terms_of_groups(schema, groups);
  for (std::size_t i = 0; i < fitted.size(); ++i) {
    if (fitted[i] && schema.group_of(static_cast<int>(i)).role != Role::linear) return true;
  }
  return false;
}

class SecondOrderFit {
 public:
  SecondOrderFit(const RowSet& rows, const Weights& start, const FitOptions& options,
                 const std::function<void(const FitProgress&)>& progress)
      : rows_(rows),
        start_(start),
        linear_start_(linearised(start)),
        options_(options),
        is_k_fitted_(!options.k),
        progress_(progress) {
    options_.groups = fitted_groups(start.schema, options);
    options_.row_factors = factors_of_rows(rows, start.schema, options);
  }

  FitResult run() {
    if (!moves_second_order(start_.schema, options_.groups)) return fit_linear_groups();
    // Whatever is chosen by linear fits is chosen once, at the start, where the tangent's score is the score.
    {
      FitOptions plain = options_;
      plain.carry = {.keep = options_.carry.posterior || options_.carry.keep};
      const RowSet at_start = tangent_rows(rows_, start_, options_.threads);
      const FitSetup setup(at_start, linear_start_, plain);
      options_.k = setup.start.k;
      options_.targets.score_k = setup.score_k;
      options_.dispersion = setup.dispersion;
      options_.pull_unit = setup.problem(setup.split).start_loss();
      constraints_ = setup.constraints;
      squares_ = squares_of_counts(setup.learnt_rows(setup.split));
    }
    const Weights begin = within_constraints(first_weights());
    FitResult found = fit_at(begin, {.begin = &begin}, false);
    if (found.summary.status == FitStatus::no_data || found.summary.fitted_weights == 0)
      return finish(begin, found, {});
    if (options_.carry.posterior) options_.carry.share = found.summary.carried_share;
    const bool is_chosen_again = finds_strengths();
    const Accuracy rough{1e-3, rough_gain};
    Descent descent = descend(begin, found.summary.strengths, is_chosen_again ? rough : wanted());
    if (is_chosen_again) {
      const FitResult again = fit_at(descent.weights, {.begin = &descent.weights}, false);
      found.summary = again.summary;
      const Descent last = descend(descent.weights, found.summary.strengths, wanted());
      descent = sum(descent, last);
    }
    settle_for_start(found.summary.strengths, descent);
    std::vector<Optimum> optima;
    if (options_.random_starts > 0 && descent.tangents > 0) optima = try_starts(found.summary.strengths, descent);
    FitResult result = finish(descent.weights, found, descent);
    result.summary.second_order->optima = std::move(optima);
    return result;
  }

 private:
  // Ends can be compared only where each is exact; weights that are rounded anyway need not be.
  [[nodiscard]] Accuracy wanted() const {
    const double move = settled * std::pow(10, -options_.decimals);
    if (options_.random_starts > 0 || move <= still) return Accuracy();
    return {move, little_gain * std::pow(10, -2 * options_.decimals)};
  }

  // While the other groups stay as they are the score is linear in these, and the rows at any tangent are exact.
  [[nodiscard]] FitResult fit_linear_groups() const {
    const RowSet rows = tangent_rows(rows_, start_, options_.threads);
    FitResult result =
        fit_linear(rows, linear_start_, options_, {.judged = &rows_, .judged_schema = &start_.schema}, progress_);
    settle_schema(result);
    return result;
  }

  void settle_schema(FitResult& result) const {
    Schema schema = start_.schema;
    schema.constrain(options_.constraint_lines());
    result.weights.schema = result.fitted.schema = schema;
  }

  [[nodiscard]] bool finds_strengths() const {
    const auto is_free = [](const GroupRidge& group) { return !group.factor; };
    return !options_.ridge || !options_.smooth || !options_.back_off ||
           std::ranges::any_of(options_.group_ridge, is_free);
  }

  static Descent sum(const Descent& first, Descent last) {
    last.tangents += first.tangents;
    last.refused += first.refused;
    last.iterations += first.iterations;
    last.hessians += first.hessians;
    return last;
  }

  [[nodiscard]] FitResult fit_at(const Weights& weights, const FitGuide& guide, bool is_last) const {
    FitOptions options = options_;
    options.keep_curvature = options.keep_curvature && is_last;
    options.carry.keep = options.carry.keep && is_last;
    const RowSet rows = tangent_rows(rows_, weights, options.threads);
    return fit_linear(rows, linear_start_, options, guide, progress_);
  }

  // -- Where to begin

  // A descent that began elsewhere would have to pay for the way to where its weights may be.
  [[nodiscard]] Weights within_constraints(Weights weights) const {
    even_out(weights, constraints_);
    const Weights fixed = start_point();
    for (std::size_t i = 0; i < weights.values.size(); ++i) {
      weights.values[i] = constraints_.fixed[i]
                              ? fixed.values[i]
                              : std::clamp(weights.values[i], constraints_.lower[i], constraints_.upper[i]);
    }
    return weights;
  }

  // For every term whether it is fitted.
  [[nodiscard]] std::vector<bool> chosen() const { return terms_of_groups(start_.schema, options_.groups); }

  [[nodiscard]] std::size_t single_weight(const Group& group, int term) const {
    return static_cast<std::size_t>(term * start_.schema.phase_count() + std::max(group.stage, 0));
  }

  // The start, with values that have no meaning at zero.
  [[nodiscard]] Weights start_point() const {
    Weights result = start_;
    result.k = options_.k.value_or(start_.k);
    for_each_second_order([&](const Group& group, int term) {
      const std::size_t single = single_weight(group, term), first = single_weight({}, term);
      for (std::size_t i = first; i < first + static_cast<std::size_t>(start_.schema.phase_count()); ++i) {
        if (i != single) result.values[i] = group.role == Role::phase ? result.values[single] : 0;
      }
    });
    return result;
  }

  template <class Visit>
  void for_each_second_order(const Visit& visit) const {
    for (const Group& group : start_.schema.groups()) {
      if (group.role == Role::linear) continue;
      for (int term = group.first; term < group.first + group.shape.size(); ++term) visit(group, term);
    }
  }

  // For every term the mean of its counts' squares over both players of the rows that are learnt from.
  [[nodiscard]] std::vector<double> squares_of_counts(const RowSelection& learnt) const {
    std::vector<double> squares(static_cast<std::size_t>(start_.schema.terms()));
    for (std::size_t i = 0; i < learnt.size(); ++i) {
      for (const auto [column, real] : rows_[learnt[i]].entries) {
        const double count = static_cast<double>(real);
        squares[column % squares.size()] += count * count / (2.0 * static_cast<double>(learnt.size()));
      }
      const std::size_t chunk = learnt[i] / RowSet::chunk_rows;
      if (i + 1 == learnt.size() || learnt[i + 1] / RowSet::chunk_rows != chunk) rows_.release(chunk);
    }
    return squares;
  }

  // Whether a term is fitted, may move, and has rows that would move it.
  [[nodiscard]] bool is_free(const Group& group, int term, const std::vector<bool>& fitted) const {
    const auto i = static_cast<std::size_t>(term);
    return fitted[i] && squares_[i] > 0 && !constraints_.fixed[single_weight(group, term)];
  }

  // What each term of a unit's sum is worth if all add alike and come to the usual sum; 0 for all others.
  [[nodiscard]] std::vector<double> usual_values() const {
    std::vector<double> result(squares_.size()), seen(2 * start_.schema.units().size());
    const std::vector<bool> fitted = chosen();
    const auto for_each_seen = [&](const auto& visit) {
      for_each_second_order([&](const Group& group, int term) {
        const auto i = static_cast<std::size_t>(term);
        if (!has_unit(group.role) || !is_free(group, term, fitted)) return;
        visit(2 * static_cast<std::size_t>(group.unit) + static_cast<std::size_t>(group.arm), i);
      });
    };
    for_each_seen([&](std::size_t sum, std::size_t) { seen[sum] += 1; });
    for_each_seen(
        [&](std::size_t sum, std::size_t i) { result[i] = usual_sum / (seen[sum] * std::sqrt(squares_[i])); });
    return result;
  }

  [[nodiscard]] Weights first_weights() const {
    Weights result = start_point();
    std::vector<bool> is_begun(start_.schema.units().size());
    for_each_second_order([&](const Group& group, int term) {
      if (has_unit(group.role) && result.values[single_weight(group, term)] != 0) {
        is_begun[static_cast<std::size_t>(group.unit)] = true;
      }
    });
    const std::vector<double> usual = usual_values();
    for_each_second_order([&](const Group& group, int term) {
      if (!has_unit(group.role) || is_begun[static_cast<std::size_t>(group.unit)]) return;
      result.values[single_weight(group, term)] = usual[static_cast<std::size_t>(term)];
    });
    return result;
  }

  // Of the terms that are free; nothing would move the others from where they began.
  [[nodiscard]] Weights random_weights(std::uint64_t number) const {
    Random random(hash_seed(options_.seed ^ start_salt, number));
    const auto within = [&](double width) { return width * (2 * random.uniform() - 1); };
    Weights result = start_point();
    const std::vector<double> usual = usual_values();
    const std::vector<bool> fitted = chosen();
    for_each_second_order([&](const Group& group, int term) {
      if (!is_free(group, term, fitted)) return;
      const double value = has_unit(group.role) ? within(2 * usual[static_cast<std::size_t>(term)])
                                                : within(group.role == Role::scale ? random_percent : random_shift);
      if (group.role != Role::phase) {
        result.values[single_weight(group, term)] = value;
        return;
      }
      const std::size_t first = single_weight(group, term);
      for (std::size_t i = first; i < first + static_cast<std::size_t>(start_.schema.phase_count()); ++i) {
        result.values[i] = value;
      }
    });
    return result;
  }

  // -- Steps

  // As trust regions do it: tighter where the promise was not kept, looser where it was, and free in the end.
  static double next_damping(double damping, double kept) {
    if (kept < 0.25) return std::max(8 * damping, loosest_damping);
    if (kept < 0.75) return damping;
    return damping <= 8 * loosest_damping ? 0 : damping / 8;
  }

  [[nodiscard]] Descent descend(const Weights& begin, const PullStrengths& strengths, const Accuracy& accuracy) const {
    Descent descent{.weights = begin};
    const auto problem_at = [&](const Weights& at) {
      ++descent.tangents;
      return std::make_unique<TangentProblem>(rows_, at, linear_start_, options_, strengths);
    };
    StepMemory memory;
    auto here = problem_at(begin);
    double damping = begin_damping;
    bool is_newton_tried = false, is_exact = false;
    int small_gains = 0;
    LastHessian last;
    while (descent.tangents < options_.tangents) {
      const TangentProblem::Step step = here->step(strengths, damping, accuracy.of_linear_problems(), last, descent);
      const double move = relative_distance(here->weights, step.to);
      const bool is_near = move < near_the_end && damping == 0;
      if (!is_near) memory.forget();
      const Weights better = is_near ? memory.accelerated(here->weights, step.to) : step.to;
      auto next = problem_at(is_within(better, here->setup.constraints) ? better : step.to);
      if (is_near && !(next->objective <= here->objective)) {
        memory.forget();
        next = problem_at(step.to);
      }
      const double first_gain = here->objective - next->objective;
      if (!(first_gain >= poor_share * step.promised) && descent.tangents < options_.tangents) {
        auto shorter = problem_at(part_of_way(here->weights, step.to, best_part(step.promised, first_gain)));
        if (!(next->objective <= shorter->objective)) next = std::move(shorter);
      }
      const double gain = here->objective - next->objective;
      const bool is_better = gain >= 0;  // false also where it is not a number
      descent.last_move = move;
      if (progress_) progress_({descent.iterations, std::min(here->objective, next->objective), step.promised});
      const double least_gain = accuracy.gain * std::abs(here->objective);
      small_gains = gain >= least_gain ? 0 : small_gains + 1;
      descent.is_still = move < accuracy.move && damping <= loosest_damping;
      descent.is_spent = (damping <= loosest_damping && step.promised < least_gain) ||
                         (!accuracy.is_exact() && small_gains > most_small_gains);
      if (is_better) here = std::move(next);
      if (descent.is_still || descent.is_spent) break;
      if (!is_better) ++descent.refused;
      if (is_near && !is_newton_tried && accuracy.is_exact()) {
        is_newton_tried = true;
        is_exact = finish_by_newton(strengths, problem_at, here, descent);
        if (is_exact) break;
      }
      damping = next_damping(damping, is_better ? gain / step.promised : 0);
      if (damping > strongest_damping) break;
    }
    if (accuracy.is_exact() && !is_exact) finish_by_newton(strengths, problem_at, here, descent);
    descent.weights = here->weights;
    descent.objective = here->objective;
    return descent;
  }

  // A fit that ended early may not have come from where it began to anything that is better than the start.
  void settle_for_start(const PullStrengths& strengths, Descent& descent) const {
    if (descent.has_converged()) return;
    const TangentProblem start(rows_, within_constraints(start_point()), linear_start_, options_, strengths);
    if (!(start.objective < descent.objective)) return;
    descent.weights = start.weights;
    descent.objective = start.objective;
  }

  // Near the end Gauss-Newton's steps shrink slowly where the tangent's curvature is not that of the objective, and
  // tangents are no more exact than single precision. Here they are steps by all second derivatives, of slopes in
  // double precision: second derivatives by linear weights are the tangent's, the others are differences of slopes.
  // Nothing is done where weights have bounds or are too many for a matrix, and where the second derivatives are not
  // those of a minimum. Returns whether the end is exact.
  template <class ProblemAt>
  bool finish_by_newton(const PullStrengths& strengths, const ProblemAt& problem_at,
                        std::unique_ptr<TangentProblem>& here, Descent& descent) const {
    if (!here->problem.dense() || here->setup.constraints.has_bounds() || here->point.size() == 0) return false;
    const Eigen::LLT<Matrix> factor(second_derivatives(*here, strengths));
    if (factor.info() != Eigen::Success) return false;
    Vector x = Vector::Zero(here->point.size());
    TangentProblem::ExactPoint at = here->exact_at(x, strengths);
    double last_move = std::numeric_limits<double>::infinity();
    for (int step = 0; step < most_newton_steps && last_move >= still / 10; ++step) {
      const Vector to = x - factor.solve(at.slope);
      const double move = relative_distance(here->moved(x), here->moved(to));
      if (!(move < last_move)) break;
      TangentProblem::ExactPoint next = here->exact_at(to, strengths);
      if (!(next.objective <= at.objective + objective_noise * std::abs(at.objective))) break;
      x = to;
      at = std::move(next);
      last_move = move;
    }
    if (!std::isfinite(last_move)) return false;
    here = problem_at(here->moved(x));
    descent.last_move = last_move;
    return descent.is_still = last_move < still;
  }

  [[nodiscard]] Matrix second_derivatives(const TangentProblem& at, const PullStrengths& strengths) const {
    Matrix lower;
    at.problem.data().data_hessian(at.point, lower);
    at.problem.penalty(strengths).add_hessian(lower);
    Matrix result = lower.selfadjointView<Eigen::Lower>();
    for (Eigen::Index i = 0; i < at.point.size(); ++i) {
      if (at.role_of(i) == Role::linear) continue;
      Vector x = Vector::Zero(at.point.size());
      const auto slope_at = [&](double by) {
        x[i] = by;
        return at.exact_at(x, strengths).slope;
      };
      const Vector column = (slope_at(slope_distance) - slope_at(-slope_distance)) / (2 * slope_distance);
      result.col(i) = column;
      result.row(i) = column.transpose();
    }
    return result;
  }

  // -- The end

  FitResult finish(const Weights& weights, const FitResult& found, const Descent& descent) {
    const PullStrengths strengths = found.summary.strengths;
    FitResult result = fit_at(weights,
                              {.strengths = &strengths,
                               .begin = &weights,
                               .is_solved = true,
                               .is_k_fitted = is_k_fitted_,
                               .judged = &rows_,
                               .judged_schema = &start_.schema},
                              true);
    FitSummary& summary = result.summary;
    summary.pull_unit = options_.pull_unit.value_or(0);
    summary.ridge = found.summary.ridge;
    summary.ridge_path = found.summary.ridge_path;
    summary.back_off_path = found.summary.back_off_path;
    summary.pulls = found.summary.pulls;
    summary.share_path = found.summary.share_path;
    summary.few_for_strengths = found.summary.few_for_strengths;
    summary.few_for_share = found.summary.few_for_share;
    summary.seconds.scale += found.summary.seconds.scale;
    summary.seconds.ridge += found.summary.seconds.ridge;
    if (summary.status != FitStatus::no_data) {
      summary.status = descent.has_converged()                 ? FitStatus::converged
                       : descent.tangents >= options_.tangents ? FitStatus::max_iterations
                                                               : FitStatus::no_progress;
    }
    summary.iterations = found.summary.iterations + descent.iterations;
    summary.hessians = found.summary.hessians + descent.hessians;
    summary.second_order = {.tangents = descent.tangents,
                            .last_move = descent.last_move,
                            .refused = descent.refused,
                            .starts = options_.random_starts};
    settle_schema(result);
    return result;
  }

  // Where fits from random starts end, and where `usual` did, the best first; ends that lie close together are one
  // optimum. `usual` becomes the end in the best of them, unless it is in that one.
  [[nodiscard]] std::vector<Optimum> try_starts(const PullStrengths& strengths, Descent& usual) const {
    struct End {
      Optimum optimum;
      Descent descent;
    };
    const auto optimum_at = [](const Descent& end) {
      return Optimum{.objective = end.objective, .starts = 1, .converged = end.has_converged()};
    };
    std::vector<End> ends{{optimum_at(usual), usual}};
    ends.front().optimum.of_given_start = true;
    for (int number = 0; number < options_.random_starts; ++number) {
      const Weights begin = within_constraints(random_weights(static_cast<std::uint64_t>(number)));
      const Descent found = descend(begin, strengths, Accuracy());
      const auto distance = [&](const End& end) { return relative_distance(end.descent.weights, found.weights); };
      const auto same = std::ranges::find_if(ends, [&](const End& end) { return distance(end) < same_point; });
      if (same == ends.end()) {
        ends.push_back({optimum_at(found), found});
      } else {
        ++same->optimum.starts;
        same->optimum.spread = std::max(same->optimum.spread, distance(*same));
      }
    }
    std::ranges::stable_sort(ends, {}, [](const End& end) { return end.optimum.objective; });
    if (!ends.front().optimum.of_given_start) usual = sum(usual, ends.front().descent);
    std::vector<Optimum> optima;
    for (const End& end : ends) optima.push_back(end.optimum);
    return optima;
  }

  const RowSet& rows_;
  const Weights& start_;
  Weights linear_start_;
  FitOptions options_;  // with what is chosen once
  bool is_k_fitted_;    // before it was chosen
  WeightConstraints constraints_;
  std::vector<double> squares_;  // see squares_of_counts()
  const std::function<void(const FitProgress&)>& progress_;
};

}  // namespace

FitResult fit_second_order(const RowSet& rows, const Weights& start, const FitOptions& options,
                           const std::function<void(const FitProgress&)>& progress) {
  options.validate();
  require_groups(start.schema, options);
  return SecondOrderFit(rows, start, options, progress).run();
}

std::optional<std::string> idle_random_starts(const Schema& schema, const FitOptions& options) {
  if (options.random_starts == 0 || moves_second_order(schema, fitted_groups(schema, options))) return std::nullopt;
  return "random starts are of groups that are not linear, and none of them is fitted";
}

}  // namespace hone::learn
