// SPDX-License-Identifier: MIT
#include "tuner/report/replay.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "data/error.hpp"
#include "tuner/learn/game_scores.hpp"

namespace hone::report {

namespace {

std::unique_ptr<Board> start_board(const GameDriver& driver, const GameRecord& game) {
  if (game.start.empty()) return driver.initial();
  try {
    return driver.parse(game.start);
  } catch (const Error&) {
    return nullptr;
  }
}

std::string cause_of(EndReason reason) {
  switch (reason) {
    case EndReason::win:
      return "by the rules of the game";
    case EndReason::no_moves:
      return "no move was left";
    case EndReason::repetition:
      return "the position was repeated";
    case EndReason::move_rule:
      return "too many moves without progress";
    case EndReason::dead_position:
      return "nobody could win any more";
    case EndReason::resign:
      return "adjudicated by the scores of both players, or given up";
    case EndReason::draw_adjudication:
      return "adjudicated by the scores of both players";
    case EndReason::max_plies:
      return "the game was too long";
    case EndReason::time_forfeit:
      return "the other player ran out of time";
    case EndReason::illegal_move:
      return "the other player's move was illegal";
    case EndReason::crash:
      return "the other player's program ended";
    case EndReason::stalled:
      return "the other player gave no answer";
    case EndReason::none:
      break;
  }
  return "the game is not over";
}

}  // namespace

std::optional<Replay> replay(const GameDriver& driver, const GameRecord& game, double k) {
  const std::unique_ptr<Board> board = start_board(driver, game);
  if (!board) return std::nullopt;
  Replay replay;
  replay.pictures.push_back(board->picture());
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const PlayedMove& played = game.moves[ply];
    replay.whole = board->is_legal(played.move);
    if (!replay.whole) break;
    ReplayedMove move;
    move.text = board->move_for_people(played.move);
    move.mover = board->side_to_move();
    const std::string named = board->move_text(played.move);  // with all squares
    board->play(played.move);
    replay.pictures.push_back(board->picture());
    move.marked = cells_of_move(replay.pictures[ply], replay.pictures[ply + 1], named);
    move.from_opening = ply < game.opening_plies;
    if (played.score != no_score) {
      move.score = move.mover == Side::first ? played.score : -played.score;
      move.expected = learn::expected_outcome(move.score, k);
    }
    replay.moves.push_back(std::move(move));
  }
  return replay;
}

std::string replayed_score(const ReplayedMove& move) {
  if (move.score == no_score) return "";
  if (is_decided(move.score)) return fmt::format("{}#{}", move.score > 0 ? '+' : '-', plies_to_end(move.score));
  return fmt::format("{:+.2f}", move.score / 100.0);
}

std::string ending_text(const GameRecord& game, const std::string& first, const std::string& second, bool is_graded) {
  const int utility = game.outcome.utility;
  const std::string cause = cause_of(game.outcome.reason);
  if (utility == 0) return fmt::format("Drawn: {}.", cause);
  const std::string by = is_graded ? fmt::format(" by {}", std::abs(utility)) : "";
  return fmt::format("{} won{}: {}.", utility > 0 ? first : second, by, cause);
}

}  // namespace hone::report
