// SPDX-License-Identifier: MIT
#include "tuner/learn/products/product_scores.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

// With less left of its curvature than this, a column is what others are already.
constexpr double least_left = 1e-3;

constexpr double first_damping = 1e-9;  // of the diagonal

// Columns that are worked on at a time: their sums for all parameters fit a cache.
constexpr Index column_strip = 16;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Strip = Eigen::Matrix<double, Eigen::Dynamic, column_strip, Eigen::RowMajor>;

// The linear terms of some rows: row i has the entries first[i] .. first[i + 1] - 1.
struct LinearRows {
  struct Entry {
    std::int32_t parameter;
    float value;
  };
  std::vector<std::size_t> first{0};
  std::vector<Entry> entries;
};

LinearRows linear_rows(const ProductHalf& half, const ParameterOfWeight& parameters, std::size_t first,
                       std::size_t last) {
  LinearRows rows;
  const auto phases = static_cast<std::size_t>(half.phases());
  std::vector<double> shares(phases);
  for (std::size_t row = first; row < last; ++row) {
    half.shares(row, shares);
    for (const FeatureCount entry : half.view(row).entries) {
      for (std::size_t phase = 0; phase < phases; ++phase) {
        const std::int32_t parameter = parameters[entry.term * phases + phase];
        if (shares[phase] == 0 || parameter == not_fitted) continue;
        rows.entries.push_back({parameter, static_cast<float>(parameter_unit * shares[phase]) * entry.count});
      }
    }
    rows.first.push_back(rows.entries.size());
  }
  return rows;
}

// The values of columns in the rows of a part.
class ColumnValues {
 public:
  ColumnValues(const ProductHalf& half, const UsedFactors& factors, const std::vector<ProductColumn>& columns)
      : half_(half), factors_(factors), columns_(columns) {}

  // As many columns as fill whole strips.
  [[nodiscard]] Index size() const {
    const Index all = std::ssize(columns_) * half_.phases();
    return (all + column_strip - 1) / column_strip * column_strip;
  }

  [[nodiscard]] RowMajor of_part(std::size_t part) const {
    const auto [first, last] = half_.rows_of(part);
    RowMajor values = RowMajor::Zero(static_cast<Index>(last - first), size());
    std::vector<double> shares(static_cast<std::size_t>(half_.phases()));
    const auto [first_game, last_game] = half_.games_of(part);
    for (std::size_t game = first_game; game < last_game; ++game) {
      std::map<std::size_t, std::vector<ProductHalf::Lent>> lent;
      for (const ProductColumn& column : columns_) {
        if (column.donor && !lent.contains(*column.donor)) lent[*column.donor] = half_.lent(*column.donor, game);
      }
      const auto [first_row, last_row] = half_.rows_of_game(game);
      for (std::size_t row = first_row; row < last_row; ++row) {
        half_.shares(row, shares);
        for (std::size_t i = 0; i < columns_.size(); ++i) {
          const ProductColumn& column = columns_[i];
          const ProductHalf::Lent from =
              column.donor ? lent.find(*column.donor)->second[row - first_row] : ProductHalf::Lent{row, false};
          const double value = value_at(column, from);
          for (std::size_t phase = 0; phase < shares.size(); ++phase) {
            values(static_cast<Index>(row - first), static_cast<Index>(i * shares.size() + phase)) =
                value * shares[phase];
          }
        }
      }
    }
    return values;
  }

 private:
  [[nodiscard]] double value_at(const ProductColumn& column, const ProductHalf::Lent& from) const {
    if (!column.product) return 1;
    struct Centered {
      const std::int16_t* counts;
      const UsedFactors& factors;
      double operator[](std::size_t factor) const {
        return counts[factors.factors[factor]] - static_cast<double>(factors.means[static_cast<Index>(factor)]);
      }
    };
    const double value = product_count(*column.product, Centered{half_.first(from.row), factors_},
                                       Centered{half_.second(from.row), factors_});
    return from.swapped ? -value : value;
  }

  const ProductHalf& half_;
  const UsedFactors& factors_;
  const std::vector<ProductColumn>& columns_;
};

// X' W Z and Z' W Z of a part.
struct CrossSums {
  Matrix linear, columns;
};

Vector curvatures_of(const ProductHalf& half, std::size_t first, std::size_t last) {
  Vector curvatures(static_cast<Index>(last - first));
  for (std::size_t row = first; row < last; ++row) curvatures[static_cast<Index>(row - first)] = half.curvature(row);
  return curvatures;
}

CrossSums cross_sums(const ProductHalf& half, const LinearPart& linear, const ColumnValues& columns, std::size_t part) {
  const auto [first, last] = half.rows_of(part);
  const LinearRows rows = linear_rows(half, linear.parameters(), first, last);
  const RowMajor values = columns.of_part(part);
  const RowMajor weighted = curvatures_of(half, first, last).asDiagonal() * values;
  CrossSums sums{Matrix(linear.size(), columns.size()), weighted.transpose() * values};
  Strip strip(linear.size(), column_strip);
  for (Index column = 0; column < columns.size(); column += column_strip) {
    strip.setZero();
    for (Index row = 0; row < weighted.rows(); ++row) {
      const Eigen::Array<double, 1, column_strip> of_row = weighted.row(row).segment<column_strip>(column);
      const auto number = static_cast<std::size_t>(row);
      for (std::size_t i = rows.first[number]; i < rows.first[number + 1]; ++i) {
        const LinearRows::Entry& entry = rows.entries[i];
        strip.row(entry.parameter).array() += static_cast<double>(entry.value) * of_row;
      }
    }
    sums.linear.middleCols<column_strip>(column) = strip;
  }
  return sums;
}

// The scores of the games of a part: by the columns, less what the linear terms explain of them.
Matrix scores_of_part(const ProductHalf& half, const LinearPart& linear, const ColumnValues& columns,
                      const Matrix& explained, std::size_t part) {
  const auto [first, last] = half.rows_of(part);
  const auto [first_game, last_game] = half.games_of(part);
  const LinearRows rows = linear_rows(half, linear.parameters(), first, last);
  const RowMajor values = columns.of_part(part);
  const auto games = static_cast<Index>(last_game - first_game);
  RowMajor by_linear = RowMajor::Zero(games, linear.size());
  RowMajor scores = RowMajor::Zero(games, columns.size());
  for (Index game = 0; game < games; ++game) {
    const auto [begin, end] = half.rows_of_game(first_game + static_cast<std::size_t>(game));
    for (std::size_t row = begin; row < end; ++row) {
      const double push = half.push(row);
      scores.row(game) += push * values.row(static_cast<Index>(row - first));
      for (std::size_t i = rows.first[row - first]; i < rows.first[row - first + 1]; ++i) {
        by_linear(game, rows.entries[i].parameter) += push * static_cast<double>(rows.entries[i].value);
      }
    }
  }
  return scores - by_linear * explained;
}

}  // namespace

LinearPart::LinearPart(ProductHalf::LinearTerms terms) : parameters_(std::move(terms.parameters)) {
  const double largest = terms.hessian.size() > 0 ? terms.hessian.diagonal().maxCoeff() : 0;
  const Vector sizes = terms.hessian.diagonal().cwiseMax(1e-12 * largest);
  double damping = first_damping;
  do {
    Matrix damped = terms.hessian;
    damped.diagonal() += damping * sizes;
    factor_.compute(damped);
    damping *= 10;
  } while (factor_.info() != Eigen::Success && damping < 1);
}

ProductScores::ProductScores(const ProductHalf& half, const LinearPart& linear, const UsedFactors& factors,
                             const std::vector<ProductColumn>& columns)
    : phases_(half.phases()) {
  const ColumnValues values(half, factors, columns);
  Matrix cross = Matrix::Zero(linear.size(), values.size());
  gram_ = Matrix::Zero(values.size(), values.size());
  parallel::ordered_sum(
      half.parts(), half.threads(), [&](std::size_t part) { return cross_sums(half, linear, values, part); },
      [&](std::size_t, const CrossSums& part) {
        cross += part.linear;
        gram_ += part.columns;
      });
  whole_ = gram_.diagonal();
  const Matrix explained = linear.solve(cross);
  gram_ -= cross.transpose() * explained;
  gram_ = (0.5 * (gram_ + gram_.transpose())).eval();
  games_.resize(static_cast<Index>(half.games()), values.size());
  parallel::ordered_sum(
      half.parts(), half.threads(),
      [&](std::size_t part) { return scores_of_part(half, linear, values, explained, part); },
      [&](std::size_t part, const Matrix& scores) {
        games_.middleRows(static_cast<Index>(half.games_of(part).first), scores.rows()) = scores;
      });
}

// The numbers of the column at the phases of which something is left.
std::vector<Index> ProductScores::told(std::size_t column) const {
  std::vector<Index> numbers;
  const Index first = static_cast<Index>(column) * phases_;
  for (Index i = first; i < first + phases_; ++i) {
    if (gram_(i, i) > least_left * whole_[i]) numbers.push_back(i);
  }
  return numbers;
}

ScoreTest ProductScores::test(std::size_t column) const {
  const std::vector<Index> numbers = told(column);
  const Matrix games = games_(Eigen::all, numbers);
  return score_test(games.colwise().sum(), games.transpose() * games);
}

ProductEstimate ProductScores::estimate(std::size_t column) const {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Index> numbers = told(column);
  ProductEstimate result{test(column), std::vector(static_cast<std::size_t>(phases_), nothing),
                         std::vector(static_cast<std::size_t>(phases_), nothing)};
  if (numbers.empty()) return result;
  const Matrix games = games_(Eigen::all, numbers);
  const Vector score = games.colwise().sum();
  const Matrix inverse = Matrix(gram_(numbers, numbers)).completeOrthogonalDecomposition().pseudoInverse();
  const Matrix scatter = games.transpose() * games, covariance = inverse * scatter * inverse;
  const Vector values = inverse * score;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto phase = static_cast<std::size_t>(numbers[i] % phases_);
    result.values[phase] = values[static_cast<Index>(i)];
    result.errors[phase] = std::sqrt(covariance(static_cast<Index>(i), static_cast<Index>(i)));
  }
  result.gain = 0.5 * (score.dot(values) - (inverse * scatter).trace());
  return result;
}

double ProductScores::left(std::size_t column) const {
  return gram_.diagonal().segment(static_cast<Index>(column) * phases_, phases_).sum();
}

void ProductScores::take_out(std::size_t column) {
  for (const Index number : told(column)) {
    if (!(gram_(number, number) > least_left * whole_[number])) continue;  // its other phase explained it
    const Vector shares = gram_.col(number) / gram_(number, number);
    games_.noalias() -= Vector(games_.col(number)) * shares.transpose();
    gram_.noalias() -= (gram_(number, number) * shares) * shares.transpose();
  }
}

}  // namespace hone::learn
