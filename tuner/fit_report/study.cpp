// SPDX-License-Identifier: MIT
#include "tuner/fit_report/study.hpp"

#include <algorithm>

#include "tuner/fit_report/collinear.hpp"
#include "tuner/fit_report/covariance.hpp"
#include "tuner/fit_report/enough_games.hpp"
#include "tuner/fit_report/relation_text.hpp"
#include "tuner/gauge.hpp"
#include "tuner/group_patterns.hpp"
#include "tuner/holdout.hpp"

namespace hone {
namespace {

constexpr int full_precision = 9;  // decimals

std::vector<std::size_t> weights_of(const FitCurvature& curvature) {
  std::vector<std::size_t> weights(static_cast<std::size_t>(curvature.data.rows()));
  for (std::size_t i = 0; i < curvature.parameter_of_weight.size(); ++i) {
    const std::int32_t parameter = curvature.parameter_of_weight[i];
    if (parameter != not_fitted) weights[static_cast<std::size_t>(parameter)] = i;
  }
  return weights;
}

// With the pull. What neither the data nor a pull determine is held where it is, which changes nothing that
// the data do determine.
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
  Study(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options)
      : rows_(rows),
        start_(start),
        result_(result),
        options_(options),
        split_(split_by_game(rows, options.holdout, options.seed)),
        chosen_(terms_of_groups(start.schema, options.groups)),
        boards_(centered_boards(start.schema, rows, free_terms())) {}

  [[nodiscard]] FitReport report(std::vector<double> errors) const {
    const Coverage coverage = count_coverage(rows_, split_.train, start_.schema);
    const bool has_errors = !errors.empty() || result_.curvature;
    if (errors.empty()) errors = sandwich_errors();
    FitReport report = estimates_report(centered_start(), result_.weights, errors, coverage, chosen_);
    report.has_errors = has_errors;
    report.collinear = relations();
    report.warning = too_few_games(result_.summary.games, result_.summary.fitted_weights);
    calibrate_on(split_.heldout.empty() ? split_.train : split_.heldout, report);
    report.heldout_calibration = !split_.heldout.empty();
    return report;
  }

 private:
  // Bounded weights are not centered.
  [[nodiscard]] std::vector<bool> free_terms() const {
    std::vector<bool> free = chosen_;
    for (const GroupBounds& group : options_.bounds) {
      const std::vector<bool> bounded = terms_of_groups(start_.schema, std::vector{group.pattern});
      for (std::size_t i = 0; i < free.size(); ++i) free[i] = free[i] && !bounded[i];
    }
    return free;
  }

  [[nodiscard]] Weights centered_start() const {
    Weights start = start_;
    center_boards(start, rows_, free_terms(), full_precision);
    return start;
  }

  [[nodiscard]] std::vector<double> sandwich_errors() const {
    std::vector<double> none(start_.values.size(), 0.0);
    if (!result_.curvature) return none;
    const FitCurvature& curvature = *result_.curvature;
    auto covariance =
        clustered_covariance(rows_, split_.train, result_.fitted, curvature.parameter_of_weight,
                             hessian_of(curvature, find_collinear(curvature.data)),
                             {.loss = options_.loss,
                              .targets = Targets(rows_, split_.train, options_.targets, result_.summary.score_k),
                              .threads = options_.threads});
    if (!covariance) return none;
    center_covariance(*covariance, boards_, curvature.parameter_of_weight, start_.schema.stage_count());
    return standard_errors(*covariance, curvature.parameter_of_weight);
  }

  [[nodiscard]] std::vector<std::string> relations() const {
    if (!result_.curvature) return {};
    const std::vector<std::size_t> weights = weights_of(*result_.curvature);
    return describe_relations(find_collinear(result_.curvature->data), start_.schema, weights);
  }

  void calibrate_on(const RowSelection& selection, FitReport& report) const {
    report.calibration = calibrate(rows_, selection, result_.weights, options_.threads);
    report.recalibration = recalibrate(rows_, selection, result_.weights, options_.threads);
  }

  const RowSet& rows_;
  const Weights& start_;
  const FitResult& result_;
  const FitOptions& options_;
  Split split_;
  std::vector<bool> chosen_;  // terms
  std::vector<CenteredBoard> boards_;
};

}  // namespace

FitReport study_fit(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options,
                    std::vector<double> errors) {
  return Study(rows, start, result, options).report(std::move(errors));
}

}  // namespace hone
