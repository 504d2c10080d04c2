// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/grid_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace hone::exchange {

namespace {

using Eigen::Index;
using learn::Matrix;
using learn::Vector;

constexpr double flat_share = 1e-10;  // of the largest diagonal element, added so that flat directions have a factor
constexpr double least_gain = 1e-12;  // of the loss at the start, below which a move counts as none
constexpr int most_sweeps = 200;      // over all numbers or pairs; rounding errors could go round in circles
constexpr std::size_t most_candidates = 64;  // that are kept while numbers are rounded one by one
constexpr std::size_t most_starts = 8;       // of them, from which whole steps go on
constexpr Index most_paired = 3000;          // numbers of which all pairs are tried

double nearest_allowed(const GridProblem& problem, Index i, double value) {
  return std::clamp(std::round(value), problem.lower[i], problem.upper[i]);
}

// hessian = P' R' R P with R upper triangular, where flat directions count as nearly flat. The order makes the first
// pivots small, so that the numbers that are rounded first, the last ones, are those which the loss holds most firmly.
struct OrderedFactor {
  Matrix upper;
  std::vector<Index> order;

  explicit OrderedFactor(Matrix rest) : upper(rest), order(static_cast<std::size_t>(rest.rows())) {
    const Index n = rest.rows();
    std::iota(order.begin(), order.end(), Index{0});
    const double least_pivot = flat_share * rest.diagonal().maxCoeff();
    rest.diagonal().array() += least_pivot;
    for (Index k = 0; k < n; ++k) {
      Index pivot = 0;
      rest.diagonal().tail(n - k).minCoeff(&pivot);
      exchange(rest, k, k + pivot);
      const double root = std::sqrt(std::max(rest(k, k), least_pivot));
      upper.row(k).tail(n - k) = rest.row(k).tail(n - k) / root;
      upper(k, k) = root;
      const Index left = n - k - 1;
      const Vector row = upper.row(k).tail(left);
      rest.bottomRightCorner(left, left).noalias() -= row * row.transpose();
    }
  }

  void exchange(Matrix& rest, Index a, Index b) {
    rest.row(a).swap(rest.row(b));
    rest.col(a).swap(rest.col(b));
    upper.col(a).swap(upper.col(b));
    std::swap(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]);
  }
};

// The numbers that are rounded so far, the last ones in the order of the factor, and what they add to the loss.
struct Candidate {
  double loss = 0;
  Vector moved;  // rounded - target, in the order of the factor
};

// The best candidates with one number more: each goes on with the whole numbers nearest to its centre.
std::vector<Candidate> extended(const GridProblem& problem, const OrderedFactor& factor, Index k,
                                const std::vector<Candidate>& candidates) {
  const Index i = factor.order[static_cast<std::size_t>(k)], later = problem.target.size() - k - 1;
  struct Step {
    double loss;
    std::size_t from;
    double rounded;
  };
  const Vector row = factor.upper.row(k).tail(later) / factor.upper(k, k);
  std::vector<Step> steps;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Candidate& candidate = candidates[c];
    const double centre = problem.target[i] - row.dot(candidate.moved.tail(later));
    const double nearest = nearest_allowed(problem, i, centre);
    for (const double rounded : {nearest, nearest - 1, nearest + 1}) {
      if (rounded < problem.lower[i] || rounded > problem.upper[i]) continue;
      const double away = factor.upper(k, k) * (rounded - centre);
      steps.push_back({candidate.loss + away * away / 2, c, rounded});
    }
  }
  std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.loss < b.loss; });
  steps.resize(std::min(steps.size(), most_candidates));
  std::vector<Candidate> next;
  for (const Step& step : steps) {
    next.push_back({step.loss, candidates[step.from].moved});
    next.back().moved[k] = step.rounded - problem.target[i];
  }
  return next;
}

// The best ones first.
std::vector<Vector> round_in_order(const GridProblem& problem) {
  const OrderedFactor factor(problem.hessian);
  const Index n = problem.target.size();
  std::vector<Candidate> candidates{{0, Vector::Zero(n)}};
  for (Index k = n - 1; k >= 0; --k) candidates = extended(problem, factor, k, candidates);
  std::vector<Vector> found;
  for (const Candidate& candidate : candidates) {
    if (found.size() == most_starts) break;
    Vector& rounded = found.emplace_back(n);
    for (Index k = 0; k < n; ++k) {
      const Index i = factor.order[static_cast<std::size_t>(k)];
      rounded[i] = std::round(problem.target[i] + candidate.moved[k]);
    }
  }
  return found;
}

// Moves of whole steps, with the gradient of the loss kept up to date.
class Descent {
 public:
  Descent(const GridProblem& problem, Vector& x)
      : problem_(problem), x_(x), gradient_(problem.hessian * (x - problem.target)) {
    least_ = least_gain * (problem.loss(x) + least_gain);
  }

  void run() {
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      if (move_singles()) continue;
      if (x_.size() > most_paired || !move_pairs()) return;
    }
  }

 private:
  [[nodiscard]] double curvature(Index i) const { return problem_.hessian(i, i); }
  [[nodiscard]] bool allows(Index i, double step) const {
    return x_[i] + step >= problem_.lower[i] && x_[i] + step <= problem_.upper[i];
  }
  void move(Index i, double step) {
    x_[i] += step;
    gradient_ += step * problem_.hessian.col(i);
  }

  bool move_singles() {
    bool moved = false;
    for (Index i = 0; i < x_.size(); ++i) {
      if (curvature(i) <= 0) continue;
      const double step = nearest_allowed(problem_, i, x_[i] - gradient_[i] / curvature(i)) - x_[i];
      if (step * gradient_[i] + step * step * curvature(i) / 2 >= -least_) continue;
      move(i, step);
      moved = true;
    }
    return moved;
  }

  bool move_pairs() {
    bool moved = false;
    for (Index i = 0; i < x_.size(); ++i) {
      for (Index j = 0; j < i; ++j) moved = move_pair(i, j) || moved;
    }
    return moved;
  }

  bool move_pair(Index i, Index j) {
    const double across = problem_.hessian(j, i);
    const double squares = (curvature(i) + curvature(j)) / 2;
    if (squares - std::abs(across) - std::abs(gradient_[i]) - std::abs(gradient_[j]) >= -least_) return false;
    for (const double a : {-1.0, 1.0}) {
      for (const double b : {-1.0, 1.0}) {
        const double change = a * gradient_[i] + b * gradient_[j] + squares + a * b * across;
        if (change >= -least_ || !allows(i, a) || !allows(j, b)) continue;
        move(i, a);
        move(j, b);
        return true;
      }
    }
    return false;
  }

  const GridProblem& problem_;
  Vector& x_;
  Vector gradient_;
  double least_ = 0;
};

}  // namespace

double GridProblem::loss(const Vector& rounded) const {
  const Vector moved = rounded - target;
  return moved.dot(hessian * moved) / 2;
}

Vector round_each(const GridProblem& problem) {
  Vector rounded(problem.target.size());
  for (Index i = 0; i < rounded.size(); ++i) rounded[i] = nearest_allowed(problem, i, problem.target[i]);
  return rounded;
}

Vector round_together(const GridProblem& problem) {
  Vector best = round_each(problem);
  if (problem.target.size() == 0 || problem.hessian.diagonal().maxCoeff() <= 0) return best;
  std::vector<Vector> starts = round_in_order(problem);
  starts.push_back(best);
  for (Vector& start : starts) {
    Descent(problem, start).run();
    if (problem.loss(start) < problem.loss(best)) best = start;
  }
  return best;
}

}  // namespace hone::exchange
