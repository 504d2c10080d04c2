// SPDX-License-Identifier: MIT
#include <spdlog/spdlog.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/player_options.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/play/json.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/self_play.hpp"

namespace hone::cli {

namespace {

class SelfPlayCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  play::SelfPlayOptions play_options(const GameDriver& game, const Options& given) const;
  play::SelfPlaySummary play(const GameDriver& game, const Session& session, const std::stop_token& stop) const;
  void require_new_part() const;

  GameOption game_;
  std::string weights_{default_weights};
  std::string out_;
  OnlyEngineOptions engine_;
  bool resume_ = false;
  std::optional<std::uint64_t> first_;
  play::SelfPlayOptions self_play_{.threads = all_cores()};
  play::OpeningChoice openings_;
  StrictOption strict_;
};

CommandText SelfPlayCommand::text() const {
  return {.name = "selfplay",
          .summary = "play games of an engine against itself and record them",
          .description =
              "Each game begins with random plies, which are drawn again until the engine finds the position "
              "balanced, or as --openings, --chess960, --replay and --starts say. With limits in depth or nodes the "
              "file is the same, to the byte, for any number of "
              "threads. A file that was interrupted goes on with --resume and otherwise the same options.\n"
              "With --engine another program plays both sides, one process on each thread, for rows of its own "
              "(hone probe) from its own games. The scores that it tells are recorded.",
          .examples =
              "hone selfplay --game chess --games 2000 --nodes 3000 --out first.games\n"
              "hone selfplay --weights best.weights --games 2000 --depth 6 --seed 2 --out second.games\n"
              "hone selfplay --weights best.weights --games 2000 --nodes 3000 --noise 30 --openings book.epd "
              "--chess960 0.09 --out third.games\n"
              "hone selfplay --game chess --engine uci:myengine --option Hash=16 --nodes 5000 --games 2000 --out "
              "mine.games\n"
              "hone selfplay --game chess --seed 7 --nodes 3000 --first 20000 --games 5000 --out u4.games"};
}

void SelfPlayCommand::declare(Options& options) {
  options.group("What to play");
  game_.declare(options);
  options
      .text("weights", "F", weights_,
            "the player: a weights file, default, material or zero; with --engine, who judges openings")
      .short_form('w');
  options.text("out", "F", out_, "the game file to write").short_form('o').required();
  engine_.declare(options);
  options.flag("resume", resume_, "go on with the file if it is there");
  options.integer(
      "first", "N", first_, {0},
      "play the games N .. N + --games - 1 alone, for hone data merge --in-order; the file is there when they "
      "are all played");
  options.group("Self-play");
  self_play_.declare(options);
  options.group("How to play");
  play::declare_work(options, self_play_.threads, self_play_.seed, self_play_.engine);
  play::declare_parameters(options, self_play_.engine);
  openings_.declare(options);
  options.group("Where games begin");
  self_play_.starts.declare(options);
  self_play_.starts.declare_files(options);
  options.group("How games end");
  play::declare_adjudication(options, self_play_.adjudication);
  strict_.declare(options);
}

play::SelfPlayOptions SelfPlayCommand::play_options(const GameDriver& game, const Options& given) const {
  play::SelfPlayOptions options = self_play_;
  options.limits = required_limits(options.limits);
  options.openings = play::default_openings(game, play::OpeningUse::training);
  openings_.apply(game, options.openings);
  options.starts.plies_after_book = openings_.plies.has_value();
  if (options.starts.replay > 0 && options.starts.replayed.empty()) throw UsageError("--replay needs --replay-from F");
  if (options.starts.replay == 0 && !options.starts.replayed.empty()) {
    throw UsageError("--replay-from goes with --replay X, the share of games that play on from there");
  }
  const bool by_leverage = options.starts.choice == play::StartChoice::leverage;
  if (by_leverage && options.starts.uncertainty.empty()) {
    throw UsageError("--starts leverage needs --uncertainty F");
  }
  if (!by_leverage && !options.starts.uncertainty.empty()) {
    throw UsageError("--uncertainty goes with --starts leverage");
  }
  options.player = weights_;
  if (const auto engine = engine_.player()) {
    options.player = engine->name;
    adjudicate_only_as_asked(options.adjudication, given);
  }
  return options;
}

play::SelfPlaySummary SelfPlayCommand::play(const GameDriver& game, const Session& session,
                                            const std::stop_token& stop) const {
  const play::SelfPlayOptions options = play_options(game, session.options);
  const Weights weights = load_weights(game, weights_, strict_.warning());
  const play::Existing existing = resume_ ? play::Existing::go_on : play::Existing::refuse;
  auto engine = engine_.player();
  if (engine) {
    engine->uci.notice = [](const std::string& text) { spdlog::warn("{}", text); };
    play::check_player(game, *engine);
  }
  Progress progress(session.console, "games", options.games);
  const auto show = [&](const stats::PlayTally& tally) { progress.update(tally.games); };
  if (first_ && engine) throw UsageError("--first goes with weights: games of --engine are not the same each time");
  if (first_) return play::self_play_part(game, weights, options, *first_, out_, stop, show);
  if (!engine) return play::self_play(game, weights, options, out_, existing, stop, show);
  const play::Entrant entrant = play::entrant_of(game, *engine, weights, options.engine);
  return play::self_play(game, entrant, weights, options, out_, existing, stop, show);
}

void SelfPlayCommand::require_new_part() const {
  if (std::filesystem::exists(out_)) throw Error(out_, 0, "there is such a file already");
  if (!self_play_.limits.reproducible()) throw UsageError("--first: limits in time make other games each time");
  require_writable(out_);
}

ExitCode SelfPlayCommand::run(Session& session) {
  const GameDriver& game = game_.driver({weights_});
  require_outside_runs(out_);
  if (first_ && resume_) throw UsageError("--first and --resume do not go together: the part is played again");
  if (first_) require_new_part();
  const Interrupt interrupt;
  const play::SelfPlaySummary summary = play(game, session, interrupt.token());
  say("{}", report(summary));
  session.json.write(play::to_json(summary));
  if (summary.complete) return ExitCode::done;
  if (first_) say("Interrupted; nothing was written.\n");
  if (!first_) say("Interrupted. Repeat the command with --resume to go on.\n");
  return first_ ? ExitCode::stopped : ExitCode::interrupted;
}

}  // namespace

std::unique_ptr<Command> selfplay_command() { return std::make_unique<SelfPlayCommand>(); }

}  // namespace hone::cli
