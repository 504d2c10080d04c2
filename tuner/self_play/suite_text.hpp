// SPDX-License-Identifier: MIT
//
// The file of an opening suite: a position a line, with what the search said of it behind, as read_openings and other
// programs take it.
//
// Chess is EPD, with the operations hmvc and fmvn (the counters of FEN), ce (centipawns, side to move's view), acd
// and acn (depth and nodes of the analysis). A match runner takes every line for a position, so what the suite is
// stands in the comment c0 of the first one. Other games have their own position texts with the same operations, below
// a line that begins with '#'.
//
//     rnbqkb1r/1ppp1ppp/p3pn2/8/P7/4P3/1PPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 4; ce 12; acd 7; acn 10021; c0 "...";
//     # hone openings: ...
//     X../.O./... X ce 0; acd 1; acn 8;
#pragma once

#include <string>
#include <string_view>

#include "engine/game_driver.hpp"
#include "tuner/self_play/opening_suite.hpp"

namespace hone {

// `about` says what the suite is; what does not go into a line of text or between quotes is replaced.
[[nodiscard]] std::string suite_text(const GameDriver& driver, const Suite& suite, std::string_view about);

}  // namespace hone
