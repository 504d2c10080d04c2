// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
#include "tuner/exchange/probe.hpp"
#include "tuner/learn/json.hpp"
#include "tuner/parallel/stopwatch.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::cli {

namespace {

namespace fs = std::filesystem;

fs::path beside(const fs::path& rows, std::string_view ending) {
  return row_names_beside(rows).replace_extension(ending);
}

// The patterns of an option that may be given several times, each with commas between.
std::vector<std::string> patterns_in(const std::vector<std::string>& texts) {
  std::vector<std::string> patterns;
  for (const std::string& given : texts) {
    for (const std::string_view part : text::split_at_commas(given)) {
      const std::string_view pattern = text::trimmed(part);
      if (!pattern.empty()) patterns.emplace_back(pattern);
    }
  }
  return patterns;
}

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
  return json;
}

std::string presets_help() {
  std::string text = "how the engine evaluates: commands with ';' between them, or a name that says the rest, too:";
  for (const exchange::QuestionPreset& preset : exchange::question_presets()) {
    text += fmt::format(" {} ({});", preset.name, preset.description);
  }
  text.pop_back();
  return text;
}

class ProbeCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  void declare_question(Options& options);
  void declare_steps(Options& options);
  [[nodiscard]] exchange::Question question(const Options& given) const;
  [[nodiscard]] exchange::ProbeEngineSettings engine() const;
  [[nodiscard]] exchange::ProbeOptions probe_options(const Options& given) const;
  void check_outputs() const;

  std::string engine_, directory_, log_folder_;
  std::vector<std::string> set_;
  std::int64_t timeout_ = 10'000;  // ms
  std::vector<std::string> patterns_, excluded_;
  std::string option_file_, start_;
  std::vector<std::string> files_;
  std::string eval_ = "eval", pattern_, prepare_, unit_ = "centipawns";
  exchange::ScoreView view_ = exchange::ScoreView::white;
  exchange::Clearing clearing_ = exchange::Clearing::newgame;
  exchange::StepOptions steps_;
  std::optional<double> rounding_, limit_;  // cp; hours
  double share_off_ = 0.01;
  bool keep_nonlinear_ = false;
  std::string out_;
  int threads_ = all_cores();
  std::uint64_t seed_ = 1;
  learn::SamplingOptions sampling_;
};

CommandText ProbeCommand::text() const {
  return {.name = "probe",
          .summary = "make rows from the options of a UCI engine that nobody touched",
          .description =
              "Changes the options of an engine one by one, asks it to evaluate all positions each time, and writes by "
              "how much each option changes each score: rows that hone tune fits (data/ROWS.md). Beside X.rows it "
              "writes X.names, and X.weights with the values that the options have now. The score of a row under "
              "these is the engine's own evaluation.\n"
              "An option is taken where the evaluation is linear in it, up to the rounding of the engine's numbers. "
              "Options that are linear near their value alone get bounds to stay there: tune, and probe again with "
              "--start; others are named and left out.\n"
              "What was done is kept in X.rows.probe until the end: after an interruption the same command goes on.",
          .examples =
              "hone probe --engine uci:glaurung --eval glaurung --options '*' --set OwnBook=false --positions "
              "games.pgn --out glaurung.rows\n"
              "hone probe --engine 'uci:./mine --quiet' --option-file mine.options --eval eval --pattern 'Score: "
              "(-?[0-9.]+)' --unit pawns --view mover --positions quiet.epd --start tuned.weights --out mine.rows"};
}

void ProbeCommand::declare(Options& options) {
  options.group("What to probe");
  options.text("engine", "uci:CMD", engine_, "the engine: its program and arguments").short_form('e').required();
  options.list("options", "PATTERN", patterns_,
               "options to probe, of those that take whole numbers: names with '*' for any text, commas between; Hash, "
               "Threads and MultiPV only by their full names");
  options.list("exclude", "PATTERN", excluded_, "but none of these");
  options.file("option-file", option_file_,
               "also options that the engine takes but does not list: lines `NAME DEFAULT MIN MAX`");
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
  declare_question(options);
  declare_steps(options);
  sampling_.declare(options);
}

void ProbeCommand::declare_question(Options& options) {
  options.group("How the engine is asked");
  options.text("eval", "NAME|COMMANDS", eval_, presets_help());
  options.text("pattern", "REGEX", pattern_,
               "a regular expression with one group in round brackets, the number; the last line where it is found "
               "counts, in upper or lower case");
  options.text("unit", "U", unit_, "of the number: centipawns, pawns, or how many centipawns it is");
  options.choice<exchange::ScoreView>("view",
                                      {{"white", exchange::ScoreView::white}, {"mover", exchange::ScoreView::mover}},
                                      view_, "for whom the number is good");
  options.choice<exchange::Clearing>("clear",
                                     {{"none", exchange::Clearing::none},
                                      {"newgame", exchange::Clearing::newgame},
                                      {"hash", exchange::Clearing::hash},
                                      {"each", exchange::Clearing::each}},
                                     clearing_,
                                     "how the engine forgets what it kept: ucinewgame after an option was set, the "
                                     "button Clear Hash too, or ucinewgame before each position");
  options.text("prepare", "COMMANDS", prepare_,
               "sent after options were set, for engines that take them when a search begins: 'position startpos;go "
               "depth 1'");
  options.list("set", "OPTION=VALUE", set_, "set another option first; !OPTION one that the engine does not list");
  options.text("dir", "PATH", directory_, "the directory that the engine runs in");
  options.integer("timeout", "MS", timeout_, {1, 86'400'000}, "how long an evaluation may take");
  options.text("log-engines", "DIR", log_folder_, "log what each process is told and says in a file of its own in DIR")
      .changes_no_result();
}

void ProbeCommand::declare_steps(Options& options) {
  options.group("Differences");
  options.integer("step", "N", steps_.largest, {0, 1'000'000'000},
                  "the largest step from the start; 0: to the farther bound, but at most 100 or twice the start value");
  options.integer("steps", "N", steps_.count, {1, 16},
                  "steps to try, each a quarter of the one before; the largest linear one is taken");
  options.real(
      "rounding", "CP", rounding_, {0, 1e6},
      "centipawns that rounding inside the engine may put a score off a line; else 2.5, or 2 of the last digit that it "
      "prints where that is more");
  options.real("share-off", "X", share_off_, {0, 1},
               "of the positions in which an option acts, how many may be further off where it counts as linear");
  options.flag("keep-nonlinear", keep_nonlinear_,
               "keep options that are not linear, with the counts of the smallest "
               "step and its values as bounds");
}

exchange::Question ProbeCommand::question(const Options& given) const {
  const auto presets = exchange::question_presets();
  const bool is_preset =
      std::ranges::any_of(presets, [&](const exchange::QuestionPreset& preset) { return preset.name == eval_; });
  exchange::Question question = is_preset ? exchange::find_preset(eval_) : exchange::Question{.commands = eval_};
  if (given.given("pattern")) question.pattern = pattern_;
  if (given.given("prepare")) question.prepare = prepare_;
  if (given.given("view")) question.view = view_;
  if (given.given("clear")) question.clearing = clearing_;
  if (given.given("unit")) {
    question.unit = unit_ == "centipawns" ? 1 : unit_ == "pawns" ? 100 : text::parse_real(unit_, {1e-6, 1e6});
  }
  question.validate();
  return question;
}

exchange::ProbeEngineSettings ProbeCommand::engine() const {
  constexpr std::string_view kind = "uci:";
  if (!engine_.starts_with(kind)) {
    throw UsageError("--engine: " + expected_found("uci:COMMAND", fmt::format("'{}'", engine_)));
  }
  exchange::ProbeEngineSettings settings;
  settings.timeout = std::chrono::milliseconds(timeout_);
  settings.uci.player = "probe";
  settings.uci.command = text::split_command(std::string_view(engine_).substr(kind.size()));
  if (settings.uci.command.empty()) throw UsageError("--engine: the command is empty");
  settings.uci.directory = directory_;
  settings.uci.log_folder = log_folder_;
  settings.uci.start_limit = std::max(settings.uci.start_limit, settings.timeout);
  for (const std::string& option : set_) {
    const std::size_t equals = option.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw UsageError("--set: " + expected_found("OPTION=VALUE", fmt::format("'{}'", option)));
    }
    require_printable(option, "an option");  // a line end would be another command to the engine
    settings.uci.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return settings;
}

exchange::ProbeOptions ProbeCommand::probe_options(const Options& given) const {
  exchange::ProbeOptions options{.engine = engine(),
                                 .question = question(given),
                                 .choice = {patterns_in(patterns_), patterns_in(excluded_), option_file_},
                                 .start = std::nullopt,
                                 .steps = steps_,
                                 .rounding = rounding_,
                                 .share_off = share_off_,
                                 .keep_nonlinear = keep_nonlinear_,
                                 .limit = std::nullopt,
                                 .files = files_,
                                 .sampling = sampling_,
                                 .threads = threads_};
  if (options.choice.wanted.empty() && option_file_.empty()) {
    throw UsageError("which options? Say --options PATTERN (such as '*') or --option-file F");
  }
  if (!start_.empty()) options.start = read_weights(start_);
  if (limit_) options.limit = *limit_ * 3600;
  options.sampling.seed = seed_;
  return options;
}

void ProbeCommand::check_outputs() const {
  const fs::path weights = beside(out_, ".weights");
  if (!start_.empty() && is_same_file(start_, weights)) {
    throw UsageError(
        fmt::format("--start {} would be overwritten by the weights beside --out: name another --out", start_));
  }
  require_writable(out_);
  require_outside_runs(out_);
  require_writable(row_names_beside(out_));
  require_writable_weights(weights);
}

ExitCode ProbeCommand::run(Session& session) {
  parallel::Stopwatch watch;
  const exchange::ProbeOptions options = probe_options(session.options);
  check_outputs();
  const GameDriver& chess = find_driver("chess");
  const Interrupt interrupt;
  std::optional<Progress> progress;
  exchange::ProbeObserver observer;
  observer.planned = [&](const exchange::ProbeCost& cost) {
    say("{}", report(cost, options.threads));
    progress.emplace(session.console, "evaluations", cost.evaluations, cost.evaluated);
  };
  observer.progress = [&](std::uint64_t evaluated) { progress->update(evaluated); };
  const exchange::ProbeSummary summary = exchange::probe(chess, load_weights(chess, std::string(default_weights)),
                                                         options, out_, interrupt.token(), observer);
  progress.reset();
  for (const std::string& warning : summary.warnings) spdlog::warn("left out: {}", warning);
  session.json.write(to_json(summary));
  if (!summary.is_complete) {
    say("Interrupted. Repeat the command to go on.\n");
    return ExitCode::interrupted;
  }
  say("{}{}", report(summary.sampling), report(summary));
  say("Written        {} ({} rows, {} counts), {} and {} after {}\n", out_, summary.rows, summary.counts,
      row_names_beside(out_).string(), beside(out_, ".weights").string(), duration_text(watch.lap()));
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> probe_command() { return std::make_unique<ProbeCommand>(); }

}  // namespace hone::cli
