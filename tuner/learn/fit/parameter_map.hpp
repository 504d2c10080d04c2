// SPDX-License-Identifier: MIT
//
// The parameters of a fit. Rows are laid out with a displacement for each of their weights (packed_rows.hpp), and a fit
// has one parameter for each class of tied weights, and none for weights that are fixed:
//
//   displacements = T z,   gradient by z = T' g,   Hessian by z = T' H T,
//
// where every row of T has a single 1, or none. Without ties and fixed weights T is the identity, and nothing is
// copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/learn/fit/weight_constraints.hpp"

namespace hone::learn {

class ParameterMap {
 public:
  // Classes are numbered in the order in which the displacements of the rows first have a weight of theirs.
  ParameterMap(const PackedRows& rows, const WeightConstraints& constraints);

  [[nodiscard]] Eigen::Index size() const { return static_cast<Eigen::Index>(leads_.size()); }
  [[nodiscard]] bool is_identity() const { return is_identity_; }

  // The first weight of the class that a parameter moves, as an index of Weights::values.
  [[nodiscard]] std::size_t weight_of(std::size_t parameter) const { return leads_[parameter]; }
  // By index of Weights::values, also of weights that the rows do not have; -1: none.
  [[nodiscard]] const std::vector<std::int32_t>& of_weights() const { return of_weights_; }
  // By displacement of the rows; -1: none.
  [[nodiscard]] const std::vector<std::int32_t>& of_rows() const { return of_rows_; }

  [[nodiscard]] Vector spread(const Vector& parameters) const;                        // T z
  [[nodiscard]] Vector gather(const Vector& displacements) const;                     // T' g
  void gather(Matrix& lower) const;                                                   // T' H T, of lower triangles
  [[nodiscard]] std::vector<bool> any(const std::vector<bool>& displacements) const;  // of a class
  [[nodiscard]] Vector mean(const Vector& displacements, const std::vector<bool>& counted) const;  // 0: none counts

 private:
  std::vector<std::size_t> leads_;
  std::vector<std::int32_t> of_weights_, of_rows_;
  bool is_identity_ = true;
};

}  // namespace hone::learn
