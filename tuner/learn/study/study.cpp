// SPDX-License-Identifier: MIT
#include "tuner/learn/study/study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/gauge.hpp"
#include "tuner/learn/study/collinear.hpp"
#include "tuner/learn/study/covariance.hpp"
#include "tuner/learn/study/coverage.hpp"
#include "tuner/learn/study/selected_errors.hpp"
#include "tuner/learn/study/weight_errors.hpp"

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
    group.judged += weight.has_z() ? 1U : 0U;
    group.mean_z += std::abs(weight.z());
    group.noise_share += weight.is_noise() ? 1 : 0;
    group.data_share += weight.data_share;
  }
  const auto judged = static_cast<double>(std::max<std::size_t>(group.judged, 1));
  group.mean_z /= judged;
  group.noise_share /= judged;
  group.data_share /= static_cast<double>(std::max<std::size_t>(group.weights, 1));
  return group;
}

// A prediction p of a won game leaves 4 p (1 - p) of the curvature that one of an even game has. A weight has run away
// where less than this is left on average, and less than one even game has in all.
constexpr double least_certain = 0.01;

// The curvature at even games of a weight whose factor in the score has this mean square.
double even_curvature(double mean_square, double k, Loss loss) {
  const double logit = logit_per_score(k) * parameter_unit;
  return loss_point(loss, 0.5, 0).curvature * mean_square * logit * logit;
}

// How much of its curvature at even games a weight has kept. The squared loss has the square of 4 p (1 - p).
double curvature_kept(double curvature, double even, Loss loss) {
  const double kept = curvature / even;
  return loss == Loss::squared ? std::sqrt(std::max(0.0, kept)) : kept;
}

// A smaller share of the largest curvature is none: single precision has lost what the rows weigh.
constexpr double least_curvature_share = 1e-12;

// The first weight of each parameter.
std::vector<std::size_t> weights_of(const FitCurvature& curvature) {
  std::vector<std::size_t> weights(static_cast<std::size_t>(curvature.point.size()));
  for (std::size_t i = curvature.parameter_of_weight.size(); i-- > 0;) {
    const std::int32_t parameter = curvature.parameter_of_weight[i];
    if (parameter != not_fitted) weights[static_cast<std::size_t>(parameter)] = i;
  }
  return weights;
}

// Directions that neither the data nor a pull determines: along the column of the matrix, over the parameters, and held
// at a parameter that no other of them moves.
struct FreeDirections {
  std::vector<Eigen::Index> unseen, held;
  Matrix directions;
};

// Relations leave the data free to move along (column - its parts). Of these directions those that cost a pull
// something, and the others that cost nothing beside them, are told apart by the pivots of Cholesky's factor of V' P V.
FreeDirections free_directions(const Collinearity& collinearity, const Penalty& penalty) {
  constexpr double no_cost = 1e-9;  // of what the pull of a direction alone costs
  const Eigen::Index size = penalty.ridge.size(), count = std::ssize(collinearity.relations);
  Matrix along = Matrix::Zero(size, count), pulled = Matrix::Zero(size, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Relation& relation = collinearity.relations[static_cast<std::size_t>(i)];
    along(relation.column, i) = 1;
    for (const ColumnMultiple& part : relation.parts) along(part.column, i) = -part.coefficient;
    pulled.col(i) = penalty.product(along.col(i));
  }
  FreeDirections free{collinearity.unseen, {}, {}};
  std::vector<Vector> found, others;  // others: orthonormal in the metric of the pull, as are `reached` of them
  std::vector<Vector> reached;
  for (Eigen::Index i = 0; i < count; ++i) {
    Vector direction = along.col(i), pull = pulled.col(i);
    const double alone = direction.dot(pull);
    for (std::size_t other = 0; other < others.size(); ++other) {
      const double share = others[other].dot(pull);
      direction -= share * others[other];
      pull -= share * reached[other];
    }
    const double cost = direction.dot(pull);
    if (alone > 0 && cost > no_cost * alone) {
      others.push_back(direction / std::sqrt(cost));
      reached.push_back(pull / std::sqrt(cost));
      continue;
    }
    free.held.push_back(collinearity.relations[static_cast<std::size_t>(i)].column);
    found.push_back(std::move(direction));
  }
  free.directions.resize(size, std::ssize(found));
  for (std::size_t i = 0; i < found.size(); ++i) free.directions.col(static_cast<Eigen::Index>(i)) = found[i];
  return free;
}

// The Hessian of the data and the pull. Directions that neither determines are held where they are, which changes
// nothing that the data do determine.
Matrix hessian_of(const Matrix& data, const FitCurvature& curvature, const FreeDirections& free) {
  Matrix hessian = data;
  curvature.penalty.add_hessian(hessian);
  for (const Eigen::Index unseen : free.unseen) hessian(unseen, unseen) += 1;
  for (const Eigen::Index held : free.held) hessian(held, held) += curvature.data(held, held);
  return hessian;
}

class Study {
 public:
  Study(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options,
        const std::stop_token& stop, const SelectedStudy& selected = {})
      : rows_(rows),
        result_(result),
        stop_(stop),
        selected_(selected),
        options_(as_fitted(options, result.summary)),
        setup_(rows, start, options_),
        boards_(setup_.boards()) {
    if (!has_matrix()) return;
    collinearity_ = find_collinear(result.curvature->data);
    free_ = free_directions(collinearity_, result.curvature->penalty);
  }

  [[nodiscard]] FitReport report(const std::vector<double>& sampling) const {
    const Coverage coverage = count_coverage(rows_, setup_.learnt_rows(setup_.split), setup_.start.schema,
                                             setup_.targets, &setup_.constraints);
    const std::vector<bool> run_away = run_away_weights(result_, options_.loss, coverage);
    const bool selects = result_.curvature && !has_matrix() && sampling.empty() && selected_.weights.any();
    const std::vector<std::size_t> selection = selects ? selected(coverage) : std::vector<std::size_t>{};
    const KnownErrors errors = known_errors(coverage, sampling, selection, run_away);
    if (stop_.stop_requested()) return {};
    FitReport report = estimates_report(setup_.start, result_.weights, errors, coverage, setup_.chosen);
    report.may_have_errors = result_.curvature && (has_matrix() || !sampling.empty() || selects);
    report.selected = selection.size();
    report.selected_none = selects && selection.empty();
    report.has_errors = std::any_of(errors.value.begin(), errors.value.end(), [](double error) { return error > 0; });
    report.collinear = relations();
    for (std::size_t i = 0; i < run_away.size(); ++i) {
      if (run_away[i]) report.run_away.push_back(i);
    }
    report.curve = learning_curve(setup_, result_.fitted, result_.summary.strengths, stop_, true_start_loss());
    if (stop_.stop_requested()) return {};
    report.warning = too_few_games(coverage.all, held_out_games());
    calibrate_on(setup_.split.heldout.empty() ? setup_.split.train : setup_.split.heldout, report);
    report.heldout_calibration = !setup_.split.heldout.empty();
    return report;
  }

  // Nothing where the fit kept no matrix, or too few games tell.
  [[nodiscard]] std::optional<Matrix> covariance() const {
    if (!has_matrix()) return std::nullopt;
    const Coverage coverage = count_coverage(rows_, setup_.split.train, setup_.start.schema, setup_.targets);
    if (coverage.all.effective_games < least_games_of_errors) return std::nullopt;
    return sampling_covariance();
  }

 private:
  // Neither the scale nor the share of what is carried is chosen again.
  static FitOptions as_fitted(FitOptions options, const FitSummary& summary) {
    options.k = summary.k;
    options.carry.share = summary.carried_share;
    return options;
  }

  // Nothing where none were to be.
  [[nodiscard]] std::optional<double> held_out_games() const {
    return options_.holdout > 0 ? std::optional(result_.summary.heldout_effective_games) : std::nullopt;
  }

  // The fit has judged its start by the rows as they were before they were made linear.
  [[nodiscard]] std::optional<double> true_start_loss() const {
    const FitSummary& summary = result_.summary;
    if (!summary.second_order || summary.heldout_by_phase.empty()) return std::nullopt;
    return summary.heldout_by_phase.front().target.start;
  }

  [[nodiscard]] bool has_matrix() const { return result_.curvature && result_.curvature->has_matrix(); }

  [[nodiscard]] FitInQuestion in_question(const Coverage& coverage) const {
    FitInQuestion fit{setup_.start.schema, *result_.curvature, boards_, {}, {}};
    for (const Occurrence& seen : coverage.weights) fit.games.push_back(seen.effective_games);
    fit.start_distance.assign(coverage.weights.size(), 0.0);
    if (options_.prior != Prior::start) {
      fit.start_distance = setup_.start.values;
      for (std::size_t i = 0; i < fit.start_distance.size(); ++i) {
        fit.start_distance[i] -= prior_value(options_, setup_.start, i);
      }
    }
    if (pulls_to_kept_prior(options_)) {
      for (std::size_t i = 0; i < fit.start_distance.size(); ++i) {
        const std::int32_t parameter = fit.curvature.parameter_of_weight[i];
        if (parameter != not_fitted) fit.start_distance[i] = -parameter_unit * fit.curvature.penalty.prior[parameter];
      }
    }
    return fit;
  }

  // Without enough games there are none, as there are not where the rows weigh so unevenly that a few games decide.
  [[nodiscard]] KnownErrors known_errors(const Coverage& coverage, const std::vector<double>& sampling,
                                         const std::vector<std::size_t>& selection,
                                         const std::vector<bool>& run_away) const {
    const std::vector<double> none(setup_.start.values.size(), 0.0);
    KnownErrors known{none, none};
    if (!result_.curvature || coverage.all.effective_games < least_games_of_errors) return known;
    const std::optional<WeightErrors> errors = has_matrix()        ? by_matrix(in_question(coverage), sampling)
                                               : selection.empty() ? by_diagonal(in_question(coverage), sampling)
                                                                   : by_selection(in_question(coverage), selection);
    if (!errors) return known;
    for (std::size_t i = 0; i < none.size(); ++i) {
      if (errors->sampling[i] == 0 && errors->prior[i] == 0) continue;
      if (!run_away[i]) known.value[i] = errors->value(i);
      if (!run_away[i]) known.chance[i] = errors->chance(i);
    }
    known.data_share = errors->data_share;
    if (has_matrix()) forget_free(known);
    return known;
  }

  [[nodiscard]] std::optional<Matrix> sampling_covariance() const {
    const FitCurvature& curvature = *result_.curvature;
    return clustered_covariance(rows_, setup_.learnt_rows(setup_.split), result_.fitted, curvature.parameter_of_weight,
                                hessian_of(curvature.data, curvature, free_),
                                {.loss = options_.loss,
                                 .targets = setup_.targets,
                                 .threads = options_.threads,
                                 .carried = &curvature.carried_scatter,
                                 .stop = stop_});
  }

  [[nodiscard]] std::optional<WeightErrors> by_matrix(const FitInQuestion& fit,
                                                      const std::vector<double>& sampling) const {
    const FitCurvature& curvature = *result_.curvature;
    const std::optional<Matrix> covariance = sampling_covariance();
    if (!covariance) return std::nullopt;
    const Matrix& data = curvature.unpulled.size() > 0 ? curvature.unpulled : curvature.data;
    WeightErrors errors = weight_errors(fit, hessian_of(data, curvature, free_), *covariance);
    if (!sampling.empty()) errors.sampling = with_carried(sampling);
    return errors;
  }

  // Replicates of the bootstrap draw the rows again, and not the games that are carried on.
  [[nodiscard]] std::vector<double> with_carried(std::vector<double> sampling) const {
    const FitCurvature& curvature = *result_.curvature;
    if (curvature.carried_scatter.size() == 0) return sampling;
    Matrix added = carried_covariance(hessian_of(curvature.data, curvature, free_), curvature.carried_scatter);
    center_covariance(added, boards_, curvature.parameter_of_weight, setup_.start.schema.phase_count());
    const std::vector<double> carried = standard_errors(added, curvature.parameter_of_weight);
    for (std::size_t i = 0; i < sampling.size(); ++i) sampling[i] = std::hypot(sampling[i], carried[i]);
    return sampling;
  }

  [[nodiscard]] static std::optional<WeightErrors> by_diagonal(const FitInQuestion& fit,
                                                               const std::vector<double>& sampling) {
    if (sampling.empty()) return std::nullopt;
    return weight_errors(fit, sampling);
  }

  [[nodiscard]] std::vector<std::size_t> selected(const Coverage& coverage) const {
    return selected_weights(selected_.weights, setup_.start, result_.weights, result_.curvature->parameter_of_weight,
                            coverage.mean_squares);
  }

  // What the data say of the weights that were not selected is told by their own curvature.
  [[nodiscard]] std::optional<WeightErrors> by_selection(const FitInQuestion& fit,
                                                         const std::vector<std::size_t>& selection) const {
    const FitProblem problem = setup_.problem(setup_.split);
    const RowSelection learnt = setup_.learnt_rows(setup_.split);
    std::optional<WeightErrors> errors =
        selected_errors(fit, {rows_, learnt, result_.fitted, problem, options_, setup_.targets}, selection,
                        {.sample = selected_.sample,
                         .solver = {.tolerance = selected_.tolerance},
                         .progress = selected_.progress,
                         .stop = stop_});
    if (!errors) return std::nullopt;
    const Vector pull = fit.curvature.penalty.diagonal(), data = fit.curvature.diagonal;
    for (std::size_t i = 0; i < errors->data_share.size(); ++i) {
      const std::int32_t parameter = fit.curvature.parameter_of_weight[i];
      if (parameter == not_fitted || errors->sampling[i] > 0 || errors->prior[i] > 0) continue;
      errors->data_share[i] = data[parameter] / std::max(data[parameter] + pull[parameter], 1e-300);
    }
    return errors;
  }

  // A weight that a free direction moves is not determined, and has no error. Where centering takes the move back, as
  // it does of the mean of a board, the weight is.
  void forget_free(KnownErrors& errors) const {
    constexpr double no_move = 1e-6;
    const std::vector<std::int32_t>& parameters = result_.curvature->parameter_of_weight;
    Matrix moves = free_.directions.transpose();
    center_columns(moves, boards_, parameters, setup_.start.schema.phase_count());
    for (std::size_t i = 0; i < errors.value.size(); ++i) {
      if (parameters[i] == not_fitted || moves.rows() == 0) continue;
      if (moves.col(parameters[i]).cwiseAbs().maxCoeff() > no_move) errors.value[i] = errors.chance[i] = 0;
    }
  }

  [[nodiscard]] std::vector<std::string> relations() const {
    if (!has_matrix()) return {};
    return describe_relations(collinearity_, setup_.start.schema, weights_of(*result_.curvature));
  }

  void calibrate_on(const RowSelection& selection, FitReport& report) const {
    report.calibration = calibrate(rows_, selection, result_.weights, options_.threads);
    report.recalibration = recalibrate(rows_, selection, result_.weights, options_.threads);
  }

  const RowSet& rows_;
  const FitResult& result_;
  const std::stop_token& stop_;
  SelectedStudy selected_;
  FitOptions options_;
  FitSetup setup_;
  std::vector<CenteredBoard> boards_;
  Collinearity collinearity_;
  FreeDirections free_;
};

}  // namespace

FitReport estimates_report(const Weights& start, const Weights& fitted, const KnownErrors& errors,
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
      const double data_share = errors.data_share.empty() ? 1.0 : errors.data_share[i];
      report.weights.push_back(
          {i, fitted.values[i], start.values[i], errors.value[i], errors.chance[i], data_share, coverage.weights[i]});
    }
    if (report.weights.size() == first) continue;
    GroupEstimate& estimate = report.groups.emplace_back(estimate_group(report, first));
    estimate.group = number;
    estimate.seen = coverage.groups[number];
  }
  return report;
}

std::vector<double> errors_of(const FitReport& report) {
  if (!report.has_errors) return {};
  std::vector<double> errors(static_cast<std::size_t>(report.schema.weights()),
                             std::numeric_limits<double>::quiet_NaN());
  for (const WeightEstimate& weight : report.weights) {
    if (weight.error > 0) errors[weight.weight] = weight.error;
  }
  return errors;
}

std::vector<bool> run_away_weights(const FitResult& result, Loss loss, const Coverage& coverage) {
  std::vector<bool> run_away(coverage.weights.size(), false);
  if (!result.curvature || coverage.all.effective_games < least_games_of_errors) return run_away;
  const Vector pulls = result.curvature->penalty.diagonal();
  std::vector<double> even;
  for (const double square : coverage.mean_squares) even.push_back(even_curvature(square, result.summary.k, loss));
  const double least = even.empty() ? 0 : least_curvature_share * *std::max_element(even.begin(), even.end());
  for (std::size_t i = 0; i < run_away.size(); ++i) {
    const std::int32_t parameter = result.curvature->parameter_of_weight[i];
    if (parameter == not_fitted || !(even[i] > least)) continue;
    const bool is_pulled = pulls[parameter] >= least_certain * even[i];
    const double kept = curvature_kept(result.curvature->diagonal[parameter], even[i], loss);
    run_away[i] = !is_pulled && kept < least_certain && kept * coverage.weights[i].effective_games < 1;
  }
  return run_away;
}

FitReport study_fit(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options,
                    const std::vector<double>& sampling, const std::stop_token& stop, const SelectedStudy& selected) {
  return Study(rows, start, result, options, stop, selected).report(sampling);
}

std::optional<Matrix> fit_covariance(const RowSet& rows, const Weights& start, const FitResult& result,
                                     const FitOptions& options, const std::stop_token& stop) {
  return Study(rows, start, result, options, stop).covariance();
}

}  // namespace hone::learn
