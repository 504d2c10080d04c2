// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/row_names.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/probe_text.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/exchange/probe/probe_rounds.hpp"
#include "tuner/exchange/probe/probe_settings.hpp"
#include "tuner/learn/fit/usual_fit.hpp"
#include "tuner/learn/json.hpp"
#include "tuner/parallel/stopwatch.hpp"

namespace hone::cli {

namespace {

namespace fs = std::filesystem;

std::string_view word_of(exchange::Linearity linearity) {
  switch (linearity) {
    case exchange::Linearity::idle:
      return "idle";
    case exchange::Linearity::linear:
      return "linear";
    case exchange::Linearity::near:
      return "near";
    case exchange::Linearity::bent:
      return "bent";
  }
  return "";
}

nlohmann::ordered_json to_json(const exchange::ProbedTerm& term) {
  return {{"option", printable(term.option.name)},
          {"group", term.group},
          {"start", term.option.start},
          {"low", term.option.low},
          {"high", term.option.high},
          {"linearity", word_of(term.slopes.linearity)},
          {"acting", term.slopes.acting},
          {"off", term.slopes.off},
          {"worst", term.slopes.worst},
          {"step", {term.slopes.step.low, term.slopes.step.high}},
          {"off_on_step", term.slopes.still_off}};
}

nlohmann::ordered_json to_json(const exchange::ProbeSummary& summary) {
  nlohmann::ordered_json json{{"complete", summary.is_complete},
                              {"engine", printable(summary.engine)},
                              {"positions", summary.cost.positions},
                              {"evaluations", summary.cost.evaluations},
                              {"seconds_per_evaluation", summary.cost.seconds_each},
                              {"rows", summary.rows},
                              {"counts", summary.counts},
                              {"unanswered", summary.unanswered},
                              {"rounding", summary.rounding},
                              {"options", nlohmann::ordered_json::array()},
                              {"sampling", learn::to_json(summary.sampling)}};
  for (const exchange::ProbedTerm& term : summary.terms) json["options"].push_back(to_json(term));
  if (const auto& check = summary.printed) {
    json["printed"] = {{"compared", check->compared}, {"off", check->off}, {"worst", check->worst}};
  }
  return json;
}

class ProbeCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  [[nodiscard]] exchange::ProbeOptions probe_options() const;
  [[nodiscard]] exchange::RoundsOptions rounds_options() const;
  void check_outputs() const;
  void check_rounds(const Options& options) const;
  ExitCode run_once(Session& session, const exchange::ProbeObserver& observer, const std::stop_token& stop,
                    std::optional<Progress>& progress) const;
  ExitCode run_rounds(Session& session, const exchange::ProbeObserver& observer, const std::stop_token& stop,
                      std::optional<Progress>& progress) const;

  exchange::ProbeSettings settings_;
  std::optional<double> limit_;  // hours
  std::string start_;
  std::vector<std::string> files_;
  std::string out_;
  int threads_ = all_cores();
  std::uint64_t seed_ = 1;
  learn::SamplingOptions sampling_;
  int rounds_ = 1;
  learn::FitOptions fit_ = learn::usual_fit();
};

CommandText ProbeCommand::text() const {
  return {.name = "probe",
          .summary = "make rows from the options of an unmodified UCI engine",
          .description =
              "Changes the options of an engine one by one, asks it to evaluate all positions each time, and writes by "
              "how much each option changes each score: rows that hone tune fits (data/ROWS.md). Beside X.rows it "
              "writes X.names, and X.weights with the values that the options have now. The score of a row under "
              "these is the engine's own evaluation.\n"
              "An option is taken where the evaluation is linear in it, up to the rounding of the engine's numbers. "
              "Options that are linear near their value alone get bounds to stay there; others are named and left "
              "out. --rounds N tunes them: it probes, fits, and probes again around the fitted values until they stand "
              "still, with --keep-nonlinear of all options.\n"
              "What was done is kept in X.rows.probe until the end: after an interruption the same command goes on.",
          .examples =
              "hone probe --engine uci:glaurung --eval glaurung --options '*' --set OwnBook=false --positions "
              "games.pgn --out glaurung.rows\n"
              "hone probe --engine 'uci:./mine --quiet' --option-file mine.options --eval eval --pattern 'Score: "
              "(-?[0-9.]+)' --unit pawns --view mover --positions quiet.epd --start tuned.weights --out mine.rows"};
}

void ProbeCommand::declare(Options& options) {
  options.group("What to probe");
  settings_.declare_engine(options);
  options.find("engine")->short_form('e').required();
  options.file("start", start_,
               "a weights file of an earlier probe or of a fit to its rows: probe around these values instead of the "
               "defaults");
  options.list("positions", "F", files_, "games, or positions with results, as hone tune reads them")
      .required()
      .positional();
  options.text("out", "F", out_, "the rows to write: X.rows or X.rowtext").short_form('o').required();
  options.integer("threads", "T", threads_, {1, 1024}, "engine processes; changes no result").short_form('t');
  options.integer("seed", "S", seed_, {0}, "of the choice of positions").short_form('s');
  options.real("limit", "HOURS", limit_, {0, 1e6}, "refuse to begin what takes longer by the forecast");
  settings_.declare_question(options);
  settings_.declare_steps(options);
  sampling_.declare(options);
  options.group("Fits between probes");
  options.integer("rounds", "N", rounds_, {1, 1'000},
                  "probe, fit as hone tune does, and probe again around what was fitted, N times at most or until no "
                  "value moves; the fitted values go to X.tuned.weights. With 1 nothing is fitted");
  fit_.declare(options);
}

exchange::RoundsOptions ProbeCommand::rounds_options() const {
  exchange::ProbeSettings settings = settings_;
  settings.timeout = exchange::ProbeSettings().timeout;  // these change no result
  settings.log_folder.clear();
  learn::SamplingOptions sampling = sampling_;
  exchange::RoundsOptions rounds{.most = rounds_, .fit = fit_, .settings = {}};
  rounds.fit.threads = threads_;
  rounds.fit.seed = seed_;
  rounds.fit.folder = temporary_folder(out_);
  Options all;
  settings.declare_engine(all);
  settings.declare_question(all);
  settings.declare_steps(all);
  sampling.declare(all);
  rounds.fit.declare(all);
  rounds.settings = fmt::format("{}seed {}\n", all.as_config(), seed_);
  std::vector<std::string> read = files_;
  for (const std::string& file : {start_, settings_.option_file}) {
    if (!file.empty()) read.push_back(file);
  }
  if (settings_.reads_file() && fs::is_regular_file(settings_.layout_of_file())) {
    read.push_back(settings_.layout_of_file());
  }
  for (const std::string& file : read) rounds.settings += fmt::format("{} {:016x}\n", file, checksum_of_file(file));
  return rounds;
}

void ProbeCommand::check_rounds(const Options& options) const {
  if (rounds_ > 1) {
    learn::FitOptions fit = fit_;
    fit.targets.target = fit.targets.target.settled(true);  // or as the files have it
    fit.validate();
    for (const fs::path& file : {exchange::tuned_weights(out_), exchange::first_weights(out_)}) {
      if (!start_.empty() && is_same_file(start_, file)) {
        throw UsageError(fmt::format("--start {} would be overwritten by the rounds: name another --out", start_));
      }
      require_writable_weights(file);
    }
    return;
  }
  learn::FitOptions any;
  Options of_fit;
  any.declare(of_fit);
  for (const Option& option : of_fit.all()) {
    if (options.given(option.name)) throw UsageError(fmt::format("--{} goes with --rounds N", option.name));
  }
}

namespace {

// A probe gives whole numbers to the engine: rounded, weights in pawns would be others.
void warn_of_rounding(const Weights& weights, const std::string& file) {
  std::size_t rounded = 0, worst = 0;
  const auto share = [&](std::size_t i) {
    return std::abs(weights.values[i] - std::round(weights.values[i])) / std::max(std::abs(weights.values[i]), 1e-9);
  };
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    if (weights.values[i] == std::round(weights.values[i])) continue;
    if (++rounded == 1 || share(i) > share(worst)) worst = i;
  }
  if (rounded == 0) return;
  const Schema& schema = weights.schema;
  spdlog::warn(
      "{}: {} weights are no whole numbers and are rounded for the engine, such as {} from {} to {}; hone import "
      "--scale 100 and a template that divides keep more of them",
      file, rounded, schema.term_name(static_cast<int>(worst) / schema.phase_count()), weights.values[worst],
      std::round(weights.values[worst]));
}

}  // namespace

exchange::ProbeOptions ProbeCommand::probe_options() const {
  exchange::ProbeOptions options = settings_.probe_options();
  options.files = files_;
  options.sampling = sampling_;
  options.sampling.seed = seed_;
  options.threads = threads_;
  if (!start_.empty()) options.start = read_weights(start_);
  if (options.start && options.engine.files != nullptr) warn_of_rounding(*options.start, start_);
  if (limit_) options.limit = *limit_ * 3600;
  return options;
}

void ProbeCommand::check_outputs() const {
  const fs::path weights = exchange::probed_weights(out_);
  if (!start_.empty() && is_same_file(start_, weights)) {
    throw UsageError(
        fmt::format("--start {} would be overwritten by the weights beside --out: name another --out", start_));
  }
  require_writable(out_);
  require_outside_runs(out_);
  require_writable(row_names_beside(out_));
  require_writable_weights(weights);
}

ExitCode ProbeCommand::run_once(Session& session, const exchange::ProbeObserver& observer, const std::stop_token& stop,
                                std::optional<Progress>& progress) const {
  parallel::Stopwatch watch;
  const GameDriver& chess = find_driver("chess");
  const exchange::ProbeSummary summary =
      exchange::probe(chess, load_weights(chess, std::string(default_weights)), probe_options(), out_, stop, observer);
  progress.reset();
  for (const std::string& warning : summary.warnings) spdlog::warn("left out: {}", warning);
  session.json.write(to_json(summary));
  if (!summary.is_complete) {
    say("Interrupted. Repeat the command to go on.\n");
    return ExitCode::interrupted;
  }
  say("{}{}", report(summary.sampling), report(summary));
  say("Written        {} ({} rows, {} counts), {} and {} after {}\n", out_, summary.rows, summary.counts,
      row_names_beside(out_).string(), exchange::probed_weights(out_).string(), duration_text(watch.lap()));
  return ExitCode::done;
}

ExitCode ProbeCommand::run_rounds(Session& session, const exchange::ProbeObserver& observer,
                                  const std::stop_token& stop, std::optional<Progress>& progress) const {
  const GameDriver& chess = find_driver("chess");
  nlohmann::ordered_json json{{"complete", false}, {"rounds", nlohmann::ordered_json::array()}};
  const auto finished = [&](const exchange::ProbeRound& round) {
    progress.reset();
    for (const std::string& warning : round.probe.warnings) spdlog::warn("left out: {}", warning);
    if (round.number == 1 && round.probe.is_complete) {
      say("{}{}", report(round.probe.sampling), report(round.probe));
    }
    say("{}", report(round));
    json["rounds"].push_back({{"round", round.number},
                              {"moved", round.moved},
                              {"farthest", round.farthest},
                              {"probe", to_json(round.probe)},
                              {"fit", learn::to_json(round.fit)}});
  };
  const int last = exchange::probe_in_rounds(chess, load_weights(chess, std::string(default_weights)), probe_options(),
                                             rounds_options(), out_, stop, observer, finished);
  progress.reset();
  json["complete"] = last > 0;
  session.json.write(json);
  if (last == 0) {
    say("Interrupted. Repeat the command to go on.\n");
    return ExitCode::interrupted;
  }
  say("Written        {} after {} rounds; {} and what lies beside it are of the last probe\n",
      exchange::tuned_weights(out_).string(), last, out_);
  return ExitCode::done;
}

ExitCode ProbeCommand::run(Session& session) {
  check_rounds(session.options);
  check_outputs();
  const Interrupt interrupt;
  std::optional<Progress> progress;
  exchange::ProbeObserver observer;
  observer.planned = [&](const exchange::ProbeCost& cost) {
    say("{}", report(cost, threads_));
    progress.emplace(session.console, "evaluations", cost.evaluations, cost.evaluated);
  };
  observer.progress = [&](std::uint64_t evaluated) { progress->update(evaluated); };
  if (rounds_ > 1) return run_rounds(session, observer, interrupt.token(), progress);
  return run_once(session, observer, interrupt.token(), progress);
}

}  // namespace

std::unique_ptr<Command> probe_command() { return std::make_unique<ProbeCommand>(); }

}  // namespace hone::cli
