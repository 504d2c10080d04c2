// SPDX-License-Identifier: MIT
#include "tuner/cli/tune_study.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "tuner/cli/output_file.hpp"
#include "tuner/cli/progress.hpp"
#include "tuner/cli/report_text.hpp"
#include "tuner/cli/usage_error.hpp"
#include "tuner/fit/cross_validation.hpp"
#include "tuner/fit/group_worth.hpp"
#include "tuner/fit_report/bootstrap_fit.hpp"
#include "tuner/fit_report/fit_report_json.hpp"
#include "tuner/fit_report/fit_report_text.hpp"
#include "tuner/fit_report/study.hpp"
#include "tuner/result_json.hpp"

namespace hone {
namespace {

struct Usage {
  double user = 0, system = 0;  // seconds
  double peak_mb = 0;           // resident
};

Usage usage() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return {seconds(used.ru_utime), seconds(used.ru_stime), static_cast<double>(used.ru_maxrss) / 1024};
}

}  // namespace

void TuneStudy::declare(Options& options) {
  options.group("What to say of the fit");
  options.flag("no-report", no_report_, "leave out errors, groups and calibration");
  options.text("table", "F", table_, "write every weight with its error, z and coverage (CSV)");
  options.integer("folds", "N", folds_, {0, 100},
                  "judge by N folds of the games as well, each fitted without the fold");
  options.flag("group-worth", worth_, "fit again without each group: what it buys on games held out");
  options.integer("bootstrap", "N", bootstrap_, {0, 100'000},
                  "errors from N fits to games drawn again, instead of the formula's");
  options.flag("time", times_, "say where the time went, and the peak memory");
}

void TuneStudy::check() const {
  if (folds_ == 1) throw UsageError("--folds: one fold has no others to learn from; 2 or more");
  if (bootstrap_ == 1) throw UsageError("--bootstrap: one replicate has no spread; 2 or more");
  if (bootstrap_ > 0 && no_report_ && table_.empty()) throw UsageError("--bootstrap: nothing shows its errors");
  if (!table_.empty()) require_writable(table_);
}

void TuneStudy::run(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options,
                    const Session& session, nlohmann::ordered_json& json) const {
  FitOptions known = options;  // whoever fits again has the scale of the fit
  known.k = result.summary.k;
  if (!no_report_ || !table_.empty()) print_report(rows, start, result, known, session, json);
  if (folds_ > 1) print_folds(rows, start, result, known, json);
  if (worth_) print_worths(rows, start, result, known, json);
}

void TuneStudy::print_report(const RowSet& rows, const Weights& start, const FitResult& result,
                             const FitOptions& options, const Session& session, nlohmann::ordered_json& json) const {
  std::vector<double> errors;
  if (bootstrap_ > 0) {
    Progress progress(session.console, "replicates", static_cast<std::uint64_t>(bootstrap_));
    errors = bootstrap_errors(rows, start, result.fitted, result.summary.ridge, options, bootstrap_,
                              [&](int done) { progress.update(static_cast<std::uint64_t>(done)); });
  }
  const FitReport report = study_fit(rows, start, result, options, errors);
  if (!no_report_) fmt::print("{}", fit_report_text(report));
  if (!table_.empty()) write_weight_table(table_, report);
  json["report"] = to_json(report);
}

void TuneStudy::print_folds(const RowSet& rows, const Weights& start, const FitResult& result,
                            const FitOptions& options, nlohmann::ordered_json& json) const {
  const CrossValidation found = cross_validate(rows, start, result.fitted, result.summary.ridge, options, folds_);
  fmt::print("{}", hone::report(found));
  json["folds"] = to_json(found);
}

void TuneStudy::print_worths(const RowSet& rows, const Weights& start, const FitResult& result,
                             const FitOptions& options, nlohmann::ordered_json& json) const {
  const std::vector<GroupWorth> worths = group_worths(rows, start, result.fitted, result.summary.ridge, options);
  fmt::print("{}", hone::report(worths));
  json["group_worth"] = to_json(worths);
}

std::string times_text(const FitSeconds& fit, double rows, double study) {
  const Usage used = usage();
  return fmt::format(
      "Seconds        rows {:.2f}, scale {:.2f}, choice of ridge {:.2f}, layout {:.2f}, solution {:.2f}, losses "
      "{:.2f}, "
      "report {:.2f}\n"
      "Processor      {:.2f} s user, {:.2f} s system; peak memory {:.0f} MB\n",
      rows, fit.scale, fit.ridge, fit.stage, fit.solve, fit.judge, study, used.user, used.system, used.peak_mb);
}

nlohmann::ordered_json times_json(const FitSeconds& fit, double rows, double study) {
  const Usage used = usage();
  return {{"rows", rows},          {"scale", fit.scale},     {"ridge", fit.ridge}, {"layout", fit.stage},
          {"solution", fit.solve}, {"losses", fit.judge},    {"report", study},    {"user", used.user},
          {"system", used.system}, {"peak_mb", used.peak_mb}};
}

}  // namespace hone
