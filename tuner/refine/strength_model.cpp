// SPDX-License-Identifier: MIT
#include "tuner/refine/strength_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace hone::refine {
namespace {

// Elo that the optimum is above the start, before any game, all directions together. Small ones are likelier.
constexpr std::array<double, 9> prior_gains{1, 2, 4, 8, 16, 32, 64, 128, 256};
constexpr double most_points = 0.999;
// A curvature is at least this share of the first guess: a lower one would throw the optimum far away.
constexpr double least_curvature = 0.15;

struct Solution {
  double evidence = 0;  // its logarithm, up to a constant
  double share = 0;     // its part of the average, up to a factor
  Vector mean;
  Eigen::LLT<Matrix> factor;
};

}  // namespace

double elo_of_points(double points) {
  const double p = std::clamp(points, -most_points, most_points);
  return 400 * std::log10((1 + p) / (1 - p));
}
double points_of_elo(double elo) { return 2 / (1 + std::pow(10, -elo / 400)) - 1; }

StrengthModel::StrengthModel(Eigen::Index directions, double curvature, const ModelOptions& options)
    : options_(options),
      first_curvature_(curvature),
      information_(Matrix::Zero(2 * directions, 2 * directions)),
      evidence_(Vector::Zero(2 * directions)) {}

void StrengthModel::add(const Vector& p, const Vector& q, double points) {
  const Eigen::Index n = p.size();
  Vector x(2 * n);
  x.head(n) = p - q;
  x.tail(n) = (q.cwiseProduct(q) - p.cwiseProduct(p)) / 2;
  // Weights n^memory, all divided by that of the last.
  const double keep = 1 - options_.memory / (pairs_ + options_.memory + options_.early);
  information_.triangularView<Eigen::Lower>() *= keep;
  evidence_ *= keep;
  weight_ = keep * weight_ + 1;
  squares_ = keep * squares_ + points * points;
  information_.selfadjointView<Eigen::Lower>().rankUpdate(x);
  evidence_ += points * x;
  ++pairs_;
}

double StrengthModel::noise() const {
  return (squares_ + options_.noise * options_.noise_pairs) / (weight_ + options_.noise_pairs);
}

// That of the curvatures is what they have in common, and how they differ.
StrengthModel::Normal StrengthModel::without_slopes() const {
  const Eigen::Index n = evidence_.size() / 2;
  const double variance = noise();
  const double first = first_curvature_ * first_curvature_;
  const double common = first * options_.unsure * options_.unsure,
               differing = first * options_.unlike * options_.unlike;
  Normal normal{information_ / variance, evidence_ / variance};
  normal.precision.bottomRightCorner(n, n).triangularView<Eigen::Lower>() -=
      Matrix::Constant(n, n, common / (differing * (differing + static_cast<double>(n) * common)));
  normal.precision.diagonal().tail(n).array() += 1 / differing;
  normal.right.tail(n).array() += first_curvature_ / (differing + static_cast<double>(n) * common);
  return normal;
}

// The prior of the slope is N(0, t^2) in each direction; the optimum then gains n t^2 / (2 curvature) on average.
StrengthModel::Posterior StrengthModel::posterior() const {
  const Eigen::Index n = evidence_.size() / 2;
  const Normal normal = without_slopes();
  std::array<Solution, prior_gains.size()> solutions;
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < prior_gains.size(); ++i) {
    const double spread =
        2 * first_curvature_ * points_of_elo(prior_gains[i]) / static_cast<double>(std::max<Eigen::Index>(n, 1));
    Matrix precision = normal.precision;
    precision.diagonal().head(n).array() += 1 / spread;
    Solution& solution = solutions[i];
    solution.factor.compute(precision);
    solution.mean = solution.factor.solve(normal.right);
    const double half_log_determinant = Matrix(solution.factor.matrixL()).diagonal().array().log().sum();
    solution.evidence = normal.right.dot(solution.mean) / 2 - half_log_determinant -
                        static_cast<double>(n) * std::log(spread) / 2 - std::log(prior_gains[i]) / 2;
    best = std::max(best, solution.evidence);
  }
  Posterior average{Vector::Zero(2 * n), Matrix::Zero(2 * n, 2 * n)};
  double sum = 0;
  for (Solution& solution : solutions) {
    solution.share = std::exp(solution.evidence - best);
    sum += solution.share;
    average.mean += solution.share * solution.mean;
  }
  average.mean /= sum;
  constexpr double hardly = 1e-4;  // a share that changes no error
  for (const Solution& solution : solutions) {
    if (solution.share < hardly * sum) continue;
    const Vector off = solution.mean - average.mean;
    const Matrix own = solution.factor.solve(Matrix::Identity(2 * n, 2 * n));
    average.covariance += solution.share / sum * (own + off * off.transpose());
  }
  return average;
}

StrengthEstimate StrengthModel::estimate() const {
  const Eigen::Index n = evidence_.size() / 2;
  const auto [mean, covariance] = posterior();
  StrengthEstimate estimate;
  estimate.noise = noise();
  estimate.slope = mean.head(n);
  estimate.curvature = mean.tail(n).cwiseMax(least_curvature * first_curvature_);
  estimate.optimum = estimate.slope.cwiseQuotient(estimate.curvature);
  // of slope / curvature, to first order
  estimate.error = Vector(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double z = estimate.optimum[i];
    const double square = covariance(i, i) - 2 * z * covariance(i, n + i) + z * z * covariance(n + i, n + i);
    estimate.error[i] = std::sqrt(std::max(square, 0.0)) / estimate.curvature[i];
  }
  Vector direction(2 * n);
  direction.head(n) = estimate.optimum;
  direction.tail(n) = -estimate.optimum.cwiseProduct(estimate.optimum) / 2;
  estimate.gain = elo_of_points(estimate.slope.dot(estimate.optimum) / 2);
  const double error = std::sqrt(std::max(direction.dot(covariance * direction), 0.0));
  estimate.gain_error = elo_of_points(std::min(error, 0.9));
  return estimate;
}

}  // namespace hone::refine
