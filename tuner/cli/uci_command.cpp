// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iostream>

#include "data/build.hpp"
#include "engine/game_registry.hpp"
#include "engine/uci.hpp"
#include "tuner/cli/application.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/without_option.hpp"
#include "tuner/play/options.hpp"

namespace hone::cli {

namespace {

class UciCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  GameOption game_;
  std::string weights_{default_weights};
  std::size_t hash_ = 16;
  std::vector<std::string> lines_;
  WithoutOption without_;
  EngineOptions engine_;
  StrictOption strict_;
};

CommandText UciCommand::text() const {
  return {
      .name = "uci",
      .summary = "be a UCI engine on standard input and output",
      .description =
          "Speaks UCI with a graphical interface or a match runner; so does hone without a word when its input is not "
          "a terminal. The options of the protocol are Hash, Clear Hash, Threads, MultiPV, Ponder, Move Overhead "
          "(milliseconds held back of every limit in time, of a time for each move a twentieth at most), WeightsFile, "
          "UCI_AnalyseMode (which changes nothing), of chess UCI_ShowWDL and UCI_Chess960, of other games UCI_Variant "
          "(which has no choice). With several threads the same search need not give the same "
          "result. The weights are read again when WeightsFile is set again, and at ucinewgame when the file has "
          "changed. UCI_ShowWDL tells the chances that the scale of the weights promises; how often a score ends in a "
          "draw is a guess. Besides the protocol, d shows the position, eval its static evaluation by group and term, "
          "and go perft N counts the leaves N plies ahead. Protocol lines given as arguments are carried out instead "
          "of the input. A search with a limit is finished before the next go, setoption, ucinewgame or eval and "
          "before the end of the input; stop and quit end it. --without gives an engine that lacks parts of the "
          "search; a match of two such engines tells what a part is worth. The numbers of the search are options too, "
          "each with its range, for tuning by matches (hone refine) and for those who know better.",
      .examples =
          "hone uci --weights best.weights\n"
          "hone uci 'setoption name MultiPV value 3' 'go movetime 1000'\n"
          "hone uci 'position startpos moves e2e4' 'go depth 8'"};
}

void UciCommand::declare(Options& options) {
  options.group("The engine");
  game_.declare(options);
  options.text("weights", "F", weights_, "the evaluation: a weights file, default, material or zero").short_form('w');
  options.integer("hash", "MB", hash_, play::hash_range, "size of the transposition table");
  options.list("line", "LINE", lines_, "protocol lines to carry out").positional();
  without_.declare(options);
  play::declare_parameters(options, engine_);
  strict_.declare(options);
}

// What an interface that says nothing of games gets.
const GameDriver& default_game() {
  const GameDriver* const own = only_own_driver();
  return own != nullptr ? *own : find_driver("chess");
}

ExitCode UciCommand::run(Session& session) {
  if (session.json.wanted()) throw UsageError("--json: hone uci has no result; it speaks UCI");
  const bool chosen = session.options.given("game") || session.options.given("weights");
  const GameDriver& game = chosen ? game_.driver({weights_}) : default_game();
  UciSetup setup;
  setup.name = is_program_of_its_own() ? fmt::format("{} (hone {})", program_name(), version()) : "hone " + version();
  setup.weights = weights_;
  setup.hash_megabytes = hash_;
  setup.engine = engine_;
  without_.apply_to(setup.engine);
  setup.strict = strict_.given();
  setup.warn = strict_.warning();
  run_uci(game, setup, lines_, lines_.empty() ? &std::cin : nullptr, std::cout);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> uci_command() { return std::make_unique<UciCommand>(); }

}  // namespace hone::cli
