// SPDX-License-Identifier: MIT
//
// The lines of the Go Text Protocol, version 2 (draft 2 of its specification; Gunnar Farnebäck, 2002): commands with
// their numbers, answers, colours and points, for a program that answers and for one that asks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone {

struct GtpCommand {
  std::string id;  // digits before the command, which the answer repeats; may be empty
  std::string name;
  std::vector<std::string> arguments;
};

// Reads a line without its end: control characters but tabs are left out, and so is what follows a '#'. Nothing for a
// line that is empty then, which is not answered.
[[nodiscard]] std::optional<GtpCommand> parse_gtp(std::string_view line);

// The answer, with the empty line that ends it: "=12 D4", "?12 illegal move".
[[nodiscard]] std::string gtp_answer(bool is_done, std::string_view id, std::string_view text);

// "black", "b", "white" or "w" in any case, as all words of the protocol. Black moves first.
[[nodiscard]] std::optional<Side> parse_gtp_colour(std::string_view word);
[[nodiscard]] constexpr std::string_view gtp_colour(Side side) { return side == Side::first ? "black" : "white"; }

// A point or pass as the game spells its moves: "D4" for "d4", "pass" for "PASS".
[[nodiscard]] std::string gtp_vertex(std::string_view word);

// The board in lines, as showboard answers it.
[[nodiscard]] std::string gtp_picture(const BoardPicture& picture);

}  // namespace hone
