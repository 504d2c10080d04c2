// SPDX-License-Identifier: MIT
#include "tuner/refine/coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "data/error.hpp"
#include "data/random.hpp"

namespace hone::refine {

Coordinates::Coordinates(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {}

void Coordinates::add(std::size_t parameter, double step) {
  Vector change = Vector::Zero(static_cast<Eigen::Index>(parameters_.size())), reading = change;
  change[static_cast<Eigen::Index>(parameter)] = step;
  reading[static_cast<Eigen::Index>(parameter)] = 1 / step;
  add(change, reading);
}

void Coordinates::add(const Vector& change, const Vector& reading) {
  changes_.push_back(change);
  readings_.push_back(reading);
}

Vector Coordinates::values(const Vector& z) const {
  Vector values(static_cast<Eigen::Index>(parameters_.size()));
  for (std::size_t i = 0; i < parameters_.size(); ++i) values[static_cast<Eigen::Index>(i)] = parameters_[i].start;
  for (std::size_t i = 0; i < changes_.size(); ++i) values += z[static_cast<Eigen::Index>(i)] * changes_[i];
  return values;
}

Vector Coordinates::z_of(std::span<const int> values) const {
  Vector moved(static_cast<Eigen::Index>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    moved[static_cast<Eigen::Index>(i)] = values[i] - parameters_[i].start;
  }
  Vector z(directions());
  for (std::size_t i = 0; i < readings_.size(); ++i) z[static_cast<Eigen::Index>(i)] = readings_[i].dot(moved);
  return z;
}

Vector Coordinates::clamped(Vector values) const {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    double& value = values[static_cast<Eigen::Index>(i)];
    value = std::clamp<double>(value, parameters_[i].least, parameters_[i].most);
  }
  return values;
}

Vector Coordinates::bounded(const Vector& z) const {
  const Vector wanted = values(z), possible = clamped(wanted);
  if (wanted == possible) return z;
  Vector result = z;
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    result[static_cast<Eigen::Index>(i)] += readings_[i].dot(possible - wanted);
  }
  return result;
}

std::vector<int> Coordinates::nearest(const Vector& z) const {
  const Vector possible = clamped(values(z));
  std::vector<int> rounded;
  for (const double value : possible) rounded.push_back(static_cast<int>(std::lround(value)));
  return rounded;
}

std::vector<int> Coordinates::drawn(const Vector& z, std::uint64_t seed) const {
  Random random(seed);
  const Vector possible = clamped(values(z));
  std::vector<int> rounded;
  for (const double value : possible) rounded.push_back(static_cast<int>(std::floor(value + random.uniform())));
  return rounded;
}

Vector Coordinates::errors(const Vector& of_z) const {
  Vector squares = Vector::Zero(static_cast<Eigen::Index>(parameters_.size()));
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    const double error = of_z[static_cast<Eigen::Index>(i)];
    squares += error * error * changes_[i].cwiseProduct(changes_[i]);
  }
  return squares.cwiseSqrt();
}

WeightDirections directions_of(const learn::Posterior& posterior, const std::vector<Parameter>& parameters,
                               std::size_t most) {
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < posterior.weights.size(); ++i) place[posterior.weights[i]] = i;
  std::vector<std::pair<std::size_t, Eigen::Index>> known;  // parameter and its place in the posterior
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto found = place.find(parameters[i].name);
    if (found != place.end()) known.emplace_back(i, static_cast<Eigen::Index>(found->second));
  }
  if (known.empty()) throw Error("the posterior knows none of the weights that are to be refined");
  const auto n = static_cast<Eigen::Index>(known.size());
  Matrix precision(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      const auto [low, high] =
          std::minmax(known[static_cast<std::size_t>(i)].second, known[static_cast<std::size_t>(j)].second);
      precision(i, j) = posterior.precision(high, low);
    }
  }
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(precision);  // of the lower triangle; ascending
  const Vector& stiffness = solver.eigenvalues();
  constexpr double centi_units = 100, flattest = 1e-9;
  WeightDirections result;
  for (Eigen::Index i = n; i-- > 0 && result.changes.size() < most;) {
    if (!(stiffness[i] > flattest * stiffness[n - 1])) break;
    const double size = centi_units / std::sqrt(stiffness[i]);
    Vector change = Vector::Zero(static_cast<Eigen::Index>(parameters.size())), reading = change;
    // the sign of a direction is no matter of the solver's
    Eigen::Index largest = 0;
    solver.eigenvectors().col(i).cwiseAbs().maxCoeff(&largest);
    const double sign = solver.eigenvectors()(largest, i) < 0 ? -1 : 1;
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto parameter = static_cast<Eigen::Index>(known[static_cast<std::size_t>(j)].first);
      change[parameter] = sign * size * solver.eigenvectors()(j, i);
      reading[parameter] = sign * solver.eigenvectors()(j, i) / size;
    }
    result.changes.push_back(change);
    result.readings.push_back(reading);
  }
  if (result.changes.empty()) throw Error("the posterior has learnt nothing of the weights that are to be refined");
  return result;
}

}  // namespace hone::refine
