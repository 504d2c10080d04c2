// SPDX-License-Identifier: MIT
//
// A recorded game played through again: the board after each move, the moves in the game's notation, and what their
// scores promised.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "engine/score.hpp"

namespace hone::report {

struct ReplayedMove {
  std::string text;
  Side mover = Side::first;
  bool from_opening = false;       // nobody searched it
  Score score = no_score;          // seen by the first player
  std::optional<double> expected;  // the first player's expected score by it, 0 to 1
  std::vector<bool> marked;        // cells of the picture after it
};

struct Replay {
  std::vector<BoardPicture> pictures;  // before the first move, and after each move
  std::vector<ReplayedMove> moves;
  bool whole = true;   // false: a move was not legal, and the replay ends before it
  std::string margin;  // by how much the game was won (engine/game_end.hpp); may be empty
};

// k: of the scores. Nothing for a start that the game refuses.
[[nodiscard]] std::optional<Replay> replay(const GameDriver& driver, const GameRecord& game, double k);

// "+0.35", "+#7": seven plies to a win of the first player; empty where there is none.
[[nodiscard]] std::string replayed_score(const ReplayedMove& move);

// "gen-002 won by 12: no move was left."
[[nodiscard]] std::string ending_text(const Outcome& outcome, const std::string& margin, const std::string& first,
                                      const std::string& second);

}  // namespace hone::report
