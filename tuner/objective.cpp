// SPDX-License-Identifier: MIT
#include "tuner/objective.hpp"

#include <utility>

#include "tuner/ordered_sum.hpp"

namespace hone {
namespace {

constexpr std::size_t pass_rows = 4096;
constexpr std::size_t gram_rows = 32768;

// The Hessian is block tridiagonal in the stages, and every block is symmetric: stage s with itself, and s with
// s + 1. One table of weighted products (Gram) of a row block goes into three of them.
class StageGrams {
 public:
  StageGrams(int stages, Eigen::Index columns)
      : same_(static_cast<std::size_t>(stages), Matrix::Zero(columns, columns)),
        next_(static_cast<std::size_t>(stages - 1), Matrix::Zero(columns, columns)) {}

  void add(const RowBlock& block, const Matrix& gram) {
    const auto lower = static_cast<std::size_t>(block.lower);
    const double t = block.upper_share;
    add_scaled(same_[lower], gram, (1 - t) * (1 - t));
    if (t == 0) return;
    add_scaled(next_[lower], gram, t * (1 - t));
    add_scaled(same_[lower + 1], gram, t * t);
  }

  // Lower triangle of the whole, every element times the factor.
  void assemble(double factor, Matrix& result) const {
    const Eigen::Index n = same_[0].rows();
    result.setZero(n * std::ssize(same_), n * std::ssize(same_));
    for (Eigen::Index s = 0; s < std::ssize(same_); ++s) {
      result.block(s * n, s * n, n, n) = factor * same_[static_cast<std::size_t>(s)];
      if (s + 1 == std::ssize(same_)) break;
      const Matrix& next = next_[static_cast<std::size_t>(s)];
      result.block((s + 1) * n, s * n, n, n) = next.selfadjointView<Eigen::Lower>();
      result.block((s + 1) * n, s * n, n, n) *= factor;
    }
  }

 private:
  static void add_scaled(Matrix& sum, const Matrix& gram, double factor) {
    if (factor == 0) return;
    const Eigen::Index n = sum.rows();
    for (Eigen::Index i = 0; i < n; ++i) sum.col(i).tail(n - i) += factor * gram.col(i).tail(n - i);
  }

  std::vector<Matrix> same_, next_;
};

}  // namespace

Objective::Objective(const StagedRows& rows, const ObjectiveOptions& options)
    : rows_(rows),
      options_(options),
      scale_(logit_per_score(options.k) * parameter_unit),
      columns_(static_cast<Eigen::Index>(rows.columns())),
      blocks_(rows.blocks(pass_rows)),
      gram_blocks_(rows.blocks(gram_rows)) {}

double Objective::value(const Vector& x) const {
  double sum = 0;
  ordered_sum(
      blocks_.size(), options_.threads, [&](std::size_t i) { return block_value(blocks_[i], x); },
      [&](std::size_t, double part) { sum += part; });
  return sum / rows_.total_weight() + options_.ridge * x.squaredNorm();
}

double Objective::gradient(const Vector& x, Vector& result) const {
  double sum = 0;
  result.setZero(size());
  ordered_sum(
      blocks_.size(), options_.threads, [&](std::size_t i) { return block_gradient(blocks_[i], x); },
      [&](std::size_t i, const std::pair<double, Vector>& part) {
        const RowBlock& block = blocks_[i];
        sum += part.first;
        result.segment(block.lower * columns_, columns_) += (1 - block.upper_share) * part.second;
        if (block.upper_share == 0) return;
        result.segment((block.lower + 1) * columns_, columns_) += block.upper_share * part.second;
      });
  result = result * (scale_ / rows_.total_weight()) + 2 * options_.ridge * x;
  return sum / rows_.total_weight() + options_.ridge * x.squaredNorm();
}

void Objective::hessian(const Vector& x, Matrix& result) const {
  StageGrams grams(rows_.stages(), columns_);
  ordered_sum(
      gram_blocks_.size(), options_.threads, [&](std::size_t i) { return block_gram(gram_blocks_[i], x); },
      [&](std::size_t i, const Matrix& gram) { grams.add(gram_blocks_[i], gram); });
  grams.assemble(scale_ * scale_ / rows_.total_weight(), result);
  result.diagonal().array() += 2 * options_.ridge;
}

Vector Objective::blend(const RowBlock& block, const Vector& x) const {
  const auto lower = x.segment(block.lower * columns_, columns_);
  if (block.upper_share == 0) return lower;
  return (1 - block.upper_share) * lower + block.upper_share * x.segment((block.lower + 1) * columns_, columns_);
}

double Objective::logit(std::size_t row, const Vector& blended) const {
  double sum = rows_.label(row).base;
  for (const StagedEntry& entry : rows_.entries(row)) sum += entry.count * blended.data()[entry.column];
  return scale_ * sum;
}

double Objective::block_value(const RowBlock& block, const Vector& x) const {
  const Vector blended = blend(block, x);
  double sum = 0;
  for (std::size_t row = block.first; row < block.last; ++row) {
    const StagedLabel& label = rows_.label(row);
    sum += label.weight * loss_value(options_.loss, label.target, logit(row, blended));
  }
  return sum;
}

// The gradient is that by the blended weights and the logit; the caller knows the shares and the scale.
std::pair<double, Vector> Objective::block_gradient(const RowBlock& block, const Vector& x) const {
  const Vector blended = blend(block, x);
  std::pair<double, Vector> result(0, Vector::Zero(columns_));
  double* const gradient = result.second.data();
  for (std::size_t row = block.first; row < block.last; ++row) {
    const StagedLabel& label = rows_.label(row);
    const LossPoint point = loss_point(options_.loss, label.target, logit(row, blended));
    result.first += label.weight * point.value;
    const double slope = label.weight * point.slope;
    for (const StagedEntry& entry : rows_.entries(row)) gradient[entry.column] += slope * entry.count;
  }
  return result;
}

// Lower triangle: entries are sorted, so that the later one of a pair is the row.
Matrix Objective::block_gram(const RowBlock& block, const Vector& x) const {
  const Vector blended = blend(block, x);
  Matrix gram = Matrix::Zero(columns_, columns_);
  for (std::size_t row = block.first; row < block.last; ++row) {
    const StagedLabel& label = rows_.label(row);
    const double curvature = label.weight * loss_point(options_.loss, label.target, logit(row, blended)).curvature;
    const auto entries = rows_.entries(row);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      double* const column = gram.data() + entries[i].column * columns_;
      const double factor = curvature * entries[i].count;
      for (std::size_t j = i; j < entries.size(); ++j) column[entries[j].column] += factor * entries[j].count;
    }
  }
  return gram;
}

}  // namespace hone
