// SPDX-License-Identifier: MIT
#include "tuner/learn/study/fit_uncertainty.hpp"

#include <cmath>
#include <cstdint>

#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

namespace {

using Index = Eigen::Index;

// Directions that neither data nor ridge settle get this share of the largest diagonal element.
constexpr double least_damping = 1e-9;

std::vector<std::uint32_t> fitted_weights_of(const FitCurvature& curvature, const Schema& schema,
                                             const std::vector<std::string>& patterns) {
  const std::vector<bool> chosen = terms_of_groups(schema, patterns);
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  std::vector<std::uint32_t> weights;
  for (std::size_t weight = 0; weight < curvature.parameter_of_weight.size(); ++weight) {
    if (curvature.parameter_of_weight[weight] < 0 || !chosen[weight / phases]) continue;
    weights.push_back(static_cast<std::uint32_t>(weight));
  }
  return weights;
}

// The Hessian with the penalty, so that it has an inverse; lower triangle.
Matrix settled_hessian(const FitCurvature& curvature) {
  Matrix hessian = curvature.data;
  curvature.penalty.add_hessian(hessian);
  const double largest = hessian.diagonal().cwiseAbs().maxCoeff();
  hessian.diagonal().array() += least_damping * largest;
  return hessian;
}

// The elements of the inverse in these rows and columns.
Matrix block_of_inverse(const Eigen::LLT<Matrix>& factor, const std::vector<Index>& places) {
  Matrix columns = Matrix::Zero(factor.rows(), std::ssize(places));
  for (Index i = 0; i < columns.cols(); ++i) columns(places[static_cast<std::size_t>(i)], i) = 1;
  factor.solveInPlace(columns);
  return columns(places, Eigen::all);
}

}  // namespace

play::Uncertainty uncertainty_of(const FitCurvature& curvature, const Schema& schema,
                                 const std::vector<std::string>& patterns) {
  play::Uncertainty result{.fingerprint = schema.fingerprint(), .weights = {}, .covariance = {}};
  const std::vector<std::uint32_t> weights = fitted_weights_of(curvature, schema, patterns);
  if (weights.empty()) return result;
  const Eigen::LLT<Matrix> factor(settled_hessian(curvature));
  if (factor.info() != Eigen::Success) return result;
  std::vector<Index> places;
  for (const std::uint32_t weight : weights) places.push_back(curvature.parameter_of_weight[weight]);
  const Matrix covariance = block_of_inverse(factor, places);
  const double largest = covariance.diagonal().maxCoeff();
  if (!(largest > 0) || !std::isfinite(largest)) return result;
  result.weights = weights;
  for (Index row = 0; row < covariance.rows(); ++row) {
    for (Index column = 0; column <= row; ++column) {
      result.covariance.push_back(static_cast<float>(covariance(row, column) / largest));
    }
  }
  return result;
}

}  // namespace hone::learn
