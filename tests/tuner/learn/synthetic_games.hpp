// SPDX-License-Identifier: MIT
//
// Made-up games for the statistics of a fit, and a fit and its statistics in a few dense loops to compare them with.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "data/random.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/study/covariance.hpp"

namespace hone::learn {

inline ParameterOfWeight all_parameters(const Weights& weights) {
  ParameterOfWeight parameters(weights.values.size());
  std::iota(parameters.begin(), parameters.end(), 0);
  return parameters;
}

// One phase with a constant, a count that is the same in a whole game, and one that changes at every position.
inline Schema game_schema() {
  return Schema("games", {"all"}, 1,
                std::vector<GroupSpec>{{"constant", scalar(), ""}, {"kept", scalar(), ""}, {"changing", scalar(), ""}});
}

struct GamesOptions {
  std::uint32_t games = 300;
  int positions = 6;  // of a game
  std::uint64_t seed = 1;
};

// The first player wins every position of a game at which a number drawn once for the game is below the
// probability: each position follows the model exactly, and the positions of a game are correlated as much as possible.
inline RowSet synthetic_games(const Weights& planted, const GamesOptions& options) {
  Random random(options.seed);
  RowSet rows;
  const auto count = [&] { return static_cast<int>(random.below(5)) - 2; };
  for (std::uint32_t game = 0; game < options.games; ++game) {
    const double luck = random.uniform();
    const int kept = count();
    for (int position = 0; position < options.positions; ++position) {
      RowSink sink;
      sink.add(0);
      sink.add(1, kept);
      sink.add(2, count());
      const Row row = sink.finish({});
      RowLabel label{.game = game};
      const double p = outcome_of_logit(logit_per_score(planted.k) * row_score(row, label, planted));
      label.target = luck < p ? 1.0F : 0.0F;
      rows.add(row, label);
    }
  }
  return rows;
}

// The same rows, with every row a game of its own.
inline RowSet ungrouped(const RowSet& rows) {
  RowSet result;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    RowLabel label = rows[i].label;
    label.game = i;
    result.add({rows[i].phase, rows[i].entries, label});
  }
  return result;
}

// The derivatives of a row's score by all weights.
inline Vector dense_row(const RowView& row, const Schema& schema) {
  Vector x = Vector::Zero(schema.weights());
  const double t = static_cast<double>(row.phase.step) / schema.phase_steps();
  for (const FeatureCount entry : row.entries) {
    const Eigen::Index lower = entry.term * schema.phase_count() + row.phase.lower;
    x[lower] += (1 - t) * static_cast<double>(row.label.lower_scale) * static_cast<double>(entry.count);
    if (t > 0) x[lower + 1] += t * static_cast<double>(row.label.upper_scale) * static_cast<double>(entry.count);
  }
  return x;
}

// The gradient of the mean loss, with a penalty of ridge x^2, and its Hessian by the weights in units of 100
// centi-units.
struct DenseSlope {
  Vector gradient;
  Matrix hessian;
};
inline DenseSlope dense_slope(const RowSet& rows, const Weights& weights, Loss loss, double ridge) {
  const Eigen::Index size = weights.schema.weights();
  DenseSlope result{Vector::Zero(size), Matrix::Zero(size, size)};
  double total = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double weight = rows[i].label.weight, scale = logit_per_score(weights.k);
    const Vector x = 100 * scale * dense_row(rows[i], weights.schema);
    const auto point = loss_point(loss, rows[i].label.target, scale * row_score(rows[i], weights));
    result.gradient += weight * point.slope * x;
    result.hessian += weight * point.curvature * x * x.transpose();
    total += weight;
  }
  result.gradient /= total;
  result.hessian /= total;
  result.gradient += 2 * ridge * Eigen::Map<const Vector>(weights.values.data(), size) / 100;
  result.hessian.diagonal().array() += 2 * ridge;
  return result;
}

// Newton's method from the planted weights, where it needs no damping.
inline Weights dense_fit(const RowSet& rows, Weights weights, Loss loss, double ridge = 0) {
  for (int i = 0; i < 12; ++i) {
    const DenseSlope slope = dense_slope(rows, weights, loss, ridge);
    const Vector step = slope.hessian.llt().solve(slope.gradient);
    for (std::size_t w = 0; w < weights.values.size(); ++w) {
      weights.values[w] -= 100 * step[static_cast<Eigen::Index>(w)];
    }
    if (step.norm() < 1e-9) break;
  }
  return weights;
}

}  // namespace hone::learn
