// SPDX-License-Identifier: MIT
//
// What `hone tune` says of a fit besides the weights: errors, cross-validation, the worth of each group, bootstrap,
// times.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/tangent_rows.hpp"

namespace hone::cli {

class TuneStudy {
 public:
  void declare(Options& options);
  // Whether the fit must keep its curvature for this study.
  [[nodiscard]] bool needs_curvature() const { return reports(); }
  // Throws UsageError for options that do not go together, and Error for a file that cannot be written.
  void check(double holdout) const;
  // Throws Error for groups of --errors that the schema does not have.
  void require_groups_of_errors(const Schema& schema) const;

  // Prints and writes what the options ask for, and adds it to `json`. Returns the standard errors of the weights, as
  // Weights::errors holds them; empty with --no-report.
  // given: the rows and the start of the fit, before they were made linear.
  struct Given {
    const RowSet& rows;
    const Weights& start;
  };
  std::vector<double> run(const learn::TangentFit& fit, const Given& given, const Session& session,
                          nlohmann::ordered_json& json) const;

  [[nodiscard]] bool wants_times() const { return times_; }
  [[nodiscard]] bool wants_source_worth() const { return source_worth_; }
  // `names` are those of the sources.
  void print_source_worth(std::span<const RowSet> sources, std::span<const std::string> names, const Weights& start,
                          const learn::FitOptions& options, const Session& session, nlohmann::ordered_json& json) const;

 private:
  // Whether something shows the report, which a table does with --no-report as well.
  [[nodiscard]] bool reports() const { return !no_report_ || !table_.empty(); }
  std::vector<double> print_report(const RowSet& rows, const Weights& start, const learn::FitResult& result,
                                   const learn::FitOptions& options, const Session& session,
                                   nlohmann::ordered_json& json) const;
  void print_folds(const learn::TangentFit& fit, const learn::FitOptions& options, const Given& given,
                   const Session& session, nlohmann::ordered_json& json) const;
  void print_worths(const RowSet& rows, const Weights& start, const learn::FitResult& result,
                    const learn::FitOptions& options, const Session& session, nlohmann::ordered_json& json) const;

  bool no_report_ = false, worth_ = false, source_worth_ = false, times_ = false;
  int folds_ = 0, bootstrap_ = 0;
  std::string errors_;  // of which weights, where there is no matrix
  std::string table_;
};

// The time of each part of the work, and processor time and peak memory of this process. Each line ends with a line
// end.
[[nodiscard]] std::string times_text(const learn::FitSeconds& fit, double rows, double study);
[[nodiscard]] nlohmann::ordered_json times_json(const learn::FitSeconds& fit, double rows, double study);

}  // namespace hone::cli
