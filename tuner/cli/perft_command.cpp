// SPDX-License-Identifier: MIT
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/play/options.hpp"

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
  std::string komi_;
  Depth depth_ = 0;
  bool divide_ = false;
};

using Division = std::map<std::string, std::uint64_t>;  // leaves by move

// Counts the leaves in parts, so that it can tell how far it is.
class LeafCounter {
 public:
  LeafCounter(const GameDriver& game, const Session& session) : game_(game), progress_(session.console, "leaves", 0) {}

  std::uint64_t count(const Board& board, Depth depth) { return count(board, depth, {0, 1}); }

  Division divide(const Board& board, Depth depth) {
    Division counts;
    const std::vector<GameDriver::Successor> next = game_.successors(board);
    for (std::size_t i = 0; i < next.size(); ++i) {
      counts[next[i].move] = count(*next[i].board, depth - 1, Shares{0, 1}.part(i, next.size()));
    }
    return counts;
  }

 private:
  // The part of the work, from 0 to 1, that a position stands for.
  struct Shares {
    double from, to;
    [[nodiscard]] Shares part(std::size_t i, std::size_t of) const {
      const double width = (to - from) / static_cast<double>(of);
      return {from + static_cast<double>(i) * width, from + static_cast<double>(i + 1) * width};
    }
  };
  static constexpr Depth whole_depth = 3;  // the leaves of a position are counted at once up to this depth

  std::uint64_t count(const Board& board, Depth depth, Shares shares) {
    if (depth <= whole_depth || shares.to - shares.from < 0.001) {
      const std::uint64_t leaves = game_.perft(board, depth);
      progress_.update_share(counted_ += leaves, [&] { return std::optional(shares.to); });
      return leaves;
    }
    std::uint64_t leaves = 0;
    const std::vector<GameDriver::Successor> next = game_.successors(board);
    for (std::size_t i = 0; i < next.size(); ++i) {
      leaves += count(*next[i].board, depth - 1, shares.part(i, next.size()));
    }
    return leaves;
  }

  const GameDriver& game_;
  Progress progress_;
  std::uint64_t counted_ = 0;
};

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
  options.text("position", "TEXT", position_,
               "where to start (chess: FEN); startpos, the initial position, if not given");
  play::declare_komi(options, komi_);
  options.integer("depth", "N", depth_, {0, 100}, "plies").short_form('d').required();
  options.flag("divide", divide_, "first the count after each move");
}

ExitCode PerftCommand::run(Session& session) {
  const GameDriver& game = game_.driver();
  const std::unique_ptr<Board> board = board_of(game, position_, komi_);
  std::uint64_t nodes = 0;
  nlohmann::ordered_json result = {{"game", game.name()}, {"position", board->text()}, {"depth", depth_}};
  if (divide_ && depth_ > 0) {
    const Division counts = LeafCounter(game, session).divide(*board, depth_);
    for (const auto& [move, count] : counts) {
      say("{}: {}\n", move, count);
      nodes += count;
    }
    result["divide"] = counts;
  }
  if (!divide_ || depth_ == 0) nodes = LeafCounter(game, session).count(*board, depth_);
  say("{}\n", nodes);
  result["nodes"] = nodes;
  session.json.write(result);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> perft_command() { return std::make_unique<PerftCommand>(); }

}  // namespace hone::cli
