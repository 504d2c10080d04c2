// SPDX-License-Identifier: MIT
#include "tuner/learn/study/covariance.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

constexpr std::size_t block_games = 512;

// The gradients of the games, a block of games at a time as the columns of a dense matrix. Each column, and each panel
// of the sum of their squares, is written by one thread, so that no result depends on the number of threads.
class Gradients {
 public:
  Gradients(const RowSet& rows, const RowSelection& selection, const Weights& optimum,
            const ParameterOfWeight& parameters, Index size, const CovarianceOptions& options)
      : rows_(rows),
        by_game_(rows_by_game(rows, selection)),
        weights_(optimum),
        parameters_(parameters),
        options_(options),
        logit_per_unit_(logit_per_score(optimum.k)),
        squares_(Matrix::Zero(size, size)),
        sum_(Vector::Zero(size)) {
    for (const std::uint32_t row : selection) total_weight_ += weight_of(rows[row].label, row);
  }

  [[nodiscard]] bool enough() const { return by_game_.games() >= 2 && total_weight_ > 0; }

  // The lower triangle of M.
  [[nodiscard]] Matrix scatter() {
    const auto games = static_cast<double>(by_game_.games());
    parallel::thread_arena(options_.threads).execute([&] { add_all(); });
    squares_.selfadjointView<Eigen::Lower>().rankUpdate(sum_, -1 / games);
    const double unit = logit_per_unit_ * options_.unit / total_weight_;
    squares_ *= games / (games - 1) * unit * unit;
    return std::move(squares_);
  }

 private:
  [[nodiscard]] double weight_of(const RowLabel& label, std::size_t row) const {
    return static_cast<double>(options_.targets.weight(label, row));
  }

  void add_all() {
    for (std::size_t first = 0; first < by_game_.games() && !options_.stop.stop_requested(); first += block_games) {
      const std::size_t count = std::min(block_games, by_game_.games() - first);
      block_.setZero(squares_.rows(), static_cast<Index>(count));
      oneapi::tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
        add_game(first + i, block_.data() + static_cast<Index>(i) * block_.rows());
      });
      release_games(rows_, by_game_, first, first + count);
      sum_ += block_.rowwise().sum();
      const Index panels = (squares_.cols() + panel_columns - 1) / panel_columns;
      oneapi::tbb::parallel_for(Index{0}, panels, [&](Index panel) { add_squares(panel * panel_columns); });
    }
  }

  // The gradient by the logit; scatter() multiplies by the scale.
  void add_game(std::size_t game, double* gradient) const {
    for (std::size_t i = by_game_.first[game]; i < by_game_.first[game + 1]; ++i) {
      const RowView row = rows_[by_game_.order[i]];
      const double logit = logit_per_unit_ * row_score(row, weights_);
      const double target = static_cast<double>(options_.targets.target(row.label));
      const double slope = loss_point(options_.loss, row.label.bound, target, logit).slope;
      add_row(row, weight_of(row.label, by_game_.order[i]) * slope, gradient);
    }
  }

  void add_row(const RowView& row, double slope, double* gradient) const {
    const PhaseFactors factors = phase_factors(weights_.schema, row);
    add_phase(row, row.phase.lower, slope * factors.lower, gradient);
    add_phase(row, row.phase.lower + 1, slope * factors.upper, gradient);
  }

  void add_phase(const RowView& row, int phase, double factor, double* gradient) const {
    if (factor == 0) return;
    const int phases = weights_.schema.phase_count();
    for (const FeatureCount entry : row.entries) {
      const std::int32_t parameter = parameters_[static_cast<std::size_t>(entry.term * phases + phase)];
      if (parameter != not_fitted) gradient[parameter] += factor * static_cast<double>(entry.count);
    }
  }

  void add_squares(Index first) {
    const Index columns = std::min(panel_columns, squares_.cols() - first), below = squares_.rows() - first;
    squares_.block(first, first, below, columns).noalias() +=
        block_.bottomRows(below) * block_.middleRows(first, columns).transpose();
  }

  const RowSet& rows_;
  RowsByGame by_game_;
  const Weights& weights_;
  const ParameterOfWeight& parameters_;
  const CovarianceOptions& options_;
  double logit_per_unit_;  // of one centi-unit
  double total_weight_ = 0;
  Matrix block_;    // parameters x games
  Matrix squares_;  // lower triangle
  Vector sum_;
};

// The product of a symmetric matrix M with the inverse of A from both sides: with B = A^-1 M, B A^-1 = (A^-1 B')'.
Matrix between_inverses(const Eigen::LLT<Matrix>& factor, const Matrix& lower) {
  Matrix product = factor.solve(Matrix(lower.selfadjointView<Eigen::Lower>()));
  product.transposeInPlace();
  return factor.solve(product);
}

// Phases and squares that are tied share a column, which is moved once.
void center_board(Matrix& columns, const CenteredBoard& board, const ParameterOfWeight& parameters, int phases) {
  const auto parameter = [&](int term, int phase) {
    return parameters[static_cast<std::size_t>(term * phases + phase)];
  };
  Matrix means = Matrix::Zero(columns.rows(), phases);
  for (int phase = 0; phase < phases; ++phase) {
    for (const int square : board.squares) {
      if (parameter(square, phase) != not_fitted) means.col(phase) += columns.col(parameter(square, phase));
    }
  }
  means /= static_cast<double>(board.squares.size());
  std::set<std::int32_t> moved;
  for (int phase = 0; phase < phases; ++phase) {
    for (const int square : board.squares) {
      const std::int32_t column = parameter(square, phase);
      if (column != not_fitted && moved.insert(column).second) columns.col(column) -= means.col(phase);
    }
    const std::int32_t scalar = parameter(board.scalar, phase);
    if (scalar != not_fitted && moved.insert(scalar).second) columns.col(scalar) += means.col(phase);
  }
}

}  // namespace

std::optional<Matrix> clustered_covariance(const RowSet& rows, const RowSelection& selection, const Weights& optimum,
                                           const ParameterOfWeight& parameters, const Matrix& hessian,
                                           const CovarianceOptions& options) {
  const Eigen::LLT<Matrix> factor(hessian);
  Gradients gradients(rows, selection, optimum, parameters, hessian.rows(), options);
  if (factor.info() != Eigen::Success || !gradients.enough()) return std::nullopt;
  Matrix scatter = gradients.scatter();
  if (options.carried != nullptr && options.carried->size() > 0) scatter += *options.carried;
  if (options.stop.stop_requested()) return std::nullopt;
  const Matrix covariance = between_inverses(factor, scatter);
  return 0.5 * options.unit * options.unit * (covariance + covariance.transpose());
}

Matrix carried_covariance(const Matrix& hessian, const Matrix& scatter, double unit) {
  const Matrix covariance = between_inverses(Eigen::LLT<Matrix>(hessian), scatter);
  return 0.5 * unit * unit * (covariance + covariance.transpose());
}

void center_columns(Matrix& columns, const std::vector<CenteredBoard>& boards, const ParameterOfWeight& parameters,
                    int phases) {
  for (const CenteredBoard& board : boards) center_board(columns, board, parameters, phases);
}

void center_covariance(Matrix& covariance, const std::vector<CenteredBoard>& boards,
                       const ParameterOfWeight& parameters, int phases) {
  for (int side = 0; side < 2; ++side) {
    center_columns(covariance, boards, parameters, phases);
    covariance.transposeInPlace();
  }
}

std::vector<double> standard_errors(const Matrix& covariance, const ParameterOfWeight& parameters) {
  std::vector<double> errors(parameters.size(), 0.0);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i] != not_fitted) errors[i] = std::sqrt(std::max(0.0, covariance(parameters[i], parameters[i])));
  }
  return errors;
}

}  // namespace hone::learn
