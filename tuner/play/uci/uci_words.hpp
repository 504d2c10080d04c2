// SPDX-License-Identifier: MIT
//
// How to start a UCI engine, and how long to wait for it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "engine/score.hpp"

namespace hone::play {

struct UciSettings {
  std::vector<std::string> command;                          // program and arguments
  std::filesystem::path directory;                           // to run in; empty: ours
  std::vector<std::pair<std::string, std::string>> options;  // set in this order after the start

  std::chrono::milliseconds start_limit{10'000};   // from `uci` to `uciok`
  std::chrono::milliseconds ready_limit{60'000};   // from `isready` to `readyok`; a large table takes time to clear
  std::chrono::milliseconds stall_limit{300'000};  // of a move whose limits say nothing about time
  std::chrono::milliseconds stop_limit{1'000};     // from `stop` to `bestmove`, and from `quit` to its end
};

// The options that an engine offers, and whether what it is to be told fits them.

struct UciOption {
  enum class Type : std::uint8_t { check, spin, combo, button, string };

  std::string name;
  Type type = Type::string;
  std::string fallback;                   // its default
  std::optional<std::int64_t> low, high;  // of a spin
  std::vector<std::string> choices;       // of a combo
};

// "option name Hash type spin default 16 min 1 max 1024"; nothing when the line cannot be understood.
[[nodiscard]] std::optional<UciOption> parse_uci_option(std::string_view line);

// The protocol does not tell upper from lower case here. Null when there is none.
[[nodiscard]] const UciOption* find_uci_option(const std::vector<UciOption>& options, std::string_view name);

// Throws Error when the option does not take the value.
void check_uci_value(const UciOption& option, std::string_view value);

// What an engine says while it searches and when it has done: `info` and `bestmove` lines.

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

// What a UCI engine is told at each move: where the game stands, and how long to think.

// Spells the `position` command of a game as it goes on. In chess it says the position after the last irreversible move
// and the moves since: all that repetition can depend on, and a short line however long the game.
class UciPosition {
 public:
  UciPosition(const GameDriver& driver, const std::string& start);

  // Castling is spelt as king takes rook (UCI_Chess960).
  [[nodiscard]] bool is_chess960() const { return chess960_; }

  // The command after `moves`, which begin with those of the call before.
  [[nodiscard]] const std::string& after(std::span<const PlayedMove> moves);

  // The legal move of that text in the current position; nothing for notations other than the protocol's.
  [[nodiscard]] std::optional<MoveCode> parse(std::string_view text) const;

 private:
  void play(MoveCode move);

  std::unique_ptr<Board> board_;
  bool chess960_;
  bool has_move_clock_;
  std::string command_;
  bool has_moves_ = false;  // the command, behind its position
  std::size_t played_ = 0;
};

// `go` with the limits of the side to move, and the clocks of both.
[[nodiscard]] std::string go_command(const std::array<Limits, 2>& limits, Side side_to_move);

}  // namespace hone::play
