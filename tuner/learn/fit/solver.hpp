// SPDX-License-Identifier: MIT
//
// Minimises a smooth function of many variables by damped Newton steps (Levenberg's trust region on a Cholesky
// factor). The function is anything with
//
//   double gradient(const Vector& x, Vector& result) const;    // returns the value
//   void hessian(const Vector& x, Matrix& result) const;       // lower triangle; should be positive semidefinite
//
// and optionally, to save time, hessian(x, result, stride), which may be an estimate. Variables may have bounds: those
// at a bound that the gradient drives beyond it are held (a projected Newton method, Bertsekas 1982).
//
// A run always ends, and x is then the best point seen, which is finite whenever the start was.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

struct SolverOptions {
  int max_iterations = 100;  // steps tried
  // Converged: predicted decrease <= relative_decrease * |value| + absolute_decrease.
  double relative_decrease = 1e-11;
  double absolute_decrease = 1e-16;
  // Accepted: actual decrease >= sufficient * predicted decrease - noise * |value|.
  double sufficient = 1e-4;
  double noise = 1e-14;    // relative rounding error of a value
  std::size_t stride = 1;  // of the Hessians, until a step fails
  // A Hessian of an earlier point is used again when predicted decrease <= reuse * that of the last step taken.
  double reuse = 0.1;
  // Factored: Hessian + damping * its diagonal. The least damping keeps directions without curvature where they are.
  double min_damping = 1e-9;
  double max_damping = 1e9;

  void validate() const;  // throws Error naming the bound that is broken
};

// The test that ended the run.
enum class SolverStatus {
  converged,       // the predicted decrease is small, at the least damping
  max_iterations,  // SolverOptions::max_iterations steps were tried
  no_progress,     // no step is accepted, even at the largest damping
  not_finite,      // value or gradient of the start is not a number
};
[[nodiscard]] const char* to_string(SolverStatus status);

struct SolverSummary {
  SolverStatus status = SolverStatus::not_finite;
  int iterations = 0;  // steps tried
  int hessians = 0;    // computed
  double start_value = 0;
  double value = 0;
  double predicted_decrease = 0;  // of the next step, g' H^-1 g / 2
};

// Called before each step.
using SolverObserver = std::function<void(const SolverSummary&)>;

// What Solver and NewtonCg (tuner/learn/fit/newton_cg.hpp) have in common: their start, and the end of every step.
class NewtonMethod {
 protected:
  // Throws Error for options out of bounds.
  NewtonMethod(const SolverOptions& options, SolverObserver observer, Box box)
      : options_(options), observer_(std::move(observer)), box_(std::move(box)) {
    options_.validate();
  }

  // Puts x within the bounds and takes value and gradient there; iterate(x) then returns the test that ended the run.
  template <class Function, class Iterate>
  SolverSummary run_from(Vector& x, const Function& function, const Iterate& iterate) {
    x = box_.clamp(x);
    summary_.start_value = summary_.value = function.gradient(x, gradient_);
    const bool is_finite = std::isfinite(summary_.value) && gradient_.allFinite();
    summary_.status = is_finite ? iterate(x) : SolverStatus::not_finite;
    return summary_;
  }

  // Whether the next step promises too little to be worth taking.
  [[nodiscard]] bool predicts_little() const {
    return summary_.predicted_decrease <=
           options_.relative_decrease * std::abs(summary_.value) + options_.absolute_decrease;
  }

  // Counts a step and tells the observer; false when no more steps may be tried.
  bool begin_step() {
    if (summary_.iterations == options_.max_iterations) return false;
    if (observer_) observer_(summary_);
    ++summary_.iterations;
    return true;
  }

  SolverOptions options_;
  SolverObserver observer_;
  Box box_;
  std::vector<Eigen::Index> held_;  // variables that stay where they are
  SolverSummary summary_;
  Vector gradient_, trial_gradient_, step_;
};

template <class Function>
class Solver : private NewtonMethod {
 public:
  Solver(const Function& function, const SolverOptions& options, SolverObserver observer = {}, Box box = {})
      : NewtonMethod(options, std::move(observer), std::move(box)),
        function_(function),
        damping_(options.min_damping) {}

  // x: the start, and then the result.
  SolverSummary run(Vector& x) {
    return run_from(x, function_, [this](Vector& from) { return iterate(from); });
  }

 private:
  SolverStatus iterate(Vector& x) {
    held_ = box_.active(x, gradient_);
    stride_wanted_ = options_.stride;
    renew_hessian(x, stride_wanted_);
    while (find_step(x)) {
      if (converged()) return SolverStatus::converged;
      if (!begin_step()) return SolverStatus::max_iterations;
      if (!take_step(x) && !improve_model(x)) return SolverStatus::no_progress;
    }
    return SolverStatus::no_progress;
  }

  // Finds the step for the current gradient; returns false when no damping gives one.
  bool find_step(const Vector& x) {
    while (!solve_step(x)) {
      if (!improve_model(x)) return false;
    }
    if (hessian_is_here_ || summary_.predicted_decrease <= options_.reuse * last_predicted_) return true;
    if (steps_with_hessian_ <= 1) stride_wanted_ = 1;  // a Hessian that is useless after one step is too rough
    renew_hessian(x, stride_wanted_);
    return find_step(x);
  }

  bool solve_step(const Vector& x) {
    if (!factored_) return false;
    Vector downhill = -gradient_;
    for (const Eigen::Index i : held_) downhill[i] = 0;
    step_ = factor_.solve(downhill);
    if (box_.bounds()) step_ = box_.clamp(x + step_) - x;
    summary_.predicted_decrease = downhill.dot(step_) / 2;
    return step_.allFinite() && summary_.predicted_decrease >= 0;
  }

  [[nodiscard]] bool converged() const { return damping_ == options_.min_damping && predicts_little(); }

  // Returns false when the step is not worth taking; x is then unchanged.
  bool take_step(Vector& x) {
    trial_ = x + step_;
    const double value = function_.gradient(trial_, trial_gradient_);
    const double wanted = options_.sufficient * summary_.predicted_decrease - options_.noise * std::abs(summary_.value);
    if (!(summary_.value - value >= wanted) || !trial_gradient_.allFinite()) return false;
    x.swap(trial_);
    gradient_.swap(trial_gradient_);
    summary_.value = value;
    last_predicted_ = summary_.predicted_decrease;
    hessian_is_here_ = false;
    ++steps_with_hessian_;
    lower_damping();
    hold(x);
    return true;
  }

  void hold(const Vector& x) {
    std::vector<Eigen::Index> held = box_.active(x, gradient_);
    if (held == held_) return;
    held_ = std::move(held);
    set_damping(damping_);
  }

  // After a failure: takes the Hessian at this point, an exact one, or more damping. Returns false when none is left.
  bool improve_model(const Vector& x) {
    if (!hessian_is_here_ || stride_ > 1) {
      renew_hessian(x, hessian_is_here_ ? 1 : stride_wanted_);
      return true;
    }
    if (damping_ >= options_.max_damping) return false;
    set_damping(std::max(10 * damping_, first_damping));
    return true;
  }

  void lower_damping() {
    if (damping_ == options_.min_damping) return;
    set_damping(damping_ <= first_damping ? options_.min_damping : damping_ / 10);
  }

  void set_damping(double damping) {
    damping_ = damping;
    factored_ = factor_.compute(hessian_, damping_, held_);
  }

  void renew_hessian(const Vector& x, std::size_t stride) {
    stride_ = 1;
    if constexpr (requires { function_.hessian(x, hessian_, stride); }) {
      stride_ = stride;
      function_.hessian(x, hessian_, stride);
    } else {
      function_.hessian(x, hessian_);
    }
    ++summary_.hessians;
    hessian_is_here_ = true;
    steps_with_hessian_ = 0;
    set_damping(damping_);
  }

  static constexpr double first_damping = 1e-3;  // the first above the least that makes a difference

  const Function& function_;
  double damping_;
  double last_predicted_ = 0;
  Matrix hessian_;
  bool hessian_is_here_ = false;  // computed at the current x
  std::size_t stride_ = 1;        // of that Hessian
  std::size_t stride_wanted_ = 1;
  int steps_with_hessian_ = 0;
  DampedFactor factor_;
  bool factored_ = false;
  Vector trial_;
};

}  // namespace hone::learn
