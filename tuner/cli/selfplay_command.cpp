// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/play_options.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/play/json.hpp"
#include "tuner/play/self_play.hpp"

namespace hone::cli {

namespace {

class SelfPlayCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  play::SelfPlayOptions play_options(const GameDriver& game) const;

  GameOption game_;
  std::string weights_{default_weights};
  std::uint64_t games_ = 1'000;
  std::string out_;
  bool resume_ = false;
  VarietyFlags variety_;
  LimitsOptions limits_;
  WorkOptions work_;
  AdjudicationFlags adjudication_;
  OpeningFlags openings_;
};

CommandText SelfPlayCommand::text() const {
  return {.name = "selfplay",
          .summary = "play games of one weight set against itself and record them",
          .description =
              "Each game begins with random plies, which are drawn again until the engine finds the position "
              "balanced. With limits in depth or nodes the file is the same, to the byte, for any number of "
              "threads. A file that was interrupted goes on with --resume and otherwise the same options.",
          .examples =
              "hone selfplay --game chess --games 2000 --nodes 3000 --out first.games\n"
              "hone selfplay --weights best.weights --games 2000 --depth 6 --seed 2 --out second.games"};
}

void SelfPlayCommand::declare(Options& options) {
  options.group("What to play");
  game_.declare(options);
  options.text("weights", "F", weights_, "the player: a weights file, default, material or zero").short_form('w');
  options.integer("games", "N", games_, {1}, "how many games").short_form('g');
  options.text("out", "F", out_, "the game file to write").short_form('o').required();
  options.flag("resume", resume_, "go on with the file if it is there");
  options.group("How long to think");
  limits_.declare(options);
  options.group("How to play");
  variety_.declare(options);
  work_.declare(options);
  openings_.declare(options);
  adjudication_.declare(options);
}

play::SelfPlayOptions SelfPlayCommand::play_options(const GameDriver& game) const {
  play::SelfPlayOptions options = play::default_self_play(game);
  options.games = games_;
  options.seed = work_.seed;
  options.threads = work_.threads;
  options.engine.hash_bytes = work_.hash_bytes();
  options.limits = limits_.limits();
  options.adjudication = adjudication_.rules;
  openings_.apply(options.openings);
  options.variety = variety_.variety;
  options.player = weights_;
  return options;
}

ExitCode SelfPlayCommand::run(Session& session) {
  const GameDriver& game = game_.driver({weights_});
  const play::SelfPlayOptions options = play_options(game);
  const Interrupt interrupt;
  play::SelfPlaySummary summary;
  {
    Progress progress(session.console, "games", games_);
    summary = play::self_play(game, load_weights(game, weights_), options, out_,
                              resume_ ? play::Existing::go_on : play::Existing::refuse, interrupt.token(),
                              [&](const stats::PlayTally& tally) { progress.update(tally.games); });
  }
  fmt::print("{}", report(summary));
  session.json.write(play::to_json(summary));
  if (summary.complete) return ExitCode::done;
  fmt::print("Interrupted. Repeat the command with --resume to go on.\n");
  return ExitCode::interrupted;
}

}  // namespace

std::unique_ptr<Command> selfplay_command() { return std::make_unique<SelfPlayCommand>(); }

}  // namespace hone::cli
