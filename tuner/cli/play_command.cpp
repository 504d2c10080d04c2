// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/playing/play_options.hpp"
#include "tuner/cli/playing/play_session.hpp"
#include "tuner/play/options.hpp"

namespace hone::cli {

namespace {

class PlayCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  PlaySetup setup(const GameDriver& game, const Options& options) const;

  GameOption game_;
  std::string weights_{default_weights};
  std::string position_;
  std::string komi_;
  std::vector<std::string> moves_;
  std::string side_ = "first";
  std::optional<int> level_;
  Limits limits_ = limits_of_level(usual_level);
  std::size_t hash_ = 64;
  std::string save_;
  std::string name_ = "person";
  BoardDisplay display_ = BoardDisplay::automatic;
  bool flip_ = false;
  StrictOption strict_;
};

CommandText PlayCommand::text() const {
  static const std::string description =
      "Plays a game with a person, or shows one: draws the board, reads moves in the game's notation (chess: SAN or "
      "UCI), and lets the engine answer. On a terminal lines can be edited, the arrows go through earlier lines, and "
      "TAB completes moves and commands; elsewhere each line of standard input is a move or a command, and is printed "
      "after the prompt. Colours and Unicode are used on a terminal, unless NO_COLOR is set or TERM is dumb, and where "
      "the locale is UTF-8.\n"
      "Words that are no move are commands: " +
      play_commands_sentence() +
      "\n"
      "Ctrl-C while the engine thinks makes it move at once, and where it plays both sides, stop after that. At the "
      "prompt Ctrl-C ends the session with exit code 3, as SIGTERM does anywhere; the end of the input and quit end it "
      "with 0. An unfinished game is then told as a command line that goes on with it.";
  return {.name = "play",
          .summary = "play against the engine at a board in the terminal",
          .description = description,
          .examples =
              "hone play --game chess\n"
              "hone play --game othello --side second --level 3 --save game.txt\n"
              "hone play --weights best.weights --movetime 2000 --save game.pgn\n"
              "hone play --game connect_four --moves 4 4 3 --side both"};
}

void PlayCommand::declare(Options& options) {
  options.group("The game");
  game_.declare(options);
  options.text("position", "TEXT", position_,
               "where to start (chess: FEN); startpos, the initial position, if not given");
  play::declare_komi(options, komi_);
  options.list("moves", "MOVE", moves_, "moves that are played already, one or several");
  options.text("side", "first|second|both|none", side_,
               "which sides you play, also by their names in the game (white); the engine plays the others");
  options.group("The engine");
  options.text("weights", "F", weights_, "the evaluation: a weights file, default, material or zero").short_form('w');
  options.integer("level", "N", level_, level_range,
                  "how strong, instead of a limit: 10, 30, 100, ... 300,000 nodes a move");
  play::declare_limits(options, limits_);
  options.integer("hash", "MB", hash_, play::hash_range, "size of the transposition table");
  options.group("What is shown and kept");
  options.choice("board",
                 text::Choices<BoardDisplay>{
                     {"auto", BoardDisplay::automatic}, {"plain", BoardDisplay::plain}, {"none", BoardDisplay::none}},
                 display_, "how boards are drawn: as the terminal can show them, without colours, or not at all");
  options.flag("flip", flip_, "draw the board from the other side");
  options.file("save", save_,
               "save the games in F after each move: .pgn of chess, .pdn of checkers, .sgf of go, .txt of any game; F "
               "must be new");
  options.text("name", "NAME", name_, "what you are called in that file");
  strict_.declare(options);
}

PlaySetup PlayCommand::setup(const GameDriver& game, const Options& options) const {
  const std::unique_ptr<Board> board = board_of(game, position_, komi_);
  PlaySetup setup;
  setup.weights_name = weights_;
  if ((!position_.empty() && position_ != "startpos") || !komi_.empty()) setup.start = board->text();
  require_printable(name_, "--name");
  try {
    setup.moves = parse_moves(*board, moves_);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--moves: {}", error.what()));
  }
  const auto sides = parse_sides(*board, side_);
  if (!sides)
    throw UsageError(fmt::format("--side: {}", expected_found("first, second, both or none", quotation(side_))));
  setup.person = *sides;
  for (const char* limit : {"depth", "nodes", "movetime", "tc"}) {
    if (level_ && options.given(limit)) throw UsageError(fmt::format("--level and --{} exclude each other", limit));
  }
  setup.limits = level_ ? limits_of_level(*level_) : limits_;
  setup.hash_bytes = hash_ << 20;
  setup.person_name = name_;
  setup.save_file = save_;
  setup.display = display_;
  setup.flipped = flip_;
  return setup;
}

ExitCode PlayCommand::run(Session& session) {
  const GameDriver& game = game_.driver({weights_});
  PlaySetup how = setup(game, session.options);
  const Weights weights = load_weights(game, weights_, strict_.warning());
  PlaySession play(game, weights, std::move(how), session.console);
  const ExitCode code = play.run();
  session.json.write(play.result());
  return code;
}

}  // namespace

std::unique_ptr<Command> play_command() { return std::make_unique<PlayCommand>(); }

}  // namespace hone::cli
