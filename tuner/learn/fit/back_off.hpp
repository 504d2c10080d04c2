// SPDX-License-Identifier: MIT
//
// Back-off: the weight of a term that is made of parts (data/term_parts.hpp) is pulled to what the parts say instead of
// to its prior. With A the counts of the parts in the terms of a group, v the values of the parts and r the distances
// of the weights from their priors, the pull of strength s costs
//
//   s min over v of ( |r - A v|^2 + X |v|^2 )  =  s ( r' r - (A' r)' M^-1 (A' r) ),   M = A' A + X I,   v = M^-1 A' r,
//
// with sums over the weights that are fitted. So the values of the parts are learnt in the same fit, and need no
// parameters of their own. In words of probability: a weight is its prior, plus what its parts say, plus something of
// its own, and X is the variance of the latter over the variance of what the parts say. (Back-off to smaller contexts
// is known from language models: Katz, IEEE Transactions on Acoustics, Speech and Signal Processing 35, 1987; as a
// hierarchical prior it is that of Gelman, Hill: Data Analysis Using Regression and Multilevel Models, 12.5.) The
// columns of A have one factor, which makes the mean square of its rows 1, so that X means the same in all groups.
//
// Each group at each phase has values of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "data/term_parts.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

// A and A' A for the weights of one group at one phase.
class PartsInFit {
 public:
  // parameters: of each term of the group; negative where the term is not fitted or in no row.
  PartsInFit(std::shared_ptr<const TermParts> parts, std::vector<Eigen::Index> parameters);

  [[nodiscard]] std::size_t terms() const { return parameters_.size(); }
  [[nodiscard]] std::span<const Eigen::Index> parameters() const { return parameters_; }
  [[nodiscard]] bool any_fitted() const { return any_fitted_; }
  [[nodiscard]] const Matrix& gram() const { return gram_; }

  [[nodiscard]] Vector of_parts(const Vector& x) const;                        // A' x, of the fitted parameters
  [[nodiscard]] double of_term(std::size_t term, const Vector& values) const;  // a row of A times values of the parts

 private:
  [[nodiscard]] std::span<const PartCount> row(std::size_t term) const;

  std::shared_ptr<const TermParts> parts_;
  std::vector<Eigen::Index> parameters_;
  bool any_fitted_ = false;
  double scale_ = 1;
  Matrix gram_;  // lower triangle
};

// What a ridge of this strength costs less because it pulls to the parts.
class BackOff {
 public:
  // ratio: X, above 0.
  BackOff(std::shared_ptr<const PartsInFit> parts, double ratio, double strength);

  [[nodiscard]] double saving(const Vector& distances) const;
  // Subtracts the second derivatives of the saving times v.
  void subtract_product(const Vector& v, Vector& result) const;
  void subtract_hessian(Matrix& lower) const;

  // For each term of the group, fitted or not, how far from its prior its parts say it is.
  [[nodiscard]] std::vector<double> suggested(const Vector& distances) const;

 private:
  [[nodiscard]] Vector values(const Vector& distances) const { return factor_.solve(parts_->of_parts(distances)); }

  std::shared_ptr<const PartsInFit> parts_;
  double strength_;
  Eigen::LLT<Matrix> factor_;  // of M
};

}  // namespace hone::learn
