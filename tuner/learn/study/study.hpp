// SPDX-License-Identifier: MIT
//
// What a fit determines and what it does not: each weight with its error, the groups of weights, the directions that
// the data leave undetermined, and whether predictions come true. These are numbers only; fit_report_text.hpp and
// fit_report_json.hpp write them.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/study/calibration.hpp"
#include "tuner/learn/study/coverage.hpp"

namespace hone::learn {

// Of the weights that do not matter, chance alone gives 19 of 20 a |z| below this.
inline constexpr double noise_z = 2;

struct WeightEstimate {
  std::size_t weight = 0;  // index in Weights::values
  double value = 0, start = 0;
  double error = 0;  // standard error; 0: none, because no position has the weight
  Occurrence seen;

  [[nodiscard]] double change() const { return value - start; }
  // The change from the start in standard errors; 0 without an error.
  [[nodiscard]] double z() const { return error > 0 ? change() / error : 0.0; }
  [[nodiscard]] bool is_noise() const { return error > 0 && z() > -noise_z && z() < noise_z; }
};

// A group; the numbers are those of its weights that some position has.
struct GroupEstimate {
  std::size_t group = 0;  // in the schema's order
  std::size_t weights = 0, unseen = 0;
  Occurrence seen;
  double mean_z = 0;        // mean |z|
  double noise_share = 0;   // of the weights
  std::size_t largest = 0;  // the weight that changed most, in FitReport::weights; the first one if none was seen
};

struct FitReport {
  Schema schema;
  Occurrence data;                      // trained on
  std::vector<WeightEstimate> weights;  // of the groups that were fitted, ascending
  std::vector<GroupEstimate> groups;    // that were fitted, ascending
  bool has_errors = true;               // false: there are too many weights for a matrix of them
  std::vector<std::string> collinear;   // phrases, see collinear.hpp
  bool heldout_calibration = false;     // calibrated on games held out, not on those trained on
  std::vector<CalibrationTable> calibration;
  std::optional<Recalibration> recalibration;
  std::optional<std::string> warning;  // see coverage.hpp
};

// Fills in schema, data, weights and groups; the rest is the caller's. errors: one for each weight, in the units of the
// weights. chosen: for every term, whether it was fitted.
[[nodiscard]] FitReport estimates_report(const Weights& start, const Weights& fitted, const std::vector<double>& errors,
                                         const Coverage& coverage, const std::vector<bool>& chosen);

// The whole report of a fit. Rows, start and options are those of the fit. There are errors and relations only where
// the fit kept its curvature. The start that weights are compared with has its boards centered like the fitted weights.
// Weights that a bound holds are taken as free. errors: those of every weight, where they are known from elsewhere
// (tuner/learn/study/bootstrap.hpp). When stopped, the report is not valid.
[[nodiscard]] FitReport study_fit(const RowSet& rows, const Weights& start, const FitResult& result,
                                  const FitOptions& options, std::vector<double> errors = {},
                                  const std::stop_token& stop = {});

}  // namespace hone::learn
