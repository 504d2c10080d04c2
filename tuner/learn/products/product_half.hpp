// SPDX-License-Identifier: MIT
//
// One half of the games of a fit, as a search for products sees it: each row with the slope and the curvature of its
// loss, and its linear terms; games one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/products/product.hpp"
#include "tuner/learn/products/side_counts.hpp"
#include "tuner/learn/study/covariance.hpp"

namespace hone::learn {

// Games are worked on so many at a time, whatever the number of threads.
inline constexpr std::size_t product_games = 64;

// The factors that products are made of, with their means.
struct UsedFactors {
  std::vector<std::size_t> factors;  // of SideCounts
  Eigen::RowVectorXf means;          // of these
};

class ProductHalf {
 public:
  // weights: at which losses are taken; rows: positions of games. All arguments must outlive it.
  ProductHalf(const FitSetup& setup, const SideCounts& sides, const RowSelection& rows, const Weights& weights,
              std::uint64_t seed);

  [[nodiscard]] std::size_t games() const { return by_game_.games(); }
  [[nodiscard]] std::size_t rows() const { return by_game_.order.size(); }
  [[nodiscard]] std::size_t parts() const { return (games() + product_games - 1) / product_games; }
  // The games of a part, and its first row and the one after its last.
  [[nodiscard]] std::pair<std::size_t, std::size_t> games_of(std::size_t part) const;
  [[nodiscard]] std::pair<std::size_t, std::size_t> rows_of(std::size_t part) const;
  // The rows of a game: row numbers of this half, first and one after the last.
  [[nodiscard]] std::pair<std::size_t, std::size_t> rows_of_game(std::size_t game) const {
    return {by_game_.first[game], by_game_.first[game + 1]};
  }

  [[nodiscard]] int phases() const { return setup_.start.schema.phase_count(); }
  [[nodiscard]] int threads() const { return setup_.options.threads; }
  // Of the mean loss, by a score of one centi-unit: minus the slope, and the second derivative.
  [[nodiscard]] double push(std::size_t row) const { return push_[row]; }
  [[nodiscard]] double curvature(std::size_t row) const { return curvature_[row]; }
  [[nodiscard]] RowView view(std::size_t row) const { return setup_.rows[by_game_.order[row]]; }
  // The share of each phase in a row.
  void shares(std::size_t row, std::span<double> of_phases) const;
  [[nodiscard]] const std::int16_t* first(std::size_t row) const { return sides_.first(by_game_.order[row]); }
  [[nodiscard]] const std::int16_t* second(std::size_t row) const { return sides_.second(by_game_.order[row]); }

  // The row that lends its counts to this one (ProductColumn::donor), and whether its players change places. Needs two
  // games.
  struct Lent {
    std::size_t row = 0;
    bool swapped = false;
  };
  [[nodiscard]] std::vector<Lent> lent(std::size_t donor, std::size_t game) const;

  // The number of games of this half in which the product is not 0, and of rows.
  struct Seen {
    std::size_t games = 0, rows = 0;
  };
  [[nodiscard]] Seen seen(const Product& product, const UsedFactors& factors) const;

  // The Hessian of the mean loss by the weights of the fit, in units of 100 centi-units; lower triangle. Of what is
  // pulled or carried it knows nothing.
  struct LinearTerms {
    ParameterOfWeight parameters;
    Matrix hessian;
  };
  [[nodiscard]] LinearTerms linear_terms(const Weights& weights) const;

 private:
  const FitSetup& setup_;
  const SideCounts& sides_;
  const RowSelection& selection_;
  RowsByGame by_game_;
  std::uint64_t seed_;
  std::vector<std::size_t> shuffled_, place_;  // games in random order, and the place of each
  std::vector<double> push_, curvature_;
};

}  // namespace hone::learn
