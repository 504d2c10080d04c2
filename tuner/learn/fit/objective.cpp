// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/objective.hpp"

#include <utility>

#include "tuner/learn/fit/row_passes.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

constexpr std::size_t gram_blocks = 8;  // at most this many blocks share a table of products

// The Hessian is block tridiagonal in the phases, with a symmetric block for each phase s with itself and for each s
// with s + 1.
class PackedHessian {
 public:
  PackedHessian(int phases, Eigen::Index columns)
      : same_(static_cast<std::size_t>(phases), Matrix::Zero(columns, columns)),
        next_(static_cast<std::size_t>(phases - 1), Matrix::Zero(columns, columns)) {}

  void add(const PhaseGrams& grams, bool mixed) {
    const auto lower = static_cast<std::size_t>(grams.lower);
    const double t = mixed ? 0 : grams.upper_share;
    add_scaled(same_[lower], grams.same, (1 - t) * (1 - t));
    if (t > 0) {
      add_scaled(next_[lower], grams.same, t * (1 - t));
      add_scaled(same_[lower + 1], grams.same, t * t);
    }
    if (grams.cross.size() == 0) return;
    add_scaled(next_[lower], grams.cross, 1);
    add_scaled(same_[lower + 1], grams.upper, 1);
  }

  // The lower triangle of the whole Hessian, every element times the factor.
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

struct BlockRange {
  std::size_t first, last;
};

// Ranges of consecutive blocks of one phase point, whose products go into one table.
std::vector<BlockRange> gram_ranges(std::span<const RowBlock> blocks) {
  std::vector<BlockRange> ranges;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const RowBlock& block = blocks[i];
    const bool joins = !ranges.empty() && i - ranges.back().first < gram_blocks && block.lower == blocks[i - 1].lower &&
                       block.upper_share == blocks[i - 1].upper_share && block.mixed == blocks[i - 1].mixed;
    if (!joins) ranges.push_back({i, i});
    ranges.back().last = i + 1;
  }
  return ranges;
}

// The rows that a Hessian is estimated from: every stride-th of a block, beginning at a different one in each block.
bool is_sampled(std::size_t row, std::size_t block, std::size_t stride) { return row % stride == block % stride; }

}  // namespace

Objective::Objective(const PackedRows& rows, ObjectiveOptions options)
    : rows_(rows),
      options_(std::move(options)),
      penalty_{std::move(options_.ridge), std::move(options_.prior), std::move(options_.neighbours),
               std::move(options_.back_offs)},
      scale_(logit_per_score(options_.k) * parameter_unit) {
  if (penalty_.ridge.size() == 0) penalty_.ridge = Vector::Zero(size());
  if (penalty_.prior.size() == 0) penalty_.prior = Vector::Zero(size());
}

// Calls use(value, label, logit, bound) for the rows of a block, where the value is the row's score under x and may be
// replaced. Rows without bounds have a loop of their own, in which the compiler knows that there are none.
template <class Use>
void Objective::for_each_loss(const RowBlock& block, Vector& scores, const Use& use) const {
  const auto labels = rows_.labels(block);
  const auto bounds = rows_.bounds(block);
  const auto logit_of = [&](std::size_t row) {
    return scale_ * (labels[row].base + scores[static_cast<Eigen::Index>(row)]);
  };
  if (bounds.empty()) {
    for (std::size_t row = 0; row < labels.size(); ++row) {
      use(scores[static_cast<Eigen::Index>(row)], labels[row], logit_of(row), RowBound::none);
    }
    return;
  }
  for (std::size_t row = 0; row < labels.size(); ++row) {
    use(scores[static_cast<Eigen::Index>(row)], labels[row], logit_of(row), bounds[row]);
  }
}

// The penalty and what is carried on.
double Objective::beside_rows(const Vector& x, const Vector& row_point) const {
  const double penalty = penalty_.value(x);
  return options_.carried != nullptr ? penalty + options_.carried_factor * options_.carried->value(row_point) : penalty;
}

double Objective::value(const Vector& x) const {
  const auto blocks = rows_.blocks();
  const Vector point = row_point(x);
  double sum = 0;
  parallel::ordered_sum(
      blocks.size(), options_.threads,
      [&](std::size_t i) {
        Vector scores = BlockPass(rows_, blocks[i]).scores(point);
        double part = 0;
        for_each_loss(blocks[i], scores, [&](double&, const PackedLabel& label, double logit, RowBound bound) {
          part += label.weight * loss_value(options_.loss, bound, label.target, logit);
        });
        return part;
      },
      [&](std::size_t, double part) { sum += part; });
  return sum / rows_.total_weight() + beside_rows(x, point);
}

double Objective::gradient(const Vector& x, Vector& result) const {
  const auto blocks = rows_.blocks();
  const Vector point = row_point(x);
  double sum = 0;
  Vector of_rows = Vector::Zero(row_size());
  parallel::ordered_sum(
      blocks.size(), options_.threads, [&](std::size_t i) { return block_gradient(blocks[i], point); },
      [&](std::size_t i, const std::pair<double, PhaseSums>& part) {
        sum += part.first;
        part.second.add_to(of_rows, blocks[i], rows_.columns());
      });
  of_rows *= scale_ / rows_.total_weight();
  const double beside = gradient_beside_rows(x, result);
  result += gathered(std::move(of_rows));
  return sum / rows_.total_weight() + beside;
}

double Objective::gradient_beside_rows(const Vector& x, Vector& result) const {
  const Vector point = row_point(x);
  result = penalty_.gradient(x);
  if (options_.carried != nullptr) result += options_.carried_factor * gathered(options_.carried->gradient(point));
  return beside_rows(x, point);
}

std::pair<double, PhaseSums> Objective::block_gradient(const RowBlock& block, const Vector& x) const {
  const BlockPass pass(rows_, block);
  Vector slopes = pass.scores(x);
  double sum = 0;
  for_each_loss(block, slopes, [&](double& slope, const PackedLabel& label, double logit, RowBound bound) {
    const LossPoint point = loss_point(options_.loss, bound, label.target, logit);
    sum += label.weight * point.value;
    slope = label.weight * point.slope;
  });
  return {sum, pass.flow_back(slopes)};
}

// For each row the second derivative by the score in parameter units, divided by the sum of all weights.
Vector Objective::curvatures(const RowBlock& block, const Vector& x) const {
  Vector result = BlockPass(rows_, block).scores(x);
  const double factor = scale_ * scale_ / rows_.total_weight();
  for_each_loss(block, result, [&](double& value, const PackedLabel& label, double logit, RowBound bound) {
    value = factor * label.weight * loss_point(options_.loss, bound, label.target, logit).curvature;
  });
  return result;
}

void Objective::data_hessian(const Vector& x, Matrix& result) const {
  const Vector point = row_point(x);
  add_grams([&](std::size_t block) { return curvatures(rows_.blocks()[block], point); }, 1, result);
  add_carried(result);
  gather(result);
}

void Objective::add_carried(Matrix& row_hessian) const {
  if (options_.carried != nullptr) row_hessian += options_.carried_factor * options_.carried->curvature;
}

void Objective::gather(Matrix& row_hessian) const {
  if (options_.parameters != nullptr) options_.parameters->gather(row_hessian);
}

void Objective::hessian(const Vector& x, Matrix& result, std::size_t stride) const {
  if (stride > 1) {
    Objective here(*this);
    here.set_point(x);
    add_grams([&](std::size_t block) { return here.curvatures_[block]; }, stride, result);
    const Vector exact = here.row_diagonal();
    result.diagonal() = (result.diagonal().array() < exact.array() / 2).select(exact, result.diagonal());
    add_carried(result);
    gather(result);
  } else {
    data_hessian(x, result);
  }
  penalty_.add_hessian(result);
}

// curvatures_of(i): of the rows of block i.
template <class CurvaturesOf>
void Objective::add_grams(const CurvaturesOf& curvatures_of, std::size_t stride, Matrix& result) const {
  const auto blocks = rows_.blocks();
  const std::vector<BlockRange> ranges = gram_ranges(blocks);
  PackedHessian sum(rows_.phases(), static_cast<Eigen::Index>(rows_.columns()));
  const auto products = [&](std::size_t number) {
    const BlockRange range = ranges[number];
    PhaseGrams grams{blocks[range.first].lower, blocks[range.first].upper_share, {}, {}, {}};
    for (std::size_t i = range.first; i < range.last; ++i) {
      Vector weights = curvatures_of(i);
      for (std::size_t row = 0; stride > 1 && row < static_cast<std::size_t>(weights.size()); ++row) {
        if (!is_sampled(row, i, stride)) weights[static_cast<Eigen::Index>(row)] = 0;
      }
      BlockPass(rows_, blocks[i]).add_products(weights, grams);
    }
    return grams;
  };
  parallel::ordered_sum(ranges.size(), options_.threads, products,
                        [&](std::size_t i, const PhaseGrams& grams) { sum.add(grams, blocks[ranges[i].first].mixed); });
  sum.assemble(static_cast<double>(stride), result);
}

void Objective::set_point(const Vector& x) {
  const auto blocks = rows_.blocks();
  const Vector point = row_point(x);
  curvatures_.resize(blocks.size());
  parallel::ordered_sum(
      blocks.size(), options_.threads, [&](std::size_t i) { return curvatures(blocks[i], point); },
      [&](std::size_t i, Vector&& part) { curvatures_[i] = std::move(part); });
}

void Objective::multiply(const Vector& v, Vector& result) const {
  const auto blocks = rows_.blocks();
  const Vector direction = row_point(v);
  Vector of_rows = Vector::Zero(row_size());
  parallel::ordered_sum(
      blocks.size(), options_.threads,
      [&](std::size_t i) {
        const BlockPass pass(rows_, blocks[i]);
        return pass.flow_back(pass.scores(direction).cwiseProduct(curvatures_[i]));
      },
      [&](std::size_t i, const PhaseSums& part) { part.add_to(of_rows, blocks[i], rows_.columns()); });
  result = gathered(std::move(of_rows));
  result += penalty_.product(v);
  if (options_.carried != nullptr) result += options_.carried_factor * gathered(options_.carried->times(direction));
}

Vector Objective::row_diagonal() const {
  const auto blocks = rows_.blocks();
  Vector result = Vector::Zero(row_size());
  parallel::ordered_sum(
      blocks.size(), options_.threads,
      [&](std::size_t i) { return BlockPass(rows_, blocks[i]).flow_back(curvatures_[i], 2); },
      [&](std::size_t i, const PhaseSums& part) { part.add_to(result, blocks[i], rows_.columns()); });
  return result;
}

// The counts of tied weights are added before they are squared, row by row.
Vector Objective::data_diagonal() const {
  if (options_.parameters == nullptr || options_.parameters->is_identity()) return row_diagonal();
  const auto blocks = rows_.blocks();
  Vector result = Vector::Zero(size());
  parallel::ordered_sum(
      blocks.size(), options_.threads,
      [&](std::size_t i) {
        return BlockPass(rows_, blocks[i]).squares(curvatures_[i], options_.parameters->of_rows(), size());
      },
      [&](std::size_t, const Vector& part) { result += part; });
  return result;
}

Vector Objective::diagonal() const {
  const Vector result = data_diagonal() + penalty_.diagonal();
  if (options_.carried == nullptr) return result;
  Matrix carried = options_.carried->curvature;
  gather(carried);
  return result + options_.carried_factor * carried.diagonal();
}

}  // namespace hone::learn
