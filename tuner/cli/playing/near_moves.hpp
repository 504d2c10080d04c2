// SPDX-License-Identifier: MIT
//
// Moves that a person may have meant by a word that is no legal move.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone::cli {

// The legal moves whose text has all letters of the word in their order ("Nd2": Nbd2, Nfd2), otherwise those that begin
// like it for longest ("e2e5": e3, e4), in the notation for people and in the order of the board. The case of letters
// does not matter. Empty where none begins like it.
[[nodiscard]] std::vector<std::string> near_moves(const Board& board, std::string_view word);

// The legal moves in the notation for people.
[[nodiscard]] std::vector<std::string> moves_for_people(const Board& board);

// The legal moves that begin with the word, in either notation, each once; without a word in that for people alone.
[[nodiscard]] std::vector<std::string> moves_beginning(const Board& board, std::string_view word);

}  // namespace hone::cli
