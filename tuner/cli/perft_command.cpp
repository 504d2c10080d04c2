// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "tuner/cli/command.hpp"
#include "tuner/cli/options/game_options.hpp"

namespace hone::cli {

namespace {

class PerftCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  GameOption game_;
  std::string position_;
  Depth depth_ = 0;
  bool divide_ = false;
};

using Division = std::map<std::string, std::uint64_t>;  // leaves by move

Division divide(const GameDriver& game, const Board& board, Depth depth) {
  Division counts;
  for (const MoveCode move : board.legal_moves()) {
    const std::unique_ptr<Board> after = board.clone();
    after->play(move);
    counts[board.move_text(move)] = game.perft(*after, depth - 1);
  }
  return counts;
}

CommandText PerftCommand::text() const {
  return {.name = "perft",
          .summary = "count the positions some moves ahead, to check the rules of a game",
          .description =
              "Counts the leaves of the tree of legal moves. The last line of the output is the count alone. "
              "Published counts exist for most games: a difference from them means that the move generator is "
              "wrong.",
          .examples =
              "hone perft --game chess --depth 5\n"
              "hone perft --game chess --position '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --depth 4 --divide"};
}

void PerftCommand::declare(Options& options) {
  options.group("What to count");
  game_.declare(options);
  options.text("position", "TEXT", position_, "where to start (chess: FEN); the initial position if not given");
  options.integer("depth", "N", depth_, {0, 100}, "plies").short_form('d').required();
  options.flag("divide", divide_, "first the count after each move");
}

ExitCode PerftCommand::run(Session& session) {
  const GameDriver& game = game_.driver();
  const std::unique_ptr<Board> board = board_of(game, position_);
  nlohmann::ordered_json result = {{"game", game.name()}, {"position", board->text()}, {"depth", depth_}};
  if (divide_ && depth_ > 0) {
    const Division counts = divide(game, *board, depth_);
    for (const auto& [move, count] : counts) fmt::print("{}: {}\n", move, count);
    result["divide"] = counts;
  }
  const std::uint64_t nodes = game.perft(*board, depth_);
  fmt::print("{}\n", nodes);
  result["nodes"] = nodes;
  session.json.write(result);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> perft_command() { return std::make_unique<PerftCommand>(); }

}  // namespace hone::cli
