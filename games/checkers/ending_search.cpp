// SPDX-License-Identifier: MIT
#include "games/checkers/ending_search.hpp"

#include "games/checkers/checkers.hpp"

namespace hone::checkers {

std::optional<int> EndingSearch::value(const Position& pos) {
  known_.clear();
  nodes_ = 0;
  for (int plies = 1; plies <= bounds_.depth && nodes_ < bounds_.nodes; ++plies) {
    if (reaches(pos, 1, true, plies)) return 1;
    if (reaches(pos, 1, false, plies)) return -1;
    if (reaches(pos, 0, true, plies) && reaches(pos, 0, false, plies)) return 0;
  }
  return std::nullopt;
}

bool EndingSearch::reaches(const Position& pos, int goal, bool mover, int plies) {
  if (const std::optional<int> value = endings_.value(pos)) return (mover ? *value : -*value) >= goal;
  const bool captures = must_capture(pos);
  if ((plies <= 0 && !captures) || nodes_ >= bounds_.nodes) return false;
  Position counted = pos;  // whoever counts moves without progress asks for more than is known here
  counted.quiet_plies = 0;
  const std::uint64_t question = Checkers::hash(counted) * 4 + static_cast<unsigned>(2 * goal) + (mover ? 1U : 0U);
  const auto found = known_.find(question);
  if (found != known_.end() && (found->second.holds || found->second.plies >= plies)) return found->second.holds;
  ++nodes_;
  const bool holds = after_moves(counted, goal, mover, captures ? plies : plies - 1);
  if (holds || nodes_ < bounds_.nodes) known_[question] = {plies, holds};
  return holds;
}

// One move of the side that is to reach the goal suffices; of the other side all must lead there.
bool EndingSearch::after_moves(const Position& pos, int goal, bool mover, int plies) {
  MoveList<Checkers> moves;
  Checkers::legal_moves(pos, moves);
  if (moves.empty()) return !mover || goal <= -1;
  for (const Move move : moves) {
    Position next = pos;
    play(next, move);
    if (reaches(next, goal, !mover, plies) == mover) return mover;
  }
  return !mover;
}

}  // namespace hone::checkers
