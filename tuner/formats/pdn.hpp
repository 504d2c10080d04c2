// SPDX-License-Identifier: MIT
//
// Games of checkers read from PDN (portable draughts notation), PGN's sister: tags, then moves, then the result.
// It reads what to_pgn writes and what other programs write: with or without move numbers, captures with all squares or
// with the first and the last, comments in braces or after ';', lines that begin with '%', marks like '!' and "$1", and
// variations in parentheses.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/opening.hpp"

namespace hone::formats {

struct PdnGame {
  std::map<std::string, std::string> tags;
  Opening play;                // the start of the tag FEN, and all moves
  std::optional<int> utility;  // 1: Black, who moves first, has won ("1-0"); none: not known ("*")
};

// `file` names the text in messages. Throws Error with file and line: a move that is not legal or not clear, a tag
// without its end, another kind of draughts.
[[nodiscard]] std::vector<PdnGame> parse_pdn(std::string_view text, std::string_view file);

}  // namespace hone::formats
