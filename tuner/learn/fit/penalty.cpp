// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/penalty.hpp"

#include <algorithm>

namespace hone::learn {

double Penalty::value(const Vector& x) const {
  double sum = ridge.dot((x - prior).cwiseAbs2());
  for (const NeighbourPull& pair : neighbours) sum += pair.strength * pair.distance(x) * pair.distance(x);
  for (const BackOff& back_off : back_offs) sum -= back_off.saving(x - prior);
  return sum;
}

Vector Penalty::gradient(const Vector& x) const {
  Vector result = 2 * ridge.cwiseProduct(x - prior);
  for (const BackOff& back_off : back_offs) back_off.subtract_product(x - prior, result);
  for (const NeighbourPull& pair : neighbours) {
    const double slope = 2 * pair.strength * pair.distance(x);
    result[pair.first] += slope;
    result[pair.second] -= slope;
  }
  return result;
}

Vector Penalty::product(const Vector& v) const {
  Vector result = 2 * ridge.cwiseProduct(v);
  for (const BackOff& back_off : back_offs) back_off.subtract_product(v, result);
  for (const NeighbourPull& pair : neighbours) {
    const double slope = 2 * pair.strength * (v[pair.first] - v[pair.second]);
    result[pair.first] += slope;
    result[pair.second] -= slope;
  }
  return result;
}

void Penalty::add_hessian(Matrix& lower) const {
  lower.diagonal() += diagonal();
  for (const NeighbourPull& pair : neighbours) {
    lower(std::max(pair.first, pair.second), std::min(pair.first, pair.second)) -= 2 * pair.strength;
  }
  for (const BackOff& back_off : back_offs) back_off.subtract_hessian(lower);
}

Vector Penalty::diagonal() const {
  Vector result = 2 * ridge;
  for (const NeighbourPull& pair : neighbours) {
    result[pair.first] += 2 * pair.strength;
    result[pair.second] += 2 * pair.strength;
  }
  return result;
}

}  // namespace hone::learn
