// SPDX-License-Identifier: MIT
#include "tuner/learn/study/weight_errors.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/learn/study/prior_spread.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

std::size_t group_of_weight(const Schema& schema, std::size_t weight) {
  const Group& group = schema.group_of(static_cast<int>(weight) / schema.phase_count());
  return static_cast<std::size_t>(&group - schema.groups().data());
}

constexpr std::size_t no_weight = static_cast<std::size_t>(-1);  // of a parameter that no row has

// Of each parameter.
struct Places {
  std::vector<std::size_t> group, weight;
};

Places places_of(const FitInQuestion& fit) {
  const auto size = static_cast<std::size_t>(fit.curvature.ridge.size());
  Places places{std::vector<std::size_t>(size), std::vector<std::size_t>(size, no_weight)};
  for (std::size_t weight = 0; weight < fit.curvature.parameter_of_weight.size(); ++weight) {
    const std::int32_t parameter = fit.curvature.parameter_of_weight[weight];
    if (parameter == not_fitted) continue;
    places.weight[static_cast<std::size_t>(parameter)] = weight;
    places.group[static_cast<std::size_t>(parameter)] = group_of_weight(fit.schema, weight);
  }
  return places;
}

WeightErrors no_errors(std::size_t weights) {
  const std::vector<double> none(weights, 0.0);
  return {none, none, none, std::vector<double>(weights, 1.0)};
}

// The errors of a fit with a matrix. Everything is in the unit of the parameters until the end.
class DenseErrors {
 public:
  DenseErrors(const FitInQuestion& fit, const Matrix& hessian, const Matrix& covariance)
      : fit_(fit),
        ridge_(fit.curvature.ridge),
        places_(places_of(fit)),
        inverse_(Eigen::LLT<Matrix>(hessian).solve(Matrix::Identity(hessian.rows(), hessian.cols()))),
        covariance_(covariance / (parameter_unit * parameter_unit)),
        games_(Vector::Zero(ridge_.size())) {
    for (Index i = 0; i < size(); ++i) games_[i] = is_seen(i) ? fit.games[weight(i)] : 0;
  }

  [[nodiscard]] WeightErrors all() {
    const Vector spread = spreads();  // of each parameter
    const Vector own_reach = own_reaches();
    center_covariance(covariance_, fit_.boards, fit_.curvature.parameter_of_weight, fit_.schema.phase_count());
    Matrix moved = inverse_;
    center_columns(moved, fit_.boards, fit_.curvature.parameter_of_weight, fit_.schema.phase_count());
    center_covariance(inverse_, fit_.boards, fit_.curvature.parameter_of_weight, fit_.schema.phase_count());
    const Vector variance = moderated(moved);
    WeightErrors errors = no_errors(fit_.curvature.parameter_of_weight.size());
    for (Index i = 0; i < size(); ++i) {
      if (!is_seen(i)) continue;
      const Vector pulls = ridge_.cwiseProduct(moved.col(i));
      const double whole = pulls.cwiseProduct(spread).squaredNorm(), own = pulls[i] * spread[i];
      const double from_start = pulls[i] * fit_.start_distance[weight(i)] / parameter_unit;
      errors.sampling[weight(i)] = parameter_unit * std::sqrt(variance[i]);
      errors.prior[weight(i)] = parameter_unit * std::sqrt(whole);
      errors.leak[weight(i)] = parameter_unit * std::sqrt(std::max(0.0, whole - own * own) + from_start * from_start);
      errors.data_share[weight(i)] = std::clamp(1 - pulls[i] / own_reach[i], 0.0, 1.0);
    }
    return errors;
  }

 private:
  [[nodiscard]] Index size() const { return ridge_.size(); }
  [[nodiscard]] std::size_t weight(Index parameter) const {
    return places_.weight[static_cast<std::size_t>(parameter)];
  }
  [[nodiscard]] bool is_seen(Index parameter) const { return weight(parameter) != no_weight; }

  // The variances by chance. columns: of the inverse Hessian, with or without the boards moved, as the covariance and
  // the inverse are. What the curvature leads to expect is H^-1 D H^-1 = H^-1 - H^-1 R H^-1, times a factor that tells
  // how much more a game varies than its positions would on their own.
  [[nodiscard]] Vector moderated(const Matrix& columns) const {
    Vector expected(size());
    double factor = 0;
    for (Index i = 0; i < size(); ++i) {
      expected[i] = std::max(0.0, inverse_(i, i) - columns.col(i).cwiseAbs2().dot(ridge_));
      if (expected[i] > 0) factor += games_[i] * covariance_(i, i) / expected[i];
    }
    factor /= std::max(games_.sum(), 1e-300);
    const Vector found = covariance_.diagonal().cwiseMax(0);
    return (games_.cwiseProduct(found) + expected_games * factor * expected)
        .cwiseQuotient((games_.array() + expected_games).matrix());
  }

  // What is left of a move by 1 of each weight alone when the boards have been moved: less than 1 for a square.
  [[nodiscard]] Vector own_reaches() const {
    Matrix identity = Matrix::Identity(size(), size());
    center_columns(identity, fit_.boards, fit_.curvature.parameter_of_weight, fit_.schema.phase_count());
    return identity.diagonal().cwiseMax(1e-9);
  }

  [[nodiscard]] Vector spreads() const {
    const auto groups = static_cast<Index>(fit_.schema.groups().size());
    PriorDistances found{fit_.curvature.distance, moderated(inverse_), Matrix::Zero(size(), groups), places_.group};
    for (Index k = 0; k < size(); ++k) {
      Vector reached = -ridge_[k] * inverse_.col(k);
      reached[k] += 1;
      found.reach.col(static_cast<Index>(places_.group[static_cast<std::size_t>(k)])) += reached.cwiseAbs2();
    }
    for (Index i = 0; i < size(); ++i) {
      if (is_seen(i)) continue;
      found.reach.row(i).setZero();
      found.variance[i] = 0;
    }
    const std::vector<double> of_group = prior_spreads(found);
    Vector result(size());
    for (Index i = 0; i < size(); ++i) result[i] = of_group[places_.group[static_cast<std::size_t>(i)]];
    return result;
  }

  const FitInQuestion& fit_;
  const Vector& ridge_;
  Places places_;
  Matrix inverse_, covariance_;
  Vector games_;
};

}  // namespace

double WeightErrors::value(std::size_t weight) const { return std::hypot(sampling[weight], prior[weight]); }

double WeightErrors::chance(std::size_t weight) const { return std::hypot(sampling[weight], leak[weight]); }

WeightErrors weight_errors(const FitInQuestion& fit, const Matrix& hessian, const Matrix& covariance) {
  return DenseErrors(fit, hessian, covariance).all();
}

WeightErrors weight_errors(const FitInQuestion& fit, const std::vector<double>& sampling) {
  const FitCurvature& curvature = fit.curvature;
  const Index size = curvature.ridge.size();
  const Places places = places_of(fit);
  const Vector pulls = curvature.ridge.cwiseQuotient((curvature.ridge + curvature.diagonal).cwiseMax(1e-300));
  PriorDistances found{curvature.distance, Vector::Zero(size),
                       Matrix::Zero(size, static_cast<Index>(fit.schema.groups().size())), places.group};
  for (Index i = 0; i < size; ++i) {
    const auto number = static_cast<std::size_t>(i);
    if (places.weight[number] == no_weight) continue;
    const double chance = sampling[places.weight[number]] / parameter_unit;
    found.variance[i] = chance * chance;
    found.reach(i, static_cast<Index>(places.group[number])) = (1 - pulls[i]) * (1 - pulls[i]);
  }
  const std::vector<double> spread = prior_spreads(found);
  WeightErrors errors = no_errors(sampling.size());
  errors.sampling = sampling;
  for (Index i = 0; i < size; ++i) {
    const std::size_t weight = places.weight[static_cast<std::size_t>(i)];
    if (weight == no_weight) continue;
    errors.prior[weight] = parameter_unit * pulls[i] * spread[places.group[static_cast<std::size_t>(i)]];
    errors.leak[weight] = pulls[i] * std::abs(fit.start_distance[weight]);
    errors.data_share[weight] = 1 - pulls[i];
  }
  return errors;
}

}  // namespace hone::learn
