// SPDX-License-Identifier: MIT
#include "engine/player.hpp"

namespace hone {

Reply search(Engine& engine, const Turn& turn) {
  const SearchResult result = engine.search(turn.board, {turn.own_limits(), turn.stop, {}});
  Reply reply;
  reply.move = result.move;
  reply.score = result.score;
  reply.depth = result.depth;
  reply.selective_depth = result.selective_depth;
  reply.nodes = result.counters.nodes;
  reply.elapsed = result.elapsed;
  return reply;
}

std::optional<Failure> EnginePlayer::new_game(const Opening& /*opening*/, const std::stop_token& /*stop*/) {
  engine_->new_game();
  return std::nullopt;
}

}  // namespace hone
