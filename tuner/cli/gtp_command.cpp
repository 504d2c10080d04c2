// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>

#include "data/error.hpp"
#include "engine/go_games.hpp"
#include "engine/gtp.hpp"
#include "engine/opening.hpp"
#include "tuner/cli/application.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/formats/sgf_records.hpp"
#include "tuner/formats/sgf_text.hpp"
#include "tuner/play/options.hpp"

namespace hone::cli {

namespace {

constexpr int usual_size = 9;

class GtpEngineCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  GameOption game_;
  std::string weights_{default_weights};
  std::size_t hash_ = 16;
  std::string komi_;
  Limits limits_;
  std::optional<std::int64_t> move_time_;
  StrictOption strict_;
};

CommandText GtpEngineCommand::text() const {
  static const std::string description = fmt::format(
      "Speaks the Go Text Protocol, version 2, with a board such as GoGui or Sabaki, a referee such as twogtp, or "
      "another hone (hone match, gtp:COMMAND). Boards have {0} rows; without --game, and unless the weights are a "
      "file, "
      "boardsize chooses among them. Limits hold for every move, beside the clock of time_settings and time_left; "
      "without either a move takes a second.\n"
      "The rules are those of hone match: area scoring, positional superko, no suicide; two passes end the game, and "
      "every stone on the board is alive. So final_score is the area's as it lies. hone does not resign. A side may "
      "move twice in a row: the other then passes, and where that would end the game earlier positions are forgotten. "
      "Komi is whole or half points; another is refused, which the draft of the protocol does not provide for.",
      go_sizes_text());
  return {.name = "gtp",
          .summary = "be an engine of go on standard input and output",
          .description = description,
          .examples =
              "hone gtp --game go_9 --weights best.weights --nodes 5000\n"
              "hone gtp --movetime 1000\n"
              "hone gtp --komi 6.5 --nodes 1000"};
}

void GtpEngineCommand::declare(Options& options) {
  options.group("The engine");
  game_.declare(options);
  options.text("weights", "F", weights_, "the evaluation: a weights file, default, material or zero").short_form('w');
  play::declare_komi(options, komi_);
  options.integer("depth", "N", limits_.depth, {1, max_ply}, "plies that each search looks ahead").short_form('d');
  options.integer("nodes", "N", limits_.nodes, {1}, "positions that each search visits").short_form('n');
  options.integer("movetime", "MS", move_time_, {1, 86'400'000}, "milliseconds a move");
  options.integer("hash", "MB", hash_, play::hash_range, "size of the transposition table");
  strict_.declare(options);
}

// The first game of an SGF file, with or without a result.
GtpGame load_game(const std::string& file) {
  formats::SgfGames games(file);
  const auto game = games.next();
  if (!game) throw Error(file, 0, expected_found("a game tree, which begins with (;", "none"));
  try {
    const GameDriver& driver = formats::driver_of(*game);
    const formats::SgfPlay play = formats::to_play(*game, driver);
    GtpGame loaded{&driver, play.opening.start, {}};
    Side side = set_up(driver, {play.opening.start, {}})->side_to_move();
    for (std::size_t i = 0; i < play.opening.moves.size(); ++i, side = other(side)) {
      if (!std::ranges::binary_search(play.added_passes, i)) loaded.moves.push_back({side, play.opening.moves[i]});
    }
    return loaded;
  } catch (const Error& error) {
    throw Error(file, error.line(), error.message());
  }
}

ExitCode GtpEngineCommand::run(Session& session) {
  if (session.json.wanted()) throw UsageError("--json: hone gtp has no result; it speaks GTP");
  const bool chosen = game_.is_given() || !is_weights_name(weights_);
  GtpSetup setup;
  setup.version = version();
  setup.game = chosen ? &game_.driver({weights_}) : find_go(usual_size);
  if (!go_size(*setup.game)) {
    throw UsageError(fmt::format("GTP is a protocol of go, and {} is not: hone uci plays it", setup.game->name()));
  }
  setup.one_size = chosen;
  setup.weights = weights_;
  setup.hash_megabytes = hash_;
  setup.strict = strict_.given();
  setup.warn = strict_.warning();
  setup.limits = limits_;
  if (move_time_) setup.limits.move_time = std::chrono::milliseconds(*move_time_);
  setup.idle_limits.move_time = std::chrono::seconds(1);
  setup.komi = komi_;
  setup.load = load_game;
  run_gtp(setup, std::cin, std::cout);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> gtp_command() { return std::make_unique<GtpEngineCommand>(); }

}  // namespace hone::cli
