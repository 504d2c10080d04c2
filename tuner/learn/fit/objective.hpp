// SPDX-License-Identifier: MIT
//
// The function that a fit minimises: mean loss of the rows' predictions plus the penalty of
// tuner/learn/fit/penalty.hpp,
//
//   f(x) = sum_i weight_i loss(target_i, K ln(10) / 400 x score_i(x)) / sum_i weight_i + penalty(x)
//          + what is carried on from other rows (quadratic_term.hpp), times a factor
//
// with its gradient and Hessian, in the parameters x of a ParameterMap, or else of PackedRows (x = 0 is the start). The
// Hessian is exact for cross-entropy, and the one of Gauss and Newton for the squared loss; both are positive
// semidefinite. All results are the same to the last bit for any number of threads. A row whose target is a bound has
// the loss of targets.hpp, which is 0 while the prediction keeps to the bound.
#pragma once

#include <utility>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/learn/fit/parameter_map.hpp"
#include "tuner/learn/fit/penalty.hpp"
#include "tuner/learn/fit/quadratic_term.hpp"
#include "tuner/learn/fit/row_passes.hpp"
#include "tuner/learn/fit/targets.hpp"
#include "tuner/learn/fit/wide_passes.hpp"

namespace hone::learn {

struct ObjectiveOptions {
  Loss loss = Loss::squared;
  double k = 1;
  Vector ridge = {};  // of the penalty, one for each parameter; empty: no pull
  Vector prior = {};  // where the ridge leads; empty: the start
  std::vector<NeighbourPull> neighbours = {};
  std::vector<BackOff> back_offs = {};
  const QuadraticTerm* carried = nullptr;  // of what the rows have; must outlive the objective; null: nothing
  double carried_factor = 1;
  int threads = 1;
  const ParameterMap* parameters = nullptr;  // must outlive the objective; null: those of the rows
};

class Objective {
 public:
  // The rows must outlive the objective, and their weights must not sum to 0.
  Objective(const PackedRows& rows, ObjectiveOptions options);

  [[nodiscard]] Eigen::Index size() const { return options_.parameters ? options_.parameters->size() : row_size(); }

  [[nodiscard]] std::size_t rows() const { return rows_.size(); }

  [[nodiscard]] double value(const Vector& x) const;
  // Returns the value as well.
  double gradient(const Vector& x, Vector& result) const;
  // Of the penalty and of what is carried on alone, without the rows.
  double gradient_beside_rows(const Vector& x, Vector& result) const;
  // Computes the lower triangle; the upper one is left undefined. With a stride above 1 the sums are estimated from
  // every stride-th row alone, except for diagonal elements that this would make far too small.
  void hessian(const Vector& x, Matrix& result, std::size_t stride = 1) const;
  // The same from all rows and what is carried on, without the penalty.
  void data_hessian(const Vector& x, Matrix& result) const;

  // For Hessians too large to store: set_point fixes the point, multiply multiplies a vector by the Hessian there.
  void set_point(const Vector& x);
  void multiply(const Vector& v, Vector& result) const;
  // Of several vectors at a time, which is faster.
  [[nodiscard]] WideVector products(const WideVector& vectors) const;
  // The Hessian's diagonal at that point.
  [[nodiscard]] Vector diagonal() const;
  // The lower triangle of what the rows add to the Hessian there, for these parameters alone, estimated from every
  // stride-th row.
  [[nodiscard]] Matrix row_block(const std::vector<Eigen::Index>& parameters, std::size_t stride) const;

 private:
  // The passes over the rows know the displacements of their weights only: functions whose names begin with "row_" take
  // and give these, and the others parameters.
  [[nodiscard]] Eigen::Index row_size() const { return static_cast<Eigen::Index>(rows_.parameters()); }
  [[nodiscard]] Vector row_point(const Vector& x) const {
    return options_.parameters ? options_.parameters->spread(x) : x;
  }
  [[nodiscard]] Vector gathered(Vector of_rows) const {
    return options_.parameters ? options_.parameters->gather(of_rows) : of_rows;
  }
  template <class Use>
  void for_each_loss(const RowBlock& block, Vector& scores, const Use& use) const;
  [[nodiscard]] std::pair<double, PhaseSums> block_gradient(const RowBlock& block, const Vector& x) const;
  [[nodiscard]] Vector curvatures(const RowBlock& block, const Vector& x) const;
  template <class CurvaturesOf>
  void add_grams(const CurvaturesOf& curvatures_of, std::size_t stride, Matrix& result) const;
  [[nodiscard]] Vector row_diagonal() const;
  [[nodiscard]] Vector data_diagonal() const;
  [[nodiscard]] double beside_rows(const Vector& x, const Vector& row_point) const;
  void add_carried(Matrix& row_hessian) const;
  void gather(Matrix& row_hessian) const;

  const PackedRows& rows_;
  ObjectiveOptions options_;
  Penalty penalty_;
  double scale_;                    // logit of one parameter unit of score
  std::vector<Vector> curvatures_;  // of the rows at the point, by block
};

}  // namespace hone::learn
