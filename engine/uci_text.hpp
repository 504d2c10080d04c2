// SPDX-License-Identifier: MIT
//
// The words of the protocol: reading `go`, writing `info`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone {

[[nodiscard]] std::vector<std::string_view> split_words(std::string_view line);

struct GoCommand {
  Limits limits;
  bool infinite = false;       // hold the answer back until `stop`
  std::optional<Depth> perft;  // `go perft N`

  [[nodiscard]] bool ends_by_itself() const {
    return !infinite && (limits.depth || limits.nodes || limits.move_time || limits.clock);
  }
};
// Words that are no limit, and numbers that are none, are ignored.
[[nodiscard]] GoCommand parse_go(std::string_view line, Side side_to_move);

// "cp 31", or "mate 3" in moves of the side to move, negative when it is the one mated.
[[nodiscard]] std::string score_text(Score score);
// One `info` line of a search on this board, permille_full is the table's.
[[nodiscard]] std::string info_text(const Board& board, const SearchResult& result);
// The moves of a line in the protocol's notation.
[[nodiscard]] std::string line_text(const Board& board, const std::vector<MoveCode>& line);

}  // namespace hone
