// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>
#include <string>

#include "data/atomic_file.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/openings_options.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/search_suite.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/parallel/stopwatch.hpp"
#include "tuner/play/opening_suite.hpp"

namespace hone::cli {

namespace {

class OpeningsCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override { settings_.declare(options); }
  ExitCode run(Session& session) override;

 private:
  play::Suite make(const GameDriver& game, const SuiteJob& job, const Session& session) const;
  ExitCode conclude(const SuiteResult& result) const;

  OpeningsSettings settings_;
};

CommandText OpeningsCommand::text() const {
  return {.name = "openings",
          .summary = "make a balanced suite of openings, or balance an existing one",
          .description =
              "Candidates are random plies, plies explored by small searches, or the openings of a file. A "
              "position is kept if its game is not over, if it belongs to the half of all positions that --use "
              "asks for, and if a search scores it within --bound. Each position is kept once: transpositions are "
              "the same position, and move counters do not count.\n"
              "Every position belongs to one half, by a bit of its hash. hone's self-play begins with training "
              "positions only, so that no game of a judging suite begins where a training game began, whatever the "
              "seeds.\n"
              "Chess is written as EPD with the operations hmvc, fmvn, ce (the score), acd and acn (depth and "
              "nodes of the search); the comment c0 of the first line says what made the suite. Other games are "
              "written as one position text a line with the same operations, below a line that begins with '#'. "
              "hone match --openings takes both, and match runners take the EPD. The same bytes come out for any "
              "number of threads, and the file appears when it is complete.\n"
              "Exit code 1: fewer openings than --count were found; those that were found are written.",
          .examples =
              "hone openings --game chess --count 1000 --out suite.epd\n"
              "hone openings --weights best.weights --from explored --plies 8-12 --bound 30 --out suite.epd\n"
              "hone openings --weights best.weights --plies 6-8 --bound 80-120 --nodes 50000 --out unbalanced.epd\n"
              "hone openings --game chess --from 8moves_v3.pgn --order random --use any --count 500 --out "
              "clean.epd\n"
              "hone openings --game chess --exclude suite.epd --seed 2 --out second.epd\n"
              "hone openings --game othello --count 500 --out othello.txt"};
}

play::Suite OpeningsCommand::make(const GameDriver& game, const SuiteJob& job, const Session& session) const {
  const Interrupt interrupt;
  const bool is_list = job.source.size != play::OpeningSource::endless;
  Progress progress(session.console, is_list ? "candidates" : "openings",
                    is_list ? job.source.size : job.options.count);
  const auto show = [&](const play::SuiteTally& tally) {
    const auto note = [&] {
      return ProgressNote{is_list ? fmt::format("{} kept", tally.kept()) : fmt::format("{} tried", tally.tried()), {}};
    };
    progress.update(is_list ? tally.tried() : tally.kept(), note);
  };
  return play::make_suite(game, job.weights, job.source, job.excluded, job.options, interrupt.token(), show);
}

ExitCode OpeningsCommand::conclude(const SuiteResult& result) const {
  say("{}", report(result));
  const std::uint64_t kept = result.suite.tally.kept();
  if (result.suite.end == play::SuiteEnd::stopped) {
    say("Interrupted; nothing was written.\n");
    return ExitCode::stopped;
  }
  if (kept == 0) {
    say("Nothing was written: none of the candidates will do.\n");
    return ExitCode::no;
  }
  if (settings_.count() && kept < *settings_.count()) {
    spdlog::warn("{} of {} openings were found", kept, *settings_.count());
    return ExitCode::no;
  }
  return ExitCode::done;
}

ExitCode OpeningsCommand::run(Session& session) {
  settings_.check(session.options);
  const GameDriver& game = settings_.game();
  require_writable(settings_.out());
  const SuiteJob job = settings_.job(game);
  parallel::Stopwatch watch;
  SuiteResult result{make(game, job, session), job.about, settings_.out(), 0};
  result.seconds = watch.lap();
  if (result.suite.end != play::SuiteEnd::stopped && !result.suite.openings.empty()) {
    write_file_atomically(settings_.out(), play::suite_text(game, result.suite, job.about));
  }
  session.json.write(to_json(result, job.options));
  return conclude(result);
}

}  // namespace

std::unique_ptr<Command> openings_command() { return std::make_unique<OpeningsCommand>(); }

}  // namespace hone::cli
