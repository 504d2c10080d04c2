// SPDX-License-Identifier: MIT
//
// What an engine says while it searches and when it has done: `info` and `bestmove` lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/score.hpp"

namespace hone {

struct UciInfo {
  std::optional<Score> score;  // side to move's view, in the ranges of engine/score.hpp
  Depth depth = 0;
  Depth selective_depth = 0;
  std::uint64_t nodes = 0;
};

// Words that are not known, and numbers that are none, are passed over.
[[nodiscard]] UciInfo parse_info(std::string_view line);

// "mate 3" and "mate -3": the moves, not plies, to a mate by or of the side to move.
[[nodiscard]] Score score_of_mate(std::int64_t moves);

// The first word; empty for a blank line.
[[nodiscard]] std::string_view first_word(std::string_view line);
// The move of "bestmove MOVE ..."; empty when there is none.
[[nodiscard]] std::string_view move_of_answer(std::string_view line);

}  // namespace hone
