// SPDX-License-Identifier: MIT
#include "tuner/learn/study/weight_errors.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/learn/fit/quadratic_model.hpp"
#include "tuner/learn/study/prior_spread.hpp"
#include "tuner/learn/study/pull_spreads.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

// The errors of a fit with a matrix. Everything is in the unit of the parameters until the end.
class DenseErrors {
 public:
  DenseErrors(const FitInQuestion& fit, const Matrix& hessian, const Matrix& covariance)
      : fit_(fit),
        penalty_(fit.curvature.penalty),
        ridge_(2 * penalty_.ridge),
        places_(places_of(fit)),
        inverse_(Eigen::LLT<Matrix>(hessian).solve(Matrix::Identity(hessian.rows(), hessian.cols()))),
        covariance_(covariance / (parameter_unit * parameter_unit)),
        games_(Vector::Zero(ridge_.size())) {
    for (Index i = 0; i < size(); ++i) games_[i] = is_seen(i) ? fit.games[weight(i)] : 0;
  }

  [[nodiscard]] WeightErrors all() {
    PullSpreads spread = spreads();
    const Vector own_reach = own_reaches();
    center_covariance(covariance_, fit_.boards, fit_.curvature.parameter_of_weight, fit_.schema.phase_count());
    Matrix moved = inverse_;
    center_columns(moved, fit_.boards, fit_.curvature.parameter_of_weight, fit_.schema.phase_count());
    center_covariance(inverse_, fit_.boards, fit_.curvature.parameter_of_weight, fit_.schema.phase_count());
    const Vector variance = moderated(moved);
    const std::vector<UnsureStrength> unsure = unsure_strengths();
    widen(spread, unsure);
    WeightErrors errors = no_errors(fit_.curvature.parameter_of_weight.size());
    for (Index i = 0; i < size(); ++i) {
      if (!is_seen(i)) continue;
      const Vector pulls = ridge_.cwiseProduct(moved.col(i));
      const double whole = pulls.cwiseProduct(spread.ridge).squaredNorm() + neighbours_variance(moved.col(i), spread);
      const double by_strengths = strengths_variance(moved.col(i), unsure);
      const double own = pulls[i] * spread.ridge[i];
      const double from_start = pulls[i] * fit_.start_distance[weight(i)] / parameter_unit;
      errors.sampling[weight(i)] = parameter_unit * std::sqrt(variance[i]);
      errors.prior[weight(i)] = parameter_unit * std::sqrt(whole + by_strengths);
      errors.leak[weight(i)] =
          parameter_unit * std::sqrt(std::max(0.0, whole - own * own) + by_strengths + from_start * from_start);
      errors.data_share[weight(i)] = std::clamp(1 - penalty_.product(moved.col(i))[i] / own_reach[i], 0.0, 1.0);
    }
    share_among_tied(fit_.curvature, places_, errors);
    return errors;
  }

 private:
  [[nodiscard]] Index size() const { return ridge_.size(); }
  [[nodiscard]] Index pairs() const { return std::ssize(penalty_.neighbours); }
  [[nodiscard]] const NeighbourPull& pair(Index number) const {
    return penalty_.neighbours[static_cast<std::size_t>(number)];
  }

  // What the true differences of neighbours add to the variance of the weight with this column of the inverse.
  [[nodiscard]] double neighbours_variance(const Vector& column, const PullSpreads& spread) const {
    double sum = 0;
    for (Index q = 0; q < pairs(); ++q) {
      const double pull = 2 * pair(q).strength * (column[pair(q).first] - column[pair(q).second]);
      sum += pull * pull * spread.neighbours[q] * spread.neighbours[q];
    }
    return sum;
  }

  [[nodiscard]] std::size_t weight(Index parameter) const {
    return places_.weight[static_cast<std::size_t>(parameter)];
  }
  [[nodiscard]] bool is_seen(Index parameter) const { return weight(parameter) != no_weight; }

  // The variances by chance. columns: of the inverse Hessian, with or without the boards moved, as the covariance and
  // the inverse are. What the curvature leads to expect is H^-1 D H^-1 = H^-1 - H^-1 R H^-1, times a factor that tells
  // how much more a game varies than its positions would on their own.
  [[nodiscard]] Vector moderated(const Matrix& columns) {
    Vector expected(size());
    double factor = 0;
    for (Index i = 0; i < size(); ++i) {
      expected[i] = std::max(0.0, inverse_(i, i) - columns.col(i).dot(penalty_.product(columns.col(i))));
      if (expected[i] > 0) factor += games_[i] * covariance_(i, i) / expected[i];
    }
    noise_factor_ = factor / std::max(games_.sum(), 1e-300);
    const Vector found = covariance_.diagonal().cwiseMax(0);
    return (games_.cwiseProduct(found) + expected_games * noise_factor_ * expected)
        .cwiseQuotient((games_.array() + expected_games).matrix());
  }

  // The same for the difference of two neighbours.
  [[nodiscard]] double moderated(const NeighbourPull& pair) const {
    const Vector column = inverse_.col(pair.first) - inverse_.col(pair.second);
    const double expected =
        std::max(0.0, column[pair.first] - column[pair.second] - column.dot(penalty_.product(column)));
    const double found = covariance_(pair.first, pair.first) + covariance_(pair.second, pair.second) -
                         2 * covariance_(pair.first, pair.second);
    const double games = std::min(games_[pair.first], games_[pair.second]);
    return (games * std::max(0.0, found) + expected_games * noise_factor_ * expected) / (games + expected_games);
  }

  // What is left of a move by 1 of each weight alone when the boards have been moved: less than 1 for a square.
  [[nodiscard]] Vector own_reaches() const {
    Matrix identity = Matrix::Identity(size(), size());
    center_columns(identity, fit_.boards, fit_.curvature.parameter_of_weight, fit_.schema.phase_count());
    return identity.diagonal().cwiseMax(1e-9);
  }

  // Distances of parameters come first, then differences of neighbours, and so do the groups of both.
  [[nodiscard]] PullSpreads spreads() {
    const auto groups = static_cast<Index>(fit_.schema.groups().size());
    PriorDistances found{Vector(size() + pairs()), Vector(size() + pairs()), Matrix::Zero(size() + pairs(), 2 * groups),
                         places_.group};
    found.distance.head(size()) = fit_.curvature.point - penalty_.prior;
    found.variance.head(size()) = moderated(inverse_);
    for (Index q = 0; q < pairs(); ++q) {
      found.distance[size() + q] = pair(q).distance(fit_.curvature.point);
      found.variance[size() + q] = moderated(pair(q));
      found.group.push_back(places_.group[static_cast<std::size_t>(pair(q).first)] + fit_.schema.groups().size());
    }
    add_reach(found);
    for (Index i = 0; i < size(); ++i) {
      if (is_seen(i)) continue;
      found.reach.row(i).setZero();
      found.variance[i] = 0;
    }
    const std::vector<double> of_group = prior_spreads(found);
    const auto spread_of = [&](Index i) { return of_group[found.group[static_cast<std::size_t>(i)]]; };
    PullSpreads result{Vector(size()), Vector(pairs())};
    for (Index i = 0; i < size(); ++i) result.ridge[i] = spread_of(i);
    for (Index q = 0; q < pairs(); ++q) result.neighbours[q] = spread_of(size() + q);
    join_pulls(fit_, places_, noise_factor_, result);
    return result;
  }

  // A strength that was found from the same data: how far its logarithm may be from the best one, and how the fit would
  // follow, d x / d log strength = -H^-1 slope.
  struct UnsureStrength {
    Index block = 0;  // group * phases + phase
    bool is_smooth = false;
    double variance = 0;
    Vector slope;  // of its cost
  };

  // With S the second derivatives of the pull at its strength and T = S (R^-1 - H^-1), whose trace counts the weights
  // that speak for the strength, the information that these give of its logarithm is tr(T T) / 2 (the expected second
  // derivative of the logarithm of a marginal likelihood of normal variables). One weight more was taken for
  // granted when the strength was found (evidence.cpp).
  [[nodiscard]] std::vector<UnsureStrength> unsure_strengths() const {
    std::vector<UnsureStrength> result;
    for (const FitCurvature::FoundPull& found : fit_.curvature.found) {
      const std::vector<Index> members = members_of(found.group, found.phase);
      if (members.empty()) continue;
      const Matrix ridge = Matrix(elements(ridge_, members).asDiagonal()), smooth = smooth_of(members);
      Matrix held = ridge + smooth;
      held.diagonal().array() += 1e-9 * held.diagonal().maxCoeff();  // the mean of a group without a ridge
      const Matrix known = held.llt().solve(Matrix::Identity(held.rows(), held.cols())) - inverse_(members, members);
      const auto add = [&](const Matrix& pull, bool is_smooth) {
        const Matrix told = pull * known;
        const double information = (told.cwiseProduct(told.transpose()).sum() + 1) / 2;
        result.push_back({static_cast<Index>(found.group) * fit_.schema.phase_count() + found.phase, is_smooth,
                          1 / information, slope_of(members, is_smooth)});
      };
      if (found.ridge) add(ridge, false);
      if (found.smooth && !smooth.isZero(0)) add(smooth, true);
    }
    return result;
  }

  [[nodiscard]] std::vector<Index> members_of(std::size_t group, int phase) const {
    std::vector<Index> members;
    for (Index i = 0; i < size(); ++i) {
      if (is_seen(i) && places_.group[static_cast<std::size_t>(i)] == group &&
          static_cast<int>(weight(i)) % fit_.schema.phase_count() == phase) {
        members.push_back(i);
      }
    }
    return members;
  }

  [[nodiscard]] Matrix smooth_of(const std::vector<Index>& members) const {
    Matrix result = Matrix::Zero(std::ssize(members), std::ssize(members));
    const auto place = [&](Index parameter) {
      const auto at = std::lower_bound(members.begin(), members.end(), parameter);
      return at != members.end() && *at == parameter ? at - members.begin() : Index{-1};
    };
    for (const NeighbourPull& pull : penalty_.neighbours) {
      const Index first = place(pull.first), second = place(pull.second);
      if (first < 0 || second < 0) continue;
      result(first, first) += 2 * pull.strength;
      result(second, second) += 2 * pull.strength;
      result(first, second) -= 2 * pull.strength;
      result(second, first) -= 2 * pull.strength;
    }
    return result;
  }

  [[nodiscard]] Vector slope_of(const std::vector<Index>& members, bool is_smooth) const {
    Vector slope = Vector::Zero(size());
    const Vector& x = fit_.curvature.point;
    if (!is_smooth) {
      for (const Index i : members) slope[i] = ridge_[i] * (x[i] - penalty_.prior[i]);
      return slope;
    }
    for (const NeighbourPull& pull : penalty_.neighbours) {
      if (!std::binary_search(members.begin(), members.end(), pull.first)) continue;
      const double along = 2 * pull.strength * pull.distance(x);
      slope[pull.first] += along;
      slope[pull.second] -= along;
    }
    return slope;
  }

  // The variance of a prior whose strength is known up to a normal error v of its logarithm is exp(v / 2) times that of
  // the best one. Only where pulls join: the spread of one alone has been averaged over (prior_spread.hpp).
  void widen(PullSpreads& spread, const std::vector<UnsureStrength>& unsure) const {
    const auto phases = static_cast<Index>(fit_.schema.phase_count());
    for (const UnsureStrength& one : unsure) {
      if (!one.is_smooth) continue;
      for (Index q = 0; q < pairs(); ++q) {
        const Index first = pair(q).first;
        const Index block = static_cast<Index>(places_.group[static_cast<std::size_t>(first)]) * phases +
                            static_cast<Index>(weight(first)) % phases;
        if (block == one.block) spread.neighbours[q] *= std::exp(one.variance / 4);
      }
    }
  }

  // What the errors of the strengths add to the variance of the weight with this column of the inverse.
  [[nodiscard]] static double strengths_variance(const Vector& column, const std::vector<UnsureStrength>& unsure) {
    double sum = 0;
    for (const UnsureStrength& one : unsure) sum += one.variance * std::pow(column.dot(one.slope), 2);
    return sum;
  }

  // What a true distance of 1 of each pull adds to all fitted distances. The fit shows less than 1 of its own.
  void add_reach(PriorDistances& found) const {
    for (Index k = 0; k < size() + pairs(); ++k) {
      const Vector shift = k < size() ? Vector(ridge_[k] * inverse_.col(k)) : pair_shift(pair(k - size()));
      Vector reached(size() + pairs());
      reached.head(size()) = -shift;
      for (Index q = 0; q < pairs(); ++q) reached[size() + q] = shift[pair(q).second] - shift[pair(q).first];
      reached[k] += 1;
      found.reach.col(static_cast<Index>(found.group[static_cast<std::size_t>(k)])) += reached.cwiseAbs2();
    }
  }

  [[nodiscard]] Vector pair_shift(const NeighbourPull& pair) const {
    return 2 * pair.strength * (inverse_.col(pair.first) - inverse_.col(pair.second));
  }

  const FitInQuestion& fit_;
  const Penalty& penalty_;
  Vector ridge_;  // second derivatives
  ParameterPlaces places_;
  Matrix inverse_, covariance_;
  Vector games_;
  double noise_factor_ = 1;
};

}  // namespace

double WeightErrors::value(std::size_t weight) const { return std::hypot(sampling[weight], prior[weight]); }

double WeightErrors::chance(std::size_t weight) const { return std::hypot(sampling[weight], leak[weight]); }

WeightErrors weight_errors(const FitInQuestion& fit, const Matrix& hessian, const Matrix& covariance) {
  return DenseErrors(fit, hessian, covariance).all();
}

WeightErrors weight_errors(const FitInQuestion& fit, const std::vector<double>& sampling) {
  const FitCurvature& curvature = fit.curvature;
  const Index size = curvature.point.size();
  const ParameterPlaces places = places_of(fit);
  const Vector penalty = curvature.penalty.diagonal();
  const Vector pulls = penalty.cwiseQuotient((penalty + curvature.diagonal).cwiseMax(1e-300));
  PriorDistances found{curvature.point - curvature.penalty.prior, Vector::Zero(size),
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
  share_among_tied(curvature, places, errors);
  return errors;
}

}  // namespace hone::learn
