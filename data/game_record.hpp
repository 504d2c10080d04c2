// SPDX-License-Identifier: MIT
//
// A played game as it is kept: enough to play it through again and to learn from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hone {

// A move of any game as a number that the game alone understands (Game::encode / decode).
using MoveCode = std::uint64_t;

// Why a game ended. Persisted: do not renumber.
enum class EndReason : std::uint8_t {
  none = 0,      // not over
  win = 1,       // the rules' own aim reached: mate, a line, the last disc
  no_moves = 2,  // the side to move cannot move: stalemate, a full board
  repetition = 3,
  move_rule = 4,      // too long without progress: fifty moves
  dead_position = 5,  // no sequence of moves can win
  resign = 6,         // adjudicated: both sides agreed that the score decides
  draw_adjudication = 7,
  max_plies = 8,
  time_forfeit = 9,
  illegal_move = 10,
  crash = 11,    // the player's process ended, or closed its pipes
  stalled = 12,  // a player without a time limit gave no answer
};
static_assert(sizeof(EndReason) == 1);

[[nodiscard]] const char* to_string(EndReason reason);  // "win", "no_moves", ...

// The end of a game. Utility is from the first player's view: its sign is win, draw or loss, its size
// is graded where the game grades it and 1 otherwise.
struct Outcome {
  int utility = 0;
  EndReason reason = EndReason::none;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// The score of a move that was not searched (opening plies).
inline constexpr std::int32_t no_score = INT32_MIN;

struct PlayedMove {
  MoveCode move = 0;
  std::int32_t score = no_score;  // centi-units, mover's view; wins as in engine/score.hpp

  friend bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

// What a search says of itself beside its score.
struct MoveDetail {
  std::uint16_t depth = 0;
  std::uint32_t milliseconds = 0;

  friend bool operator==(const MoveDetail&, const MoveDetail&) = default;
};

struct GameRecord {
  std::uint64_t number = 0;  // 0, 1, 2, ... within its run; results are ordered by it
  std::uint64_t seed = 0;    // hash(run seed, number)
  std::uint8_t first = 0;    // which player of the file's header moved first
  // ... and which second. Nothing: the other one of two, or the only one.
  std::optional<std::uint8_t> second;
  std::string start;                // position text; empty: the game's initial position
  std::uint16_t opening_plies = 0;  // the first moves, chosen at random or from a book
  std::vector<PlayedMove> moves;
  std::vector<MoveDetail> details;  // none, or one a searched move: details[i] is that of moves[opening_plies + i]
  Outcome outcome;
  std::string note;  // what a player did to lose outside the rules, for people; mostly nothing
  // Games that adjudication would have ended are sometimes played on to measure how often it is wrong;
  // then this is what it would have said, and outcome is what happened.
  std::optional<Outcome> adjudicated;

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

// Which of the `players` of the file's header moved second.
[[nodiscard]] std::uint8_t second_player(const GameRecord& game, std::size_t players);

}  // namespace hone
