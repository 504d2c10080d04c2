// SPDX-License-Identifier: MIT
//
// What a comment of a game says of the move before it: the score in the mover's view, the depth and the time, as far as
// they are known: "+0.31/12 0.045s", in hundredths of the score's unit. A won game is "+M5", in five moves, and in
// games that grade their results "+7@12", by seven in twelve plies; the time stands alone where no score is known. Also
// why a game ended: "win", "crash: exited".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "data/game_record.hpp"
#include "engine/score.hpp"

namespace hone::formats {

enum class Wins : std::uint8_t { plain, graded };

// Empty where nothing is known; `detail` is nullptr where depth and time were not kept.
[[nodiscard]] std::string search_comment(const PlayedMove& played, const MoveDetail* detail, Wins wins = Wins::plain);

// What a program says of its move: its score has a sign and decimals, or the depth after it and one of the two, and a
// mate a sign or the depth. A comment that begins in another way, "12 moves later", says nothing to us.
struct SearchComment {
  Score score = no_score;
  std::optional<MoveDetail> detail;
};
// "+#5" and "#-5" are other spellings of a mate in five moves.
[[nodiscard]] SearchComment parse_search_comment(std::string_view comment);

// "[%eval 0.31]", "[%eval #-5]" as servers write them, or "[%eval 31,17]" in hundredths and with the depth, anywhere in
// the comment: what the position after the move is worth to the first player.
[[nodiscard]] std::optional<Score> parse_eval_command(std::string_view comment);

// The reason of the end, if the comment is one of ours: "win", "crash: exited".
[[nodiscard]] EndReason ending_in(std::string_view comment);

// What such a comment says besides the reason: "exited"; empty where that is nothing, or the comment is another.
[[nodiscard]] std::string_view note_in(std::string_view comment);

}  // namespace hone::formats
