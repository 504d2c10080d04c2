// SPDX-License-Identifier: MIT
#include "tuner/self_play/self_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/error.hpp"

namespace hone {

void Variety::validate(const Limits& limits) const {
  if (noise < 0 || noise > max_eval) {
    throw Error(expected_found(fmt::format("noise in 0..{}", max_eval), fmt::format("{}", noise)));
  }
  choice.validate();
  if (choice_plies < 0) throw Error(expected_found("temperature plies >= 0", fmt::format("{}", choice_plies)));
  if (!(node_jitter >= 0 && node_jitter < 1)) {
    throw Error(expected_found("node jitter in 0 .. below 1", fmt::format("{}", node_jitter)));
  }
  if (node_jitter > 0 && !limits.nodes) throw Error("node jitter (--node-jitter) needs a limit in nodes (--nodes)");
}

void SelfPlayer::set_seed(std::uint64_t seed) {
  random_ = Random(seed);
  engine_->set_noise({variety_.noise, seed});
}

std::optional<Failure> SelfPlayer::new_game(const Opening& opening, const std::stop_token& /*stop*/) {
  opening_plies_ = opening.moves.size();
  engine_->new_game();
  return std::nullopt;
}

Reply SelfPlayer::choose(const Turn& turn) {
  Turn own = turn;
  Limits& limits = own.limits[static_cast<std::size_t>(turn.board.side_to_move())];
  limits = jittered(limits);
  Reply reply = search(*engine_, own);
  const bool draws = variety_.choice.temperature > 0 &&
                     turn.moves.size() < opening_plies_ + static_cast<std::size_t>(variety_.choice_plies);
  if (draws && reply.move) reply.move = drawn(turn, *reply.move, reply.nodes);
  return reply;
}

Limits SelfPlayer::jittered(Limits limits) {
  if (variety_.node_jitter == 0 || !limits.nodes) return limits;
  const double factor = 1 + variety_.node_jitter * (2 * random_.uniform() - 1);
  limits.nodes =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(static_cast<double>(*limits.nodes) * factor)));
  return limits;
}

// The moves share as many nodes as the search took that found the best one; that search still knows better than the
// short ones which it is.
MoveCode SelfPlayer::drawn(const Turn& turn, MoveCode best, std::uint64_t nodes) {
  constexpr std::uint64_t least_nodes = 64;  // a first ply with its captures
  const Limits each{.depth = {},
                    .nodes = std::max(least_nodes, nodes / turn.board.legal_moves().size()),
                    .move_time = {},
                    .clock = {}};
  std::vector<ScoredMove> moves = score_moves(turn.board, *engine_, each, turn.stop);
  const Score highest = std::ranges::max_element(moves, {}, &ScoredMove::score)->score;
  std::ranges::find(moves, best, &ScoredMove::move)->score = highest;
  return draw_move(moves, variety_.choice, random_);
}

}  // namespace hone
