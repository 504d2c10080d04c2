// SPDX-License-Identifier: MIT
#include "tuner/cli/tune_study.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "data/error.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/print/source_worth_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/validation.hpp"
#include "tuner/learn/json.hpp"
#include "tuner/learn/study/bootstrap.hpp"
#include "tuner/learn/study/fit_report_json.hpp"
#include "tuner/learn/study/fit_report_text.hpp"
#include "tuner/learn/study/study.hpp"

namespace hone::cli {

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
  options.flag("no-report", no_report_,
               "leave out errors, groups and calibration; the weights are written without errors as well");
  options.text("table", "F", table_, "write every weight with its error, z, coverage and share of data (CSV)");
  options.integer("folds", "N", folds_, {0, 100},
                  "judge by N folds of the games as well, each fitted without the fold");
  options.flag("group-worth", worth_, "fit again without each group: what it buys on games held out");
  options.flag(
      "source-worth", source_worth_,
      "fit to each file of --data alone and to all but each: what they teach of each other's games, which they "
      "must not share");
  options.integer("bootstrap", "N", bootstrap_, {0, 100'000},
                  "estimate the chance by game from N fits to resampled games instead of the formula; the prior's part "
                  "is added as well");
  options.text(
      "errors", "N|G,...", errors_,
      "of more weights than --dense-limit: errors of the N that matter most, or of groups (mobility.*,corner.*)");
  options.flag("time", times_, "say where the time went, and the peak memory");
}

void TuneStudy::check(double holdout) const {
  if (folds_ == 1) throw UsageError("--folds: one fold has no others to learn from; 2 or more");
  if (bootstrap_ == 1) throw UsageError("--bootstrap: one replicate has no spread; 2 or more");
  if (learn::parse_error_selection(errors_).any() && bootstrap_ > 0) {
    throw UsageError("--errors, --bootstrap: the bootstrap finds the errors of all weights");
  }
  if (!errors_.empty() && !reports()) throw UsageError("--errors: nothing shows them (--no-report)");
  if (bootstrap_ > 0 && !reports()) throw UsageError("--bootstrap: nothing shows its errors");
  if (worth_ && holdout <= 0) throw UsageError("--group-worth: it is judged on games held out: --holdout above 0");
  if (!table_.empty()) require_writable(table_);
}

void TuneStudy::require_groups_of_errors(const Schema& schema) const {
  try {
    (void)learn::terms_of_groups(schema, learn::parse_error_selection(errors_).patterns);
  } catch (const Error& fault) {
    throw Error(fmt::format("errors: {}", fault.what()));
  }
}

std::vector<double> TuneStudy::run(const learn::TangentFit& fit, const Given& given, const Session& session,
                                   nlohmann::ordered_json& json) const {
  const learn::FitResult& result = fit.result;
  learn::FitOptions known = fit.options;  // fits that repeat this one keep what it chose
  known.k = result.summary.k;
  known.targets.score_k = result.summary.score_k;
  known.carry.share = result.summary.carried_share;
  std::vector<double> errors;
  if (reports()) errors = print_report(fit.rows, fit.start, result, known, session, json);
  if (folds_ > 1) print_folds(fit, known, given, session, json);
  if (worth_) print_worths(fit.rows, fit.start, result, known, session, json);
  return no_report_ ? std::vector<double>() : errors;
}

std::vector<double> TuneStudy::print_report(const RowSet& rows, const Weights& start, const learn::FitResult& result,
                                            const learn::FitOptions& options, const Session& session,
                                            nlohmann::ordered_json& json) const {
  std::vector<double> errors;
  if (bootstrap_ > 0) {
    Progress progress(session.console, "replicates", static_cast<std::uint64_t>(bootstrap_));
    errors = learn::bootstrap_errors(rows, start, result.fitted, result.summary.strengths, options, bootstrap_,
                                     [&](int done) { progress.update(static_cast<std::uint64_t>(done)); });
  }
  std::optional<Progress> progress;
  const auto update = [&](std::size_t done, std::size_t all) {
    if (!progress) progress.emplace(session.console, "errors", all);
    progress->update(done);
  };
  const learn::FitReport report = learn::study_fit(
      rows, start, result, options, errors, {}, {.weights = learn::parse_error_selection(errors_), .progress = update});
  progress.reset();
  if (!no_report_) say("{}", learn::fit_report_text(report));
  if (!table_.empty()) learn::write_weight_table(table_, report);
  json["report"] = learn::to_json(report);
  return learn::errors_of(report);
}

void TuneStudy::print_folds(const learn::TangentFit& fit, const learn::FitOptions& options, const Given& given,
                            const Session& session, nlohmann::ordered_json& json) const {
  std::vector<double> start_losses;  // those of the start are none of the tangent's
  if (!given.start.schema.is_linear()) {
    Weights start = given.start;
    start.k = fit.result.summary.k;
    start_losses = learn::row_losses(given.rows, learn::all_rows(given.rows), start, options.loss, options.threads);
  }
  learn::CrossValidation found;
  {
    Progress progress(session.console, "folds", static_cast<std::uint64_t>(folds_));
    found = learn::cross_validate(
        fit.rows, fit.start, fit.result.fitted, fit.result.summary.strengths, options, folds_,
        [&](int done) { progress.update(static_cast<std::uint64_t>(done)); }, start_losses);
  }
  say("{}", hone::cli::report(found));
  json["folds"] = learn::to_json(found);
}

void TuneStudy::print_worths(const RowSet& rows, const Weights& start, const learn::FitResult& result,
                             const learn::FitOptions& options, const Session& session,
                             nlohmann::ordered_json& json) const {
  std::vector<learn::GroupWorth> worths;
  {
    Progress progress(session.console, "groups", start.schema.groups().size());
    worths = learn::group_worths(rows, start, result.fitted, result.summary.strengths, options,
                                 [&](int done) { progress.update(static_cast<std::uint64_t>(done)); });
  }
  say("{}", hone::cli::report(worths));
  json["group_worth"] = learn::to_json(worths);
}

void TuneStudy::print_source_worth(std::span<const RowSet> sources, std::span<const std::string> names,
                                   const Weights& start, const learn::FitOptions& options, const Session& session,
                                   nlohmann::ordered_json& json) const {
  learn::SourceWorth worth;
  {
    Progress progress(session.console, "fits", 2 * sources.size() + 1);
    worth = learn::source_worth(sources, start, options, [&](std::size_t done) { progress.update(done); });
  }
  say("{}", source_worth_text(worth, names));
  json["source_worth"] = learn::to_json(worth, names);
}

std::string times_text(const learn::FitSeconds& fit, double rows, double study) {
  const Usage used = usage();
  return fmt::format(
      "Seconds        rows {:.2f}, scale {:.2f}, choice of ridge {:.2f}, layout {:.2f}, solution {:.2f}, losses "
      "{:.2f}, "
      "report {:.2f}\n"
      "Processor      {:.2f} s user, {:.2f} s system; peak memory {:.0f} MB\n",
      rows, fit.scale, fit.ridge, fit.layout, fit.solve, fit.judge, study, used.user, used.system, used.peak_mb);
}

nlohmann::ordered_json times_json(const learn::FitSeconds& fit, double rows, double study) {
  const Usage used = usage();
  return {{"rows", rows},          {"scale", fit.scale},     {"ridge", fit.ridge}, {"layout", fit.layout},
          {"solution", fit.solve}, {"losses", fit.judge},    {"report", study},    {"user", used.user},
          {"system", used.system}, {"peak_mb", used.peak_mb}};
}

}  // namespace hone::cli
