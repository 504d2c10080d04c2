// SPDX-License-Identifier: MIT
#include "tuner/learn/study/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

struct Slope {
  Vector2d gradient = Vector2d::Zero();
  Matrix2d hessian = Matrix2d::Zero();
  Matrix2d scatter = Matrix2d::Zero();  // of the gradients of the games
};

class LogitLine {
 public:
  LogitLine(const RowSet& rows, const RowSelection& selection, const Weights& weights, int threads)
      : rows_(rows),
        by_game_(rows_by_game(rows, selection)),
        logits_(row_scores(rows, by_game_.order, weights, threads)) {
    for (double& logit : logits_) logit *= logit_per_score(weights.k);
  }

  // By Newton's method, as the loss is convex.
  [[nodiscard]] std::optional<Recalibration> fit() const {
    constexpr int most_steps = 50;
    Vector2d line(0, 1);
    for (int i = 0; i < most_steps && by_game_.games() >= 2; ++i) {
      const Slope slope = slope_at(line);
      if (!is_determined(slope.hessian)) return std::nullopt;
      const Vector2d step = slope.hessian.inverse() * slope.gradient;
      line -= step;
      if (step.norm() < 1e-9) return with_errors(line);
    }
    return std::nullopt;
  }

 private:
  // False also when the logits hardly vary.
  [[nodiscard]] static bool is_determined(const Matrix2d& hessian) {
    return hessian.determinant() > 1e-12 * hessian(0, 0) * hessian(1, 1);
  }

  [[nodiscard]] Slope slope_at(const Vector2d& line) const {
    Slope sum;
    for (std::size_t game = 0; game < by_game_.games(); ++game) {
      Vector2d gradient = Vector2d::Zero();
      for (std::size_t i = by_game_.first[game]; i < by_game_.first[game + 1]; ++i) add(i, line, gradient, sum.hessian);
      sum.gradient += gradient;
      sum.scatter += gradient * gradient.transpose();
    }
    return sum;
  }

  void add(std::size_t i, const Vector2d& line, Vector2d& gradient, Matrix2d& hessian) const {
    const RowLabel& label = rows_[by_game_.order[i]].label;
    const Vector2d features(1, logits_[i]);
    const LossPoint point = loss_point(Loss::cross_entropy, static_cast<double>(label.target), features.dot(line));
    gradient += static_cast<double>(label.weight) * point.slope * features;
    hessian += static_cast<double>(label.weight) * point.curvature * features * features.transpose();
  }

  // By the formula of covariance.hpp; without a penalty the mean of the gradients is 0 at the optimum.
  [[nodiscard]] Recalibration with_errors(const Vector2d& line) const {
    const Slope slope = slope_at(line);
    const auto games = static_cast<double>(by_game_.games());
    const Matrix2d inverse = slope.hessian.inverse();
    const Matrix2d covariance = games / (games - 1) * inverse * slope.scatter * inverse;
    return {line[0], line[1], std::sqrt(covariance(0, 0)), std::sqrt(covariance(1, 1))};
  }

  const RowSet& rows_;
  RowsByGame by_game_;
  std::vector<double> logits_;  // in the order of by_game_
};

constexpr int thirds = 3;

// The rows of a bin with their predictions and outcomes.
struct Members {
  RowSelection rows;
  std::vector<double> predicted, surplus;  // target - predicted
};

struct Table {
  std::string name;
  std::array<Members, calibration_bins> bins;

  void add(std::uint32_t row, double predicted, double target) {
    const auto bin = static_cast<std::size_t>(predicted * static_cast<double>(calibration_bins));
    Members& members = bins[std::min(bin, calibration_bins - 1)];
    members.rows.push_back(row);
    members.predicted.push_back(predicted);
    members.surplus.push_back(target - predicted);
  }
};

std::vector<Table> empty_tables(const Schema& schema) {
  std::vector<Table> tables{{"all", {}}};
  if (schema.phase_count() == 1) return tables;
  for (const std::string& name :
       {"near " + schema.phases().front(), std::string("between"), "near " + schema.phases().back()}) {
    tables.push_back({name, {}});
  }
  return tables;
}

// 0, 1 or 2 from the first phase to the last.
std::size_t third_of(const Schema& schema, PhasePoint phase) {
  const double way = (phase.lower + upper_share(schema, phase)) / (schema.phase_count() - 1);
  return static_cast<std::size_t>(std::min(thirds - 1, static_cast<int>(thirds * way)));
}

CalibrationBin judge(const RowSet& rows, const Members& members) {
  const ClusteredMean surplus = mean_over_games(rows, members.rows, members.surplus);
  const double predicted = mean_over_games(rows, members.rows, members.predicted).mean;
  return {members.rows.size(), predicted, predicted + surplus.mean, surplus.error};
}

}  // namespace

std::optional<Recalibration> recalibrate(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                         int threads) {
  return LogitLine(rows, selection, weights, threads).fit();
}

std::vector<CalibrationTable> calibrate(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                        int threads) {
  const std::vector<double> scores = row_scores(rows, selection, weights, threads);
  std::vector<Table> tables = empty_tables(weights.schema);
  for (std::size_t i = 0; i < selection.size(); ++i) {
    const RowView row = rows[selection[i]];
    const double predicted = outcome_of_logit(logit_per_score(weights.k) * scores[i]);
    const double target = row.label.target;
    tables.front().add(selection[i], predicted, target);
    if (tables.size() > 1) tables[1 + third_of(weights.schema, row.phase)].add(selection[i], predicted, target);
  }
  std::vector<CalibrationTable> result;
  for (const Table& table : tables) {
    CalibrationTable& judged = result.emplace_back(CalibrationTable{table.name, {}});
    std::transform(table.bins.begin(), table.bins.end(), judged.bins.begin(),
                   [&](const Members& members) { return judge(rows, members); });
  }
  return result;
}

}  // namespace hone::learn
