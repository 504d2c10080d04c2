// SPDX-License-Identifier: MIT
//
// Reads `go` and writes `info`, as the protocol words them.
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
  bool infinite = false;       // the answer is held back until `stop`
  std::optional<Depth> perft;  // `go perft N`

  [[nodiscard]] bool ends_by_itself() const {
    return !infinite && (limits.depth || limits.nodes || limits.move_time || limits.clock);
  }
};
// Words that are not limits are ignored, and so are limits without a valid number.
[[nodiscard]] GoCommand parse_go(std::string_view line, Side side_to_move);

// Returns "cp 31", or "mate 3", counted in moves of the side to move and negative if that side is mated.
[[nodiscard]] std::string score_text(Score score);
// Returns the `info` line of a search on this board.
[[nodiscard]] std::string info_text(const Board& board, const SearchResult& result);
// Returns the moves of a line in the protocol's notation.
[[nodiscard]] std::string line_text(const Board& board, const std::vector<MoveCode>& line);

}  // namespace hone
