// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/back_off.hpp"

#include <algorithm>
#include <cmath>

namespace hone::learn {

using Eigen::Index;

PartsInFit::PartsInFit(std::shared_ptr<const TermParts> parts, std::vector<Index> parameters)
    : parts_(std::move(parts)), parameters_(std::move(parameters)) {
  double squares = 0;
  for (const PartCount& count : parts_->counts) squares += static_cast<double>(count.count) * count.count;
  if (squares > 0) scale_ = std::sqrt(static_cast<double>(terms()) / squares);
  const auto size = static_cast<Index>(parts_->parts);
  gram_ = Matrix::Zero(size, size);
  for (std::size_t term = 0; term < terms(); ++term) {
    if (parameters_[term] < 0) continue;
    any_fitted_ = true;
    const auto counts = row(term);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {  // parts ascend within a term
        gram_(counts[i].part, counts[j].part) += scale_ * scale_ * counts[i].count * counts[j].count;
      }
    }
  }
}

std::span<const PartCount> PartsInFit::row(std::size_t term) const {
  return std::span(parts_->counts).subspan(parts_->first[term], parts_->first[term + 1] - parts_->first[term]);
}

Vector PartsInFit::of_parts(const Vector& x) const {
  Vector sums = Vector::Zero(gram_.rows());
  for (std::size_t term = 0; term < terms(); ++term) {
    if (parameters_[term] < 0) continue;
    const double value = scale_ * x[parameters_[term]];
    for (const PartCount& count : row(term)) sums[count.part] += count.count * value;
  }
  return sums;
}

double PartsInFit::of_term(std::size_t term, const Vector& values) const {
  double sum = 0;
  for (const PartCount& count : row(term)) sum += count.count * values[count.part];
  return scale_ * sum;
}

BackOff::BackOff(std::shared_ptr<const PartsInFit> parts, double ratio, double strength)
    : parts_(std::move(parts)), strength_(strength) {
  Matrix matrix = parts_->gram();
  matrix.diagonal().array() += ratio;
  factor_.compute(matrix);
}

double BackOff::saving(const Vector& distances) const {
  const Vector of_parts = parts_->of_parts(distances);
  return strength_ * of_parts.dot(factor_.solve(of_parts));
}

void BackOff::subtract_product(const Vector& v, Vector& result) const {
  const Vector found = values(v);
  for (std::size_t term = 0; term < parts_->terms(); ++term) {
    const Index parameter = parts_->parameters()[term];
    if (parameter >= 0) result[parameter] -= 2 * strength_ * parts_->of_term(term, found);
  }
}

// A column at a time: the parameters of a fit with a matrix are few.
void BackOff::subtract_hessian(Matrix& lower) const {
  Vector unit = Vector::Zero(lower.rows()), column = Vector::Zero(lower.rows());
  for (const Index parameter : parts_->parameters()) {
    if (parameter < 0) continue;
    unit[parameter] = 1;
    column.setZero();
    subtract_product(unit, column);
    unit[parameter] = 0;
    lower.col(parameter).tail(lower.rows() - parameter) += column.tail(lower.rows() - parameter);
  }
}

std::vector<double> BackOff::suggested(const Vector& distances) const {
  const Vector found = values(distances);
  std::vector<double> result(parts_->terms());
  for (std::size_t term = 0; term < result.size(); ++term) result[term] = parts_->of_term(term, found);
  return result;
}

}  // namespace hone::learn
