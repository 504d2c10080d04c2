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
  bool infinite = false;                  // the answer is held back until `stop`
  bool ponder = false;                    // the answer is held back, and no time counts, until `ponderhit` or `stop`
  std::vector<std::string> search_moves;  // as they were spelt
  std::optional<Depth> perft;             // `go perft N`

  // Once it ponders no more.
  [[nodiscard]] bool ends_by_itself() const {
    return !infinite && (limits.depth || limits.nodes || limits.move_time || limits.clock || limits.mate);
  }
};
// Words that are not limits are ignored, and so are limits without a valid number.
[[nodiscard]] GoCommand parse_go(std::string_view line, Side side_to_move);

// Returns "cp 31", or "mate 3", counted in moves of the side to move and negative if that side is mated.
[[nodiscard]] std::string score_text(Score score);
// Returns the chances of a win, a draw and a loss in permille, "wdl 250 500 250". The weights' scale says what a score
// promises, p = 1 / (1 + 10^(-k score / 400)), and not how often it is a draw: a game is taken for two halves, each won
// with probability p.
[[nodiscard]] std::string chances_text(const SearchResult& result, double k);

// What an `info` line tells besides the result itself.
struct InfoDetails {
  bool numbered = false;        // the lines, as several were asked for
  std::optional<double> scale;  // of the weights, if the chances of a win, a draw and a loss are to be told
  int permille_full = 0;        // of the transposition table
};
// Returns the `info` line of a search on this board.
[[nodiscard]] std::string info_text(const Board& board, const SearchResult& result, const InfoDetails& details = {});
// Returns the answer: "bestmove e2e4 ponder e7e5".
[[nodiscard]] std::string best_move_text(const Board& board, const SearchResult& result);
// Returns the moves of a line in the protocol's notation.
[[nodiscard]] std::string line_text(const Board& board, const std::vector<MoveCode>& line);

}  // namespace hone
