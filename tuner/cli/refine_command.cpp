// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "data/atomic_file.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/refine_options.hpp"
#include "tuner/cli/print/refine_text.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/program_words.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/report/refine_page.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::cli {

namespace {

namespace fs = std::filesystem;

class RefineCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  ExitCode show_status(const Session& session);
  void prepare(const Options& options);
  refine::RefineResult play(const Session& session, const std::stop_token& stop);
  [[nodiscard]] std::string result_files() const;
  ExitCode conclude(const refine::RefineResult& result, const Session& session) const;
  ExitCode stopped_by_system(const Error& error) const;
  [[nodiscard]] std::string command_to_go_on() const;

  std::string out_, resume_, status_;
  bool repair_ = false;
  RefineSettings settings_;
  StrictOption strict_;
  fs::path folder_;
};

CommandText RefineCommand::text() const {
  return {
      .name = "refine",
      .summary = "improve numbers by playing: of the search, weights, options",
      .description =
          "Regression sees what the evaluation predicts; it sees nothing of the numbers of the search, and little of "
          "the "
          "last Elo of weights. These are found by playing: each pair of games is of two players whose numbers are all "
          "a step to one side and to the other of the best estimate, the signs drawn at random. Steps are chosen so "
          "that "
          "each costs about the same: of weights by the posterior of a fit, of other numbers by how often they change "
          "the chosen move, which takes a minute and no game. All pairs together are one regression, which says how "
          "far each number should move, how sure that is, and what it is worth; there are no gains to choose.\n"
          "At the end the result plays the start, on openings that were not used, until an SPRT decides. DIR keeps the "
          "options, the points of every pair, best.options (lines for setoption; none where weights alone are "
          "refined), best.weights and a page, report.html, which is written again while the games are played.\n"
          "With limits in depth or nodes everything is the same for any number of threads and after any interruption. "
          "Exit codes: 0 the last match accepts (with --sprt off: its interval lies above 0), or --final-games 0 asked "
          "for none; 1 it does not, or nothing was changed; 2 wrong usage or a damaged file; 3 "
          "interrupted, --resume goes on. With --status: 0 done, 3 not.",
      .examples =
          "hone refine --game chess --out sharper --parameters 'search.*' --games 40000 --nodes 1000\n"
          "hone refine --weights best.weights --posterior best.posterior --parameters 'mobility.*' --out sharper\n"
          "hone refine --engine uci:myengine --options '*Margin' --nodes 5000 --out sharper\n"
          "hone refine --engine uci:myengine --spsa tune.txt --nodes 5000 --out sharper\n"
          "hone refine --resume sharper\n"
          "hone refine --status sharper"};
}

void RefineCommand::declare(Options& options) {
  Options of_the_work;
  RefineSettings().declare(of_the_work);
  options.group("Where");
  options.text("out", "DIR", out_, "the folder to make for the refinement").short_form('o').changes_no_result();
  options
      .text("resume", "DIR", resume_,
            fmt::format("go on with the refinement in this folder; of its options only {} may be given anew",
                        names_of_changeable(of_the_work)))
      .free_on_resume();
  options.flag("repair", repair_, "with --resume: set damaged files of the last match aside and play it again")
      .free_on_resume();
  options.text("status", "DIR", status_, "tell how the refinement in this folder stands, and end").changes_no_result();
  settings_.declare(options);
  strict_.declare(options);
}

std::string RefineCommand::command_to_go_on() const {
  return fmt::format("{} refine --resume {}", program_name(), text::shell_word(folder_.string()));
}

ExitCode RefineCommand::show_status(const Session& session) {
  const refine::RefineStatus status = standing_refinement(run::folder_of_run(status_), strict_.warning()).status;
  say("{}", report(status));
  session.json.write(refine::to_json(status));
  return status.is_done ? ExitCode::done : ExitCode::interrupted;
}

void RefineCommand::prepare(const Options& options) {
  if (resume_.empty() == out_.empty()) throw UsageError("give either --out DIR or --resume DIR");
  if (repair_ && resume_.empty()) throw UsageError("--repair goes with --resume DIR");
  folder_ = run::folder_of_run(resume_.empty() ? out_ : resume_);
  if (!resume_.empty()) return settings_.resume(folder_, options);
  settings_.settle(options);
  if (run::RunDirectory::holds_run(folder_)) {
    throw Error(refine::may_hold_refinement(folder_)
                    ? fmt::format("{}: holds a refinement; to go on: {}", out_, command_to_go_on())
                    : fmt::format("{}: holds a run", out_));
  }
}

refine::RefineResult RefineCommand::play(const Session& session, const std::stop_token& stop) {
  const GameDriver& game = settings_.game();
  const auto subject = settings_.subject(game, strict_.warning());
  refine::RefineOptions options = settings_.options(game);
  options.repair = repair_;
  const refine::RefineSources sources = settings_.sources(*subject);
  if (resume_.empty()) {
    const run::RunDirectory made(folder_);
    settings_.keep_files(folder_);
  }
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds between_pages(20);
  Clock::time_point next_page = Clock::now();
  std::optional<Progress> progress;
  refine::RefineObserver observer;
  observer.sensitivity = [&](std::size_t done, std::size_t all) {
    if (!progress) progress.emplace(session.console, "parameters looked at", all);
    progress->update(done);
  };
  refine::RefineStatus last;
  observer.begun = [&](const refine::RefineStatus& status) {
    last = status;
    for (const std::string& name : status.idle) spdlog::info("{} changes no move in any position: left out", name);
    progress.emplace(session.console, "games", 2 * options.pairs(), 2 * status.pairs);
  };
  observer.pair = [&](std::uint64_t pairs) {
    progress->update(2 * pairs, [&] { return ProgressNote{short_report(last), {}}; });
  };
  observer.batch = [&](const refine::RefineStatus& status, const std::vector<refine::PathPoint>& path) {
    last = status;
    if (!status.is_done && Clock::now() < next_page) return;
    try {  // no game depends on the page
      write_file_atomically(run::RunPaths(folder_).report(),
                            report::refine_page(folder_, std::string(game.name()), status, path));
    } catch (const Error& error) {
      if (status.is_done && error.kind() == Error::Kind::system) throw;  // it is written when there is room again
      spdlog::warn("the page was not written: {}", error.what());
    }
    next_page = Clock::now() + between_pages;
  };
  observer.proof.begin = [&] { spdlog::info("the result plays the start"); };
  observer.proof.incident = [](const std::string& text) { spdlog::warn("{}", text); };
  std::optional<Progress> proof;
  observer.proof.progress = [&](const match::TournamentResult& result) {
    progress.reset();
    if (!proof)
      proof.emplace(session.console, "games of the last match", options.final_games, result.tally().games - 1);
    proof->update(result.tally().games, [&] { return ProgressNote{short_report(result), {}}; });
  };
  return refine::refine(game, *subject, sources, options, folder_, stop, observer);
}

// Which there are depends on what was refined.
std::string RefineCommand::result_files() const {
  std::string files;
  for (const char* ending : {".options", ".weights"}) {
    const fs::path file = refine::best_base(folder_) += ending;
    if (fs::exists(file)) files += files.empty() ? file.string() : fmt::format(", {}", ending);
  }
  return files;
}

ExitCode RefineCommand::conclude(const refine::RefineResult& result, const Session& session) const {
  say("{}", report(result.status));
  session.json.write(refine::to_json(result.status));
  if (!result.is_complete) {
    say("Interrupted; everything so far is kept. To go on:\n  {}\n", command_to_go_on());
    return ExitCode::interrupted;
  }
  if (result.proof) say("\nThe result against the start\n{}", report(*result.proof));
  say("\nResult         {}\nPage           {}\n", result_files(), run::RunPaths(folder_).report().string());
  const bool changed = std::ranges::any_of(result.status.parameters,
                                           [](const auto& each) { return each.played != each.parameter.start; });
  if (!changed) say("Nothing was changed: no number is shown to be better elsewhere.\n");
  if (!changed) return ExitCode::no;
  const auto& proven = result.status.proof;
  if (!proven) return ExitCode::done;
  const bool is_better = proven->sprt ? proven->sprt->verdict == stats::SprtVerdict::accepted : proven->elo().low > 0;
  return is_better ? ExitCode::done : ExitCode::no;
}

// What the system refused it may grant later.
ExitCode RefineCommand::stopped_by_system(const Error& error) const {
  complain(error.what());
  if (run::RunDirectory::holds_run(folder_)) {
    say("Stopped by the system; everything finished is kept. When that is mended:\n  {}\n", command_to_go_on());
  } else {
    say("Stopped by the system before the refinement was begun. When that is mended,\ngive the same command again.\n");
  }
  return ExitCode::interrupted;
}

ExitCode RefineCommand::run(Session& session) {
  if (!status_.empty()) return show_status(session);
  const Interrupt interrupt;
  std::signal(SIGPIPE, SIG_IGN);  // nor does a refinement end because nobody reads what it prints
  try {
    prepare(session.options);
    return conclude(play(session, interrupt.token()), session);
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::system || folder_.empty()) throw;
    return stopped_by_system(error);
  }
}

}  // namespace

std::unique_ptr<Command> refine_command() { return std::make_unique<RefineCommand>(); }

}  // namespace hone::cli
