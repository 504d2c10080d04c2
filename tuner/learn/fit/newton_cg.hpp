// SPDX-License-Identifier: MIT
//
// Minimises a smooth function of too many variables for its Hessian to be stored: Newton's steps found by conjugate
// gradients on products with the Hessian (truncated Newton, Dembo and Steihaug 1983), preconditioned by the diagonal,
// with a backtracking line search. The function is anything with
//
//   double gradient(const Vector& x, Vector& result) const;       // returns the value
//   void set_point(const Vector& x);                              // fixes the point of the Hessian until the next call
//   void multiply(const Vector& v, Vector& result) const;         // by the Hessian, which is positive semidefinite
//   Vector diagonal() const;                                      // of the Hessian
//
// Options, status and summary are those of tuner/learn/fit/solver.hpp; the summary counts a call of set_point as a
// Hessian.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "tuner/learn/fit/solver.hpp"

namespace hone::learn {

template <class Function>
class NewtonCg : private NewtonMethod {
 public:
  NewtonCg(Function& function, const SolverOptions& options, SolverObserver observer = {}, Box box = {})
      : NewtonMethod(options, std::move(observer), std::move(box)), function_(function) {}

  // x: the start, and then the result.
  SolverSummary run(Vector& x) {
    return run_from(x, function_, [this](Vector& from) { return iterate(from); });
  }

 private:
  SolverStatus iterate(Vector& x) {
    while (true) {
      hold(x);
      find_step(x);
      if (predicts_little()) return SolverStatus::converged;
      if (!begin_step()) return SolverStatus::max_iterations;
      if (!take_step(x)) return SolverStatus::no_progress;
    }
  }

  void hold(const Vector& x) {
    held_ = box_.active(x, gradient_);
    downhill_ = without_held(-gradient_);
  }

  [[nodiscard]] Vector without_held(Vector v) const {
    for (const Eigen::Index i : held_) v[i] = 0;
    return v;
  }

  // Solves Hessian x step = downhill until the residual is small enough, more exactly the nearer the end is.
  void find_step(const Vector& x) {
    function_.set_point(x);
    ++summary_.hessians;
    const Vector diagonal = function_.diagonal();
    const Vector inverse = diagonal.cwiseMax(1e-12 * std::max(diagonal.maxCoeff(), 1e-300)).cwiseInverse();
    step_ = Vector::Zero(x.size());
    Vector residual = downhill_, z = inverse.cwiseProduct(residual), direction = z, product;
    double size = residual.dot(z);
    if (first_size_ == 0) first_size_ = size;
    const double forcing = first_size_ > 0 ? std::min(0.1, std::sqrt(std::sqrt(size / first_size_))) : 0;
    const double enough = forcing * forcing * size;
    for (int i = 0; i < max_products && size > enough; ++i) {
      function_.multiply(direction, product);
      product = without_held(std::move(product));
      const double curvature = direction.dot(product);
      if (!(curvature > 0)) break;
      const double length = size / curvature;
      step_ += length * direction;
      residual -= length * product;
      z = inverse.cwiseProduct(residual);
      const double next = residual.dot(z);
      direction = z + next / size * direction;
      size = next;
    }
    if (box_.bounds()) keep_to_bounds(x, inverse);
    summary_.predicted_decrease = downhill_.dot(step_) / 2;
  }

  // A step that the bounds cut short need not lead downhill. One by the diagonal alone does, in every component.
  void keep_to_bounds(const Vector& x, const Vector& inverse) {
    step_ = box_.clamp(x + step_) - x;
    const Vector safe = box_.clamp(x + inverse.cwiseProduct(downhill_)) - x;
    if (downhill_.dot(safe) > downhill_.dot(step_)) step_ = safe;
  }

  bool take_step(Vector& x) {
    double length = 1;
    for (int halving = 0; halving < max_halvings; ++halving, length /= 2) {
      const Vector trial = x + length * step_;
      const double value = function_.gradient(trial, trial_gradient_);
      const double wanted =
          options_.sufficient * length * summary_.predicted_decrease - options_.noise * std::abs(summary_.value);
      if (!(summary_.value - value >= wanted) || !trial_gradient_.allFinite()) continue;
      x = trial;
      gradient_.swap(trial_gradient_);
      summary_.value = value;
      return true;
    }
    return false;
  }

  static constexpr int max_products = 200, max_halvings = 30;

  Function& function_;
  double first_size_ = 0;  // of the first gradient, in the preconditioner's measure
  Vector downhill_;
};

}  // namespace hone::learn
