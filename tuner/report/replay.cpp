// SPDX-License-Identifier: MIT
#include "tuner/report/replay.hpp"

#include <fmt/format.h>

#include <memory>

#include "data/error.hpp"
#include "engine/game_end.hpp"
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
  if (replay.whole) replay.margin = margin_of(driver, *board, game.outcome);
  return replay;
}

std::string replayed_score(const ReplayedMove& move) {
  if (move.score == no_score) return "";
  if (is_decided(move.score)) return fmt::format("{}#{}", move.score > 0 ? '+' : '-', plies_to_end(move.score));
  return fmt::format("{:+.2f}", move.score / 100.0);
}

std::string ending_text(const Outcome& outcome, const std::string& margin, const std::string& first,
                        const std::string& second) {
  const std::string_view cause = cause_of(outcome.reason);
  if (outcome.utility == 0) return fmt::format("Drawn: {}.", cause);
  return fmt::format("{} won{}: {}.", outcome.utility > 0 ? first : second, margin.empty() ? "" : " by " + margin,
                     cause);
}

}  // namespace hone::report
