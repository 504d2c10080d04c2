// SPDX-License-Identifier: MIT
//
// What a fit determines and what it does not: each weight with its error, the groups of weights, the directions that
// the data leave undetermined, and whether predictions come true. These are numbers only; fit_report_text.hpp and
// fit_report_json.hpp write them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/study/calibration.hpp"
#include "tuner/learn/study/coverage.hpp"
#include "tuner/learn/study/error_selection.hpp"
#include "tuner/learn/study/learning_curve.hpp"

namespace hone::learn {

// Of the weights that do not matter, chance alone gives 19 of 20 a |z| below this.
inline constexpr double noise_z = 2;

// With fewer effective games to learn from no weight has an error.
inline constexpr double least_games_of_errors = 10;

// Two questions have two answers. How far may the value be from the truth? `error` says so, with what the prior may
// hide: a weight that was hardly seen stays at its prior, and its error is how far weights lie from their priors. Did
// the weight move at all, or was that chance? `chance` is how far it would have moved where the start is the truth.
struct WeightEstimate {
  std::size_t weight = 0;  // index in Weights::values
  double value = 0, start = 0;
  double error = 0;       // standard error of the value; 0: none, as no position has the weight or it ran away
  double chance = 0;      // standard deviation of the change by chance alone; 0: none
  double data_share = 1;  // how much of the value comes from the data, in [0, 1]; the rest comes from the prior
  Occurrence seen = {};

  [[nodiscard]] double change() const { return value - start; }
  // Whether there is an error, and games enough to compare the change with chance: of weights that do not matter and
  // are in five games, up to a half have a |z| above 2.
  [[nodiscard]] bool has_z() const { return chance > 0 && seen.effective_games >= least_games_to_judge; }
  // The change from the start in standard deviations by chance; 0 where there is none.
  [[nodiscard]] double z() const { return has_z() ? change() / chance : 0.0; }
  [[nodiscard]] bool is_noise() const { return has_z() && z() > -noise_z && z() < noise_z; }
  [[nodiscard]] bool has_moved() const { return has_z() && !is_noise(); }
};

// What is known of the errors of all weights, by index of Weights::values; 0: nothing.
struct KnownErrors {
  std::vector<double> value, chance;
  std::vector<double> data_share = {};  // empty: all 1
};

// A group; the numbers are those of its weights that some position has.
struct GroupEstimate {
  std::size_t group = 0;  // in the schema's order
  std::size_t weights = 0, unseen = 0;
  Occurrence seen;
  std::size_t judged = 0;   // of them have a z
  double mean_z = 0;        // mean |z| of these
  double noise_share = 0;   // of these
  double data_share = 0;    // mean over all of them
  std::size_t largest = 0;  // the weight that changed most, in FitReport::weights; the first one if none was seen
};

struct FitReport {
  Schema schema;
  Occurrence data;                      // trained on
  std::vector<WeightEstimate> weights;  // of the groups that were fitted, ascending
  std::vector<GroupEstimate> groups;    // that were fitted, ascending
  bool may_have_errors = true;          // false: the weights are too many for a matrix, and there was no bootstrap
  bool has_errors = true;               // of any weight: the games were enough, and told of chance
  std::size_t selected = 0;             // weights whose errors alone were asked for; 0: those of all
  bool selected_none = false;           // errors of weights were asked for that were not fitted
  std::vector<std::string> collinear;   // phrases, see collinear.hpp
  std::vector<std::size_t> run_away;    // weights that the games hold at no value, see run_away_weights()
  bool heldout_calibration = false;     // calibrated on games held out, not on those trained on
  std::vector<CalibrationTable> calibration;
  std::optional<Recalibration> recalibration;
  std::optional<LearningCurve> curve;  // nothing with too few games
  std::optional<std::string> warning;  // see coverage.hpp
};

// Fills in schema, data, weights and groups; the rest is the caller's. errors: in the units of the weights. chosen: for
// every term, whether it was fitted.
[[nodiscard]] FitReport estimates_report(const Weights& start, const Weights& fitted, const KnownErrors& errors,
                                         const Coverage& coverage, const std::vector<bool>& chosen);

// The standard errors of the report, as Weights::errors holds them: NaN where none is known, and nothing where none is
// known of any weight.
[[nodiscard]] std::vector<double> errors_of(const FitReport& report);

// Where the results of all positions with a weight can be told without fail, a larger value always fits better, and the
// solver stops somewhere on the way to infinity (separation: Albert, Anderson, Biometrika 71, 1984). Such a weight is
// known by its curvature, of which the certain predictions leave almost nothing. A weight that is in decided positions
// only, whose predictions others make certain, looks the same. Weights that a pull holds, or that only rows which weigh
// nothing have, are not among them. The answer is by index of Weights::values. coverage: of the rows that were fitted.
[[nodiscard]] std::vector<bool> run_away_weights(const FitResult& result, Loss loss, const Coverage& coverage);

// Of a fit without a matrix, the weights whose errors are worth the time (selected_errors.hpp).
struct SelectedStudy {
  ErrorSelection weights = {};
  std::size_t sample = 16;  // SelectedErrorsOptions::sample
  double tolerance = 1e-4;  // ColumnSolverOptions::tolerance; errors are right to about as much
  std::function<void(std::size_t done, std::size_t all)> progress = {};  // systems of equations
};

// The whole report of a fit. Rows, start and options are those of the fit. There are errors and relations only where
// the fit kept its curvature. Weights that a bound holds are taken as free. sampling: what chance alone does to each
// weight, where that is known from elsewhere (tuner/learn/study/bootstrap.hpp); the prior's part is added here.
// selected: of a fit without a matrix and without `sampling`; others have the errors of all weights. When stopped, the
// report is not valid.
[[nodiscard]] FitReport study_fit(const RowSet& rows, const Weights& start, const FitResult& result,
                                  const FitOptions& options, const std::vector<double>& sampling = {},
                                  const std::stop_token& stop = {}, const SelectedStudy& selected = {});

}  // namespace hone::learn
