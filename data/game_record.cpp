// SPDX-License-Identifier: MIT
#include "data/game_record.hpp"

namespace hone {

const char* to_string(EndReason reason) {
  switch (reason) {
    case EndReason::none:
      return "none";
    case EndReason::win:
      return "win";
    case EndReason::no_moves:
      return "no_moves";
    case EndReason::repetition:
      return "repetition";
    case EndReason::move_rule:
      return "move_rule";
    case EndReason::dead_position:
      return "dead_position";
    case EndReason::resign:
      return "resign";
    case EndReason::draw_adjudication:
      return "draw_adjudication";
    case EndReason::max_plies:
      return "max_plies";
    case EndReason::time_forfeit:
      return "time_forfeit";
    case EndReason::illegal_move:
      return "illegal_move";
    case EndReason::crash:
      return "crash";
    case EndReason::stalled:
      return "stalled";
    case EndReason::two_passes:
      return "two_passes";
  }
  return "unknown";
}

std::uint8_t second_player(const GameRecord& game, std::size_t players) {
  if (game.second) return *game.second;
  return players < 2 ? game.first : static_cast<std::uint8_t>(1 - game.first);
}

}  // namespace hone
