// SPDX-License-Identifier: MIT
#include "tuner/learn/study/study.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/gauge.hpp"
#include "tuner/learn/study/collinear.hpp"
#include "tuner/learn/study/covariance.hpp"
#include "tuner/learn/study/coverage.hpp"

namespace hone::learn {

namespace {

// The group's weights are those from here to the end of the report.
GroupEstimate estimate_group(const FitReport& report, std::size_t first) {
  GroupEstimate group;
  group.largest = first;
  for (std::size_t i = first; i < report.weights.size(); ++i) {
    const WeightEstimate& weight = report.weights[i];
    if (weight.seen.positions == 0) {
      ++group.unseen;
      continue;
    }
    const double largest = std::abs(report.weights[group.largest].change());
    if (++group.weights == 1 || std::abs(weight.change()) > largest) group.largest = i;
    group.mean_z += std::abs(weight.z());
    group.noise_share += weight.is_noise() ? 1 : 0;
  }
  if (group.weights == 0) return group;
  group.mean_z /= static_cast<double>(group.weights);
  group.noise_share /= static_cast<double>(group.weights);
  return group;
}

constexpr int full_precision = 9;  // decimals

std::vector<std::size_t> weights_of(const FitCurvature& curvature) {
  std::vector<std::size_t> weights(static_cast<std::size_t>(curvature.data.rows()));
  for (std::size_t i = 0; i < curvature.parameter_of_weight.size(); ++i) {
    const std::int32_t parameter = curvature.parameter_of_weight[i];
    if (parameter != not_fitted) weights[static_cast<std::size_t>(parameter)] = i;
  }
  return weights;
}

// The Hessian of the data and the pull. Directions that neither determines are held where they are, which changes
// nothing that the data do determine.
Matrix hessian_of(const FitCurvature& curvature, const Collinearity& collinearity) {
  Matrix hessian = curvature.data;
  hessian.diagonal() += curvature.ridge;
  for (const Eigen::Index unseen : collinearity.unseen) hessian(unseen, unseen) += 1;
  for (const Relation& relation : collinearity.relations) {
    const Eigen::Index column = relation.column;
    if (curvature.ridge[column] == 0) hessian(column, column) += curvature.data(column, column);
  }
  return hessian;
}

class Study {
 public:
  Study(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options,
        const std::stop_token& stop)
      : rows_(rows),
        result_(result),
        stop_(stop),
        options_(with_scale(options, result.summary.k)),
        setup_(rows, start, options_),
        boards_(centered_boards(start.schema, rows, setup_.free_terms())) {
    if (result.curvature) collinearity_ = find_collinear(result.curvature->data);
  }

  [[nodiscard]] FitReport report(std::vector<double> errors) const {
    const Coverage coverage = count_coverage(rows_, setup_.split.train, setup_.start.schema);
    if (errors.empty()) errors = sandwich_errors();
    if (stop_.stop_requested()) return {};
    const bool has_errors = std::any_of(errors.begin(), errors.end(), [](double error) { return error > 0; });
    FitReport report = estimates_report(centered_start(), result_.weights, errors, coverage, setup_.chosen);
    report.has_errors = has_errors;
    report.collinear = relations();
    report.warning = too_few_games(result_.summary.games, result_.summary.fitted_weights);
    calibrate_on(setup_.split.heldout.empty() ? setup_.split.train : setup_.split.heldout, report);
    report.heldout_calibration = !setup_.split.heldout.empty();
    return report;
  }

 private:
  // The scale need not be fitted again.
  static FitOptions with_scale(FitOptions options, double k) {
    options.k = k;
    return options;
  }

  [[nodiscard]] Weights centered_start() const {
    Weights start = setup_.start;
    center_boards(start, boards_, full_precision);
    return start;
  }

  [[nodiscard]] std::vector<double> sandwich_errors() const {
    std::vector<double> none(setup_.start.values.size(), 0.0);
    if (!result_.curvature) return none;
    const FitCurvature& curvature = *result_.curvature;
    auto covariance = clustered_covariance(
        rows_, setup_.split.train, result_.fitted, curvature.parameter_of_weight, hessian_of(curvature, collinearity_),
        {.loss = options_.loss, .targets = setup_.targets, .threads = options_.threads, .stop = stop_});
    if (!covariance) return none;
    center_covariance(*covariance, boards_, curvature.parameter_of_weight, setup_.start.schema.phase_count());
    std::vector<double> errors = standard_errors(*covariance, curvature.parameter_of_weight);
    forget_held(errors);
    return errors;
  }

  // A weight that was held because nothing determines it has no error of its own, unless centering gives it one.
  void forget_held(std::vector<double>& errors) const {
    const std::vector<std::size_t> weights = weights_of(*result_.curvature);
    for (const Relation& relation : collinearity_.relations) {
      const std::size_t weight = weights[static_cast<std::size_t>(relation.column)];
      if (result_.curvature->ridge[relation.column] == 0 && !is_centered(weight)) errors[weight] = 0;
    }
  }

  [[nodiscard]] bool is_centered(std::size_t weight) const {
    const int term = static_cast<int>(weight) / setup_.start.schema.phase_count();
    return std::any_of(boards_.begin(), boards_.end(), [&](const CenteredBoard& board) {
      return term == board.scalar || std::find(board.squares.begin(), board.squares.end(), term) != board.squares.end();
    });
  }

  [[nodiscard]] std::vector<std::string> relations() const {
    if (!result_.curvature) return {};
    return describe_relations(collinearity_, setup_.start.schema, weights_of(*result_.curvature));
  }

  void calibrate_on(const RowSelection& selection, FitReport& report) const {
    report.calibration = calibrate(rows_, selection, result_.weights, options_.threads);
    report.recalibration = recalibrate(rows_, selection, result_.weights, options_.threads);
  }

  const RowSet& rows_;
  const FitResult& result_;
  const std::stop_token& stop_;
  FitOptions options_;
  FitSetup setup_;
  std::vector<CenteredBoard> boards_;
  Collinearity collinearity_;
};

}  // namespace

FitReport estimates_report(const Weights& start, const Weights& fitted, const std::vector<double>& errors,
                           const Coverage& coverage, const std::vector<bool>& chosen) {
  FitReport report;
  report.schema = fitted.schema;
  report.data = coverage.all;
  const auto phases = static_cast<std::size_t>(fitted.schema.phase_count());
  for (std::size_t number = 0; number < fitted.schema.groups().size(); ++number) {
    const Group& group = fitted.schema.groups()[number];
    const std::size_t first = report.weights.size(), begin = static_cast<std::size_t>(group.first) * phases;
    for (std::size_t i = begin; i < begin + static_cast<std::size_t>(group.shape.size()) * phases; ++i) {
      if (!chosen[i / phases]) continue;
      report.weights.push_back({i, fitted.values[i], start.values[i], errors[i], coverage.weights[i]});
    }
    if (report.weights.size() == first) continue;
    GroupEstimate& estimate = report.groups.emplace_back(estimate_group(report, first));
    estimate.group = number;
    estimate.seen = coverage.groups[number];
  }
  return report;
}

FitReport study_fit(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options,
                    std::vector<double> errors, const std::stop_token& stop) {
  return Study(rows, start, result, options, stop).report(std::move(errors));
}

}  // namespace hone::learn
