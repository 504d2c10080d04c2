// SPDX-License-Identifier: MIT
#include "tuner/cli/playing/played_game.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "engine/game_end.hpp"
#include "tuner/cli/print/board_text.hpp"

namespace hone::cli {

namespace {

// A person gives up, and agrees to a draw.
std::string_view reason_for_people(EndReason reason) {
  if (reason == EndReason::resign) return "the other player resigned";
  return reason == EndReason::draw_adjudication ? "agreed" : cause_of(reason);
}

}  // namespace

PlayedGame::PlayedGame(const GameDriver& driver, std::unique_ptr<Board> board, std::string start)
    : driver_(driver), start_(std::move(start)) {
  boards_.push_back(std::move(board));
}

std::optional<Outcome> PlayedGame::outcome() const {
  if (ended_) return ended_;
  if (const auto outcome = board().outcome()) return outcome;
  if (static_cast<int>(plies()) >= driver_.max_plies()) return Outcome{0, EndReason::max_plies};
  return std::nullopt;
}

void PlayedGame::play(const PlayedMove& move, const MoveDetail& detail) {
  std::unique_ptr<Board> next = board().clone();
  next->play(move.move);
  boards_.push_back(std::move(next));
  moves_.push_back(move);
  details_.push_back(detail);
}

void PlayedGame::take_back() {
  ended_.reset();
  boards_.pop_back();
  moves_.pop_back();
  details_.pop_back();
}

std::vector<bool> PlayedGame::marked_cells() const {
  if (moves_.empty()) return {};
  const Board& before = *boards_[boards_.size() - 2];
  return cells_of_move(before.picture(), board().picture(), before.move_text(moves_.back().move));
}

std::string PlayedGame::moves_text() const {
  std::string text;
  int number = 1;
  for (std::size_t ply = 0; ply < moves_.size(); ++ply) {
    const Board& before = *boards_[ply];
    const bool first = before.side_to_move() == Side::first;
    if (!text.empty()) text += ' ';
    if (first || ply == 0) text += fmt::format("{}{} ", number, first ? "." : "...");
    text += before.move_for_people(moves_[ply].move);
    if (!first) ++number;
  }
  return text;
}

GameRecord PlayedGame::record() const {
  GameRecord record;
  record.start = start_;
  record.moves = moves_;
  record.details = details_;
  record.outcome = outcome().value_or(Outcome{});
  return record;
}

std::string outcome_for_people(const GameDriver& driver, const Board& board, const Outcome& outcome) {
  const std::string_view reason = reason_for_people(outcome.reason);
  if (outcome.utility == 0) return fmt::format("a draw: {}", reason);
  const std::string winner = name_of(board, outcome.utility > 0 ? Side::first : Side::second);
  const std::string margin = margin_of(driver, board, outcome);
  return fmt::format("{} wins{}: {}", winner, margin.empty() ? "" : " by " + margin, reason);
}

}  // namespace hone::cli
