// SPDX-License-Identifier: MIT
#include "tuner/refine/strength_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "tuner/stats/statistics.hpp"

namespace hone::refine {
namespace {

// Elo that the optimum is above the start, before any game, all directions together. Small ones are likelier.
constexpr std::array<double, 5> prior_gains{1, 4, 16, 64, 256};
// By how much a perturbation costs less, as a share, after a step that costs 1 Elo in the direction of most shelter.
constexpr std::array<double, 4> prior_shelters{0.01, 0.03, 0.1, 0.3};
constexpr double most_points = 0.999;
// A curvature is at least this share of the first guess: a lower one would throw the optimum far away.
constexpr double least_curvature = 0.15;

}  // namespace

double elo_of_points(double points) {
  const double p = std::clamp(points, -most_points, most_points);
  return 400 * std::log10((1 + p) / (1 - p));
}
double points_of_elo(double elo) { return 2 * stats::score_of_elo(elo) - 1; }

StrengthModel::StrengthModel(Eigen::Index directions, double curvature, const ModelOptions& options)
    : options_(options),
      first_curvature_(curvature),
      information_(Matrix::Zero(3 * directions, 3 * directions)),
      evidence_(Vector::Zero(3 * directions)) {}

void StrengthModel::add(const Vector& p, const Vector& q, const Vector& centre, double points) {
  const Eigen::Index n = p.size();
  const Vector from_p = p - centre, from_q = q - centre;
  Vector x(3 * n);
  x << from_p * from_p.squaredNorm() - from_q * from_q.squaredNorm(), p - q,
      (q.cwiseProduct(q) - p.cwiseProduct(p)) / 2;
  information_.selfadjointView<Eigen::Lower>().rankUpdate(x);
  evidence_ += points * x;
  ++pairs_;
  squares_ += points * points;
}

double StrengthModel::noise() const {
  return (squares_ + options_.noise * options_.noise_pairs) / (pairs_ + options_.noise_pairs);
}

// That of the curvatures is what they have in common, and how they differ.
StrengthModel::Normal StrengthModel::without_grid() const {
  const Eigen::Index n = evidence_.size() / 3;
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

// The prior of the slope is N(0, t^2) in each direction; the optimum then gains n t^2 / (2 curvature) on average. That
// of shelter is N(0, u^2): a perturbation d costs curvature d^2 / 2 less shelter_i d^2 a step of 1 in direction i, and
// the steps of 1 Elo in the direction of most shelter, whose shelter is u n^1/2, are of length
// (2 x (points of 1 Elo) / curvature)^1/2.
std::vector<StrengthModel::Solution> StrengthModel::solutions() const {
  const Eigen::Index n = evidence_.size() / 3;
  const auto count = static_cast<double>(std::max<Eigen::Index>(n, 1));
  const Normal normal = without_grid();
  std::vector<Solution> all;
  double best = -std::numeric_limits<double>::infinity();
  for (const double gain : prior_gains) {
    for (const double shelter : prior_shelters) {
      const double slopes = 2 * first_curvature_ * points_of_elo(gain) / count;
      const double shelters =
          shelter * shelter * first_curvature_ * first_curvature_ * first_curvature_ / (8 * points_of_elo(1) * count);
      Matrix precision = normal.precision;
      precision.diagonal().head(n).array() += 1 / shelters;
      precision.diagonal().segment(n, n).array() += 1 / slopes;
      const Eigen::LLT<Matrix> factor(precision);
      Solution& solution = all.emplace_back();
      solution.mean = factor.solve(normal.right);
      const Matrix root = factor.matrixL();
      const double evidence = normal.right.dot(solution.mean) / 2 - root.diagonal().array().log().sum() -
                              static_cast<double>(n) * std::log(slopes * shelters) / 2 - std::log(gain * shelter) / 2;
      solution.share = evidence;
      solution.root = root.bottomRightCorner(2 * n, 2 * n);
      best = std::max(best, evidence);
    }
  }
  double sum = 0;
  for (Solution& solution : all) {
    solution.share = std::exp(solution.share - best);
    sum += solution.share;
  }
  constexpr double hardly = 1e-4;  // a share that changes nothing
  std::erase_if(all, [&](const Solution& solution) { return solution.share < hardly * sum; });
  sum = 0;
  for (const Solution& solution : all) sum += solution.share;
  for (Solution& solution : all) solution.share /= sum;
  return all;
}

StrengthEstimate StrengthModel::estimate(const Bound& bounded) const {
  const Eigen::Index n = evidence_.size() / 3;
  const std::vector<Solution> all = solutions();
  Vector mean = Vector::Zero(2 * n);
  for (const Solution& solution : all) mean += solution.share * solution.mean.tail(2 * n);
  StrengthEstimate estimate;
  estimate.noise = noise();
  estimate.slope = mean.head(n);
  estimate.curvature = mean.tail(n).cwiseMax(least_curvature * first_curvature_);
  estimate.optimum = estimate.slope.cwiseQuotient(estimate.curvature);
  // What the gain depends on, and variances of slopes and curvatures with the covariance of the two of a direction.
  const Vector played = bounded ? bounded(estimate.optimum) : estimate.optimum;
  Vector gain(2 * n);
  gain << played, -played.cwiseAbs2() / 2;
  estimate.gain = elo_of_points(estimate.slope.dot(gain.head(n)) + estimate.curvature.dot(gain.tail(n)));
  Vector slope = Vector::Zero(n), curvature = Vector::Zero(n), both = Vector::Zero(n);
  double gain_variance = 0;
  for (const Solution& solution : all) {
    const Matrix inverse = solution.root.triangularView<Eigen::Lower>().solve(Matrix::Identity(2 * n, 2 * n));
    const Vector off = solution.mean.tail(2 * n) - mean;
    const auto of_slopes = inverse.leftCols(n), of_curvatures = inverse.rightCols(n);
    slope += solution.share * (of_slopes.colwise().squaredNorm().transpose() + off.head(n).cwiseAbs2());
    curvature += solution.share * (of_curvatures.colwise().squaredNorm().transpose() + off.tail(n).cwiseAbs2());
    both += solution.share *
            (of_slopes.cwiseProduct(of_curvatures).colwise().sum().transpose() + off.head(n).cwiseProduct(off.tail(n)));
    gain_variance += solution.share * ((inverse * gain).squaredNorm() + std::pow(off.dot(gain), 2));
  }
  // of slope / curvature, to first order
  const auto z = estimate.optimum.array();
  const auto squares = slope.array() - 2 * z * both.array() + z * z * curvature.array();
  estimate.error = squares.max(0).sqrt() / estimate.curvature.array();
  estimate.gain_error = elo_of_points(std::min(std::sqrt(gain_variance), 0.9));
  return estimate;
}

}  // namespace hone::refine
