// SPDX-License-Identifier: MIT
#include "tuner/learn/products/score_test.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace hone::learn {

namespace {

// A direction of the scatter with less of the variance, relative to the largest, is one that the games do not tell.
constexpr double least_direction = 1e-6;

// e^(y^2) erfc(y), which does not underflow.
double scaled_erfc(double y) {
  if (y < 20) return std::exp(y * y) * std::erfc(y);
  return (1 - 0.5 / (y * y)) / (y * std::sqrt(std::numbers::pi));
}

}  // namespace

double log_chi_squared_tail(double x, int freedom) {
  const double half = x / 2;
  if (!(half > 0)) return 0;
  const bool odd = freedom % 2 == 1;
  double term = odd ? std::sqrt(half) / std::tgamma(1.5) : 1;
  double sum = odd ? scaled_erfc(std::sqrt(half)) : 0;
  for (int i = odd ? 3 : 2; i <= freedom; i += 2) {
    sum += term;
    term *= half / (0.5 * i);
  }
  return -half + std::log(sum);
}

double ScoreTest::p() const { return std::exp(log_p); }

double ScoreTest::z() const {
  double low = 0, high = 1e3;
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    (log_chi_squared_tail(middle * middle, 1) > log_p ? low : high) = middle;
  }
  return low;
}

ScoreTest score_test(const Vector& score, const Matrix& scatter) {
  const Vector spread = scatter.diagonal().cwiseMax(0).cwiseSqrt();
  std::vector<Eigen::Index> told;
  for (Eigen::Index i = 0; i < spread.size(); ++i) {
    if (spread[i] > 0) told.push_back(i);
  }
  if (told.empty()) return {};
  const Vector scaled = score(told).cwiseQuotient(spread(told));
  const Vector inverse = spread(told).cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<Matrix> parts(inverse.asDiagonal() * scatter(told, told) * inverse.asDiagonal());
  ScoreTest test;
  for (Eigen::Index i = 0; i < scaled.size(); ++i) {
    const double variance = parts.eigenvalues()[i];
    if (!(variance > least_direction)) continue;
    const double along = parts.eigenvectors().col(i).dot(scaled);
    test.statistic += along * along / variance;
    ++test.freedom;
  }
  test.log_p = log_chi_squared_tail(test.statistic, test.freedom);
  return test;
}

std::vector<double> false_shares(std::span<const double> log_p) {
  std::vector<std::size_t> order(log_p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return log_p[a] > log_p[b]; });
  std::vector<double> shares(log_p.size());
  const auto all = static_cast<double>(log_p.size());
  double least = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    least = std::min(least, std::exp(log_p[order[i]]) * all / (all - static_cast<double>(i)));
    shares[order[i]] = least;
  }
  return shares;
}

}  // namespace hone::learn
