// SPDX-License-Identifier: MIT
//
// A recorded game of go as SGF (Smart Game Format, FF[4]), a node a move. Each searched move has its score in the
// mover's view, the depth and the time as a comment, as far as they were kept (search_comment.hpp), a move of the
// opening the comment "book"; the root has the reason why the game ended:
//
//     (;FF[4]GM[1]CA[UTF-8]AP[hone:1]SZ[9]KM[7]RU[Chinese]PB[a]PW[b]RE[B+3]GC[two_passes]
//     ;B[ee]C[book];W[gc]C[-0.31/12 0.045s] ... ;B[];W[])
//
// Control characters of names and notes are spelt "\xNN". What SGF has no words for is left out of a start: the point
// of a ko, and a pass just before. tuner/formats/sgf_records.hpp reads it.
#pragma once

#include <span>
#include <string>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/pgn.hpp"

namespace hone::formats {

// `players` are those of the game file; the record says which of them moved first.
[[nodiscard]] std::string to_sgf(const GameDriver& driver, const GameRecord& game, std::span<const std::string> players,
                                 const PgnHeading& heading = {});

}  // namespace hone::formats
