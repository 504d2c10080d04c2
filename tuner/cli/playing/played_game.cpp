// SPDX-License-Identifier: MIT
#include "tuner/cli/playing/played_game.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "tuner/cli/print/board_text.hpp"

namespace hone::cli {

namespace {

std::string_view reason_for_people(EndReason reason) {
  switch (reason) {
    case EndReason::win:
      return "by the rules";
    case EndReason::no_moves:
      return "there is no move";
    case EndReason::repetition:
      return "the position has occurred three times";
    case EndReason::move_rule:
      return "too many moves without progress";
    case EndReason::dead_position:
      return "nobody can win any more";
    case EndReason::resign:
      return "the other player resigned";
    case EndReason::draw_adjudication:
      return "agreed";
    case EndReason::max_plies:
      return "the game is longer than games of this kind may be";
    default:
      return to_string(reason);
  }
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
  const bool is_graded = driver.max_utility() > 1 && outcome.reason != EndReason::resign;
  return fmt::format("{} wins{}: {}", winner, is_graded ? fmt::format(" by {}", std::abs(outcome.utility)) : "",
                     reason);
}

}  // namespace hone::cli
