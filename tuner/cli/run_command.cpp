// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/build.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/run_options.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/print/run_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/match/json.hpp"
#include "tuner/refine/refine.hpp"
#include "tuner/report/reported_run.hpp"
#include "tuner/report/verdict.hpp"
#include "tuner/run/command_lines.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/foreign_engine.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/record.hpp"
#include "tuner/run/status.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::cli {

namespace {

class RunCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  ExitCode show_status(const Session& session) const;
  void prepare(const Options& options);
  [[nodiscard]] const GameDriver& game() const;
  run::RunSummary play(const Session& session, const std::stop_token& stop);
  [[nodiscard]] std::string start() const;
  run::RunSummary play_weights(const GameDriver& game, const run::RunOptions& options, run::RunObserver& observer,
                               const std::stop_token& stop) const;
  run::RunSummary play_engine(const GameDriver& game, const run::RunOptions& options, run::RunObserver& observer,
                              const std::stop_token& stop) const;
  void print(const run::RunSummary& summary, const Options& options) const;
  ExitCode stopped_by_system(const Error& error, const Options& options) const;
  ExitCode refused(const run::DamagedRun& damage, const Options& options) const;
  [[nodiscard]] std::string command_to_go_on(const Options& options) const;

  std::string out_;
  std::string resume_;
  std::string status_;
  bool repair_ = false;
  RunSettings settings_;
  units::LaunchOptions launch_;
  StrictOption strict_;
  std::filesystem::path folder_;
};

// Another run has all options of this one.
std::string next_text(const std::filesystem::path& folder, const exchange::ProbeSettings& engine) {
  const run::RunPaths paths(folder);
  const std::string best = text::shell_word(paths.best_weights().string());
  std::string use;
  if (engine.engine.empty()) {
    use = fmt::format("  {1} uci --weights {0}\n  {1} export --weights {0} --format cpp --out weights.hpp\n", best,
                      program_name());
  } else {
    const std::string layout = engine.reads_file() ? engine.layout_of_file() : "setoption";
    const bool is_template = std::filesystem::exists(layout);
    use = fmt::format("  {} export --weights {} --{} {}\n", program_name(), best, is_template ? "template" : "format",
                      text::shell_word(layout));
  }
  return fmt::format("\nWhat next:\n{}  {}\n", use, run::next_run_command(folder, paths.best_weights(), "", "-next"));
}

// Where nothing was found that is better, more games a generation tell smaller differences.
std::string next_text_without_promotion(const std::filesystem::path& folder) {
  const run::RunPaths paths(folder);
  const run::RunHistory history(run::entries_of(run::read_journal(paths.journal())));
  const std::uint64_t games = run::options_of(paths.journal(), history).self_play.games;
  return fmt::format(
      "\nWhat next: learn from more games a generation\n  {}\n",
      run::next_run_command(folder, paths.start_weights(), fmt::format(" --games {}", 4 * games), "-next"));
}

std::string verdict_on(const std::filesystem::path& folder) {
  return report::verdict(report::read_story(folder)).sentence;
}

nlohmann::ordered_json json_of(const run::RunSummary& summary, const std::filesystem::path& folder) {
  nlohmann::ordered_json json = {{"complete", summary.complete},
                                 {"end", run::to_string(summary.end)},
                                 {"generations", summary.generations},
                                 {"promotions", summary.promotions},
                                 {"best_generation", summary.best_generation},
                                 {"best_weights", summary.best_weights.string()}};
  if (summary.generations > 0) json["verdict"] = verdict_on(folder);
  if (summary.final_match) json["final_match"] = match::to_json(*summary.final_match);
  return json;
}

CommandText RunCommand::text() const {
  return {
      .name = "run",
      .summary = "the overnight loop: play, fit, test, promote, repeat",
      .description =
          "Each generation plays games with the best weights so far, fits new weights to the results, and "
          "tests the new weights in a match against the best. Only weights that pass become the best. With a "
          "pool of opponents that never learn (--pool, --pool-player) they play these as well, and weights that "
          "have surely lost strength there do not become the best. At the end the best weights play the starting "
          "weights, on openings from which nothing was learnt.\n"
          "Everything is kept in one folder. A run that was interrupted, in whatever way, goes on with "
          "--resume to the same result, byte for byte as long as limits are depth or nodes. The first Ctrl-C "
          "stops it within a second or two; a second one stops it at once, with exit code 130.\n"
          "Exit codes: 0 done; 2 wrong usage, or a file of the run is damaged (it is named, and nothing is "
          "learnt from it); 3 interrupted, or stopped by the system, for example by a full disk: --resume goes "
          "on. With --status: 0 running or done, 3 interrupted.",
      .examples =
          "hone run --game chess --out first-run --generations 2\n"
          "hone run --game chess --start first-run/best.weights --out night --hours 8\n"
          "hone run --game chess --out watched --pool-player start=start --pool-player sf=uci:stockfish --pool-limits "
          "sf:nodes=500\n"
          "hone run --resume night\n"
          "hone run --status night\n"
          "hone run --game chess --out farm --launch ssh --hosts pc2,pc3/16,local/8\n"
          "hone run --game chess --out farm --launch slurm"};
}

void RunCommand::declare(Options& options) {
  Options of_the_run;
  settings_.declare(of_the_run);
  units::LaunchOptions().declare(of_the_run);
  options.group("Where");
  options.text("out", "DIR", out_, "the folder to make for the run").short_form('o').changes_no_result();
  options
      .text("resume", "DIR", resume_,
            fmt::format("go on with the run in this folder; of its options only {} may be given anew, which then hold "
                        "for this session",
                        names_of_changeable(of_the_run)))
      .free_on_resume();
  options
      .flag("repair", repair_,
            "with --resume: set damaged files aside and make them again, playing the same games again")
      .free_on_resume();
  options.text("status", "DIR", status_, "tell how the run in this folder stands, even while it runs, and end")
      .changes_no_result();
  settings_.declare(options);
  launch_.declare(options);
  strict_.declare(options);
}

ExitCode RunCommand::show_status(const Session& session) const {
  const run::RunStatus status = run::status_of_run(status_);
  say("{}", report(status, status_));
  nlohmann::ordered_json json = run::to_json(status);
  if (!status.table.empty()) {
    const std::string verdict = verdict_on(status_);
    say("\n{}", labelled("Verdict", verdict));
    json["verdict"] = verdict;
  }
  session.json.write(json);
  return status.holder || status.done ? ExitCode::done : ExitCode::interrupted;
}

// The settings are then those of the run.
void RunCommand::prepare(const Options& options) {
  if (repair_ && resume_.empty()) throw UsageError("--repair goes with --resume DIR");
  if (resume_.empty() == out_.empty()) throw UsageError("give either --out DIR or --resume DIR");
  folder_ = run::folder_of_run(resume_.empty() ? out_ : resume_);
  if (!resume_.empty()) return settings_.resume(folder_, options, repair_);
  settings_.settle_engine(options);
  // Slurm gives a job that was requeued its first command again.
  const bool may_go_on = launch_.launch == units::Launch::slurm;
  if (run::RunDirectory::holds_run(folder_) && !may_go_on) {
    throw Error(refine::holds_refinement(folder_)
                    ? fmt::format("{}: holds a refinement", out_)
                    : fmt::format("{}: holds a run; to go on: {}", out_, run::resume_command(folder_)));
  }
}

// The game of a run that is resumed stands in its folder, so a fault there is the file's.
const GameDriver& RunCommand::game() const {
  try {
    return settings_.game();
  } catch (const UsageError& fault) {
    if (resume_.empty()) throw;
    throw Error(run::RunPaths(folder_).config().string(), 0, fault.what());
  }
}

std::string RunCommand::start() const {
  return resume_.empty() ? settings_.start() : run::RunPaths(folder_).start_weights().string();
}

run::RunSummary RunCommand::play_weights(const GameDriver& game, const run::RunOptions& options,
                                         run::RunObserver& observer, const std::stop_token& stop) const {
  return run::run(game, load_weights(game, start(), strict_.warning()), options, folder_, observer, stop);
}

// An engine of somebody else begins with its own values, unless a file says others.
run::RunSummary RunCommand::play_engine(const GameDriver& game, const run::RunOptions& options,
                                        run::RunObserver& observer, const std::stop_token& stop) const {
  std::optional<Weights> values;
  if (!is_weights_name(start())) values = read_weights(start());
  const run::ForeignEngine engine(game, settings_.engine(), values);
  return run::run(engine, engine.start(), options, folder_, observer, stop);
}

run::RunSummary RunCommand::play(const Session& session, const std::stop_token& stop) {
  const GameDriver& game = this->game();
  const bool is_new = resume_.empty();
  run::RunOptions options =
      settings_.run_options(game, is_new ? std::nullopt : std::optional(folder_), strict_.warning());
  options.repair = repair_;
  options.launch = launch_;
  options.weights_warning = strict_.warning();
  RunPrinter printer(session.console);
  const run::RunSummary summary =
      settings_.is_foreign() ? play_engine(game, options, printer, stop) : play_weights(game, options, printer, stop);
  printer.finish();
  return summary;
}

// Repeats the budgets of this session, unless the run keeps them because it was begun with them.
std::string RunCommand::command_to_go_on(const Options& options) const {
  const std::string command = run::resume_command(folder_);
  return resume_.empty() ? command : command + settings_.words_on_end(options);
}

void RunCommand::print(const run::RunSummary& summary, const Options& options) const {
  if (!summary.complete) {
    say("Interrupted; everything so far is kept. To go on:\n  {}\n", command_to_go_on(options));
    return;
  }
  const std::string best = summary.best_weights.string();
  say("Ended          {}\n", run::describe(summary.end));
  say("Best weights   {} ({} of {} generations promoted)\n", best, summary.promotions, summary.generations);
  if (!summary.page.empty()) say("Page           {}\n", summary.page.string());
  if (summary.final_match) say("{}", report(*summary.final_match));
  if (summary.generations > 0) say("{}", labelled("Verdict", verdict_on(folder_)));
  say("{}", summary.promotions > 0 ? next_text(folder_, settings_.engine()) : next_text_without_promotion(folder_));
}

// What the system refused it may grant later. Everything that was finished is on disk, so the run can be resumed.
ExitCode RunCommand::stopped_by_system(const Error& error, const Options& options) const {
  complain(error.what());
  if (run::RunDirectory::holds_run(folder_)) {
    say("Stopped by the system; everything finished is kept. When that is mended:\n  {}\n", command_to_go_on(options));
  } else {
    say("Stopped by the system before the run was begun. When that is mended,\ngive the same command again.\n");
  }
  return ExitCode::interrupted;
}

// The command of another run with the options of this one, from its best weights or else its first ones. Nothing where
// what it would read is damaged.
std::optional<std::string> command_of_another_run(const std::filesystem::path& folder) {
  const run::RunPaths paths(folder);
  const std::vector<run::Damage> found =
      run::find_damage(paths, run::RunHistory(run::entries_of(run::read_journal(paths.journal()))));
  const auto is_whole = [&](const std::filesystem::path& file) {
    return std::ranges::none_of(found,
                                [&](const run::Damage& damage) { return folder / damage.sealed.file.name == file; });
  };
  for (const std::filesystem::path& start : {paths.best_weights(), paths.start_weights()}) {
    if (is_whole(paths.config()) && is_whole(start)) return run::next_run_command(folder, start, "", "-next");
  }
  return std::nullopt;
}

ExitCode RunCommand::refused(const run::DamagedRun& damage, const Options& options) const {
  complain(damage.what());
  if (damage.can_be_repaired()) {
    hint(repair_hint(command_to_go_on(options)));
  } else {
    const std::optional<std::string> another = command_of_another_run(folder_);
    hint(fmt::format("It cannot be made again from the rest. Put the file back as it was, or begin another run{}\n",
                     another ? ":\n  " + *another : "."));
  }
  return ExitCode::usage;
}

ExitCode RunCommand::run(Session& session) {
  if (!status_.empty()) return show_status(session);
  const Interrupt interrupt;
  std::signal(SIGPIPE, SIG_IGN);  // a run does not end because nobody reads what it prints
  try {
    prepare(session.options);
    const run::RunSummary summary = play(session, interrupt.token());
    print(summary, session.options);
    session.json.write(json_of(summary, folder_));
    return summary.complete ? ExitCode::done : ExitCode::interrupted;
  } catch (const run::DamagedRun& damage) {
    return refused(damage, session.options);
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::system || folder_.empty()) throw;
    return stopped_by_system(error, session.options);
  }
}

}  // namespace

std::unique_ptr<Command> run_command() { return std::make_unique<RunCommand>(); }

}  // namespace hone::cli
