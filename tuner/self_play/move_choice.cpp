// SPDX-License-Identifier: MIT
#include "tuner/self_play/move_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "data/error.hpp"

namespace hone {
namespace {

Score score_behind(const Board& board, MoveCode move, Engine& engine, const SearchControl& control) {
  const std::unique_ptr<Board> next = board.clone();
  next->play(move);
  if (const auto outcome = next->outcome()) return terminal_score(outcome->utility * sign(board.side_to_move()), 1);
  return -engine.search(*next, control).score;
}

double weight_of(const ScoredMove& move, Score best, const MoveChoice& choice) {
  const Score loss = best - move.score;
  if (loss == 0) return 1;
  if (choice.temperature == 0 || loss > choice.margin) return 0;
  return std::exp(-static_cast<double>(loss) / choice.temperature);
}

}  // namespace

void MoveChoice::validate() const {
  const auto require = [](std::string_view name, Score value) {
    if (value >= 0 && value <= max_eval) return;
    throw Error(expected_found(fmt::format("{} in 0..{}", name, max_eval), fmt::format("{}", value)));
  };
  require("temperature", temperature);
  require("temperature margin", margin);
}

std::vector<ScoredMove> score_moves(const Board& board, Engine& engine, const Limits& each,
                                    const std::stop_token& stop) {
  const SearchControl control{each, stop, {}};
  std::vector<ScoredMove> moves;
  for (const MoveCode move : board.legal_moves()) moves.push_back({move, score_behind(board, move, engine, control)});
  return moves;
}

MoveCode draw_move(std::span<const ScoredMove> moves, const MoveChoice& choice, Random& random) {
  assert(!moves.empty());
  const Score best = std::ranges::max_element(moves, {}, &ScoredMove::score)->score;
  double total = 0;
  for (const ScoredMove& move : moves) total += weight_of(move, best, choice);
  double left = random.uniform() * total;
  MoveCode drawn = 0;
  for (const ScoredMove& move : moves) {
    const double weight = weight_of(move, best, choice);
    if (weight == 0) continue;
    drawn = move.move;  // the last of them where rounding leaves a rest
    if ((left -= weight) < 0) break;
  }
  return drawn;
}

}  // namespace hone
