// SPDX-License-Identifier: MIT
//
// The texts of the xboard protocol, version 2 (Chess Engine Communication Protocol; Tim Mann, H.G. Muller, 2009): the
// features that an engine offers, its thinking lines and results, and the commands for its limits.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

// What an engine says of itself, with the defaults of the protocol.
struct XboardFeatures {
  std::string name;      // "myname"
  std::string variants;  // with commas between; empty: chess alone
  bool ping = false;
  bool setboard = false;
  bool usermove = false;  // moves come after a word of their own
  bool san = false;       // moves are spelt in SAN
  bool time = true;       // it is told of the clocks
  bool reuse = true;      // one process plays several games
  bool memory = false;    // it takes the size of its tables in MB
  bool smp = false;       // it takes a number of cores
  std::optional<bool> done;
  std::vector<UciOption> options;

  // Takes a line `feature NAME=VALUE ...`. Returns the answers: `accepted NAME` or `rejected NAME`, a line each.
  [[nodiscard]] std::string take(std::string_view line);
  [[nodiscard]] bool plays_chess() const;

 private:
  bool take(std::string_view name, std::string_view value);
};

// The option of "feature option=": "Style -combo calm /// *wild", "Hash -spin 16 1 1024". Nothing when it cannot be
// understood.
[[nodiscard]] std::optional<UciOption> parse_xboard_option(std::string_view text);

// A line "PLY SCORE TIME NODES PV"; nothing when it is none. The score is the engine's view; a ply of 0 is that of a
// book and has no score.
[[nodiscard]] std::optional<UciInfo> parse_thinking(std::string_view line);

// The move of a line "move MOVE", or "My move is : MOVE" as GNU Chess has it, which may be empty; nothing for others.
[[nodiscard]] std::optional<std::string_view> parse_move_line(std::string_view line);

// The line in which an engine refuses a command or a move: "Illegal move: e2e4", "Error (unknown command): sd 6".
// Returns what it refuses, as it was sent; nothing for other lines.
[[nodiscard]] std::optional<std::string_view> refused_text(std::string_view line);

// A line "1-0 {White mates}": the result, seen by White; nothing when it is none.
[[nodiscard]] std::optional<int> parse_result(std::string_view line);

// Throws Error when the protocol has no words for these limits: it limits depth, and time by a clock or by whole
// seconds a move, and no nodes. `player` is for the message.
void check_xboard_limits(std::string_view player, const Limits& limits);

// The commands before the first move of a game, and those before each `go`. An engine without a time limit gets a clock
// that does not run down.
[[nodiscard]] std::string limit_commands(const Limits& limits);
[[nodiscard]] std::string clock_commands(const std::array<Limits, 2>& limits, Side side_to_move);

}  // namespace hone::play
