// SPDX-License-Identifier: MIT
//
// The record of a played game: enough to play it through again and to learn from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hone {

// A move of any game as a number that only the game understands (Game::encode and Game::decode).
using MoveCode = std::uint64_t;

// Why a game ended. Persisted: do not renumber.
enum class EndReason : std::uint8_t {
  none = 0,      // not over
  win = 1,       // the aim of the game was reached: mate, a line, the last disc
  no_moves = 2,  // the side to move cannot move: stalemate, a full board
  repetition = 3,
  move_rule = 4,      // too many moves without progress: fifty moves
  dead_position = 5,  // no sequence of moves can win
  resign = 6,         // adjudicated: both sides agreed that the score decides; or a player gave up
  draw_adjudication = 7,
  max_plies = 8,
  time_forfeit = 9,
  illegal_move = 10,
  crash = 11,    // the player's process ended, or closed its pipes
  stalled = 12,  // a player without a time limit gave no answer
  two_passes = 13,
};
static_assert(sizeof(EndReason) == 1);

[[nodiscard]] const char* to_string(EndReason reason);  // "win", "no_moves", ...

// The end of a game. The utility is seen by the first player: its sign says win, draw or loss, and its size is 1 unless
// the game grades its results.
struct Outcome {
  int utility = 0;
  EndReason reason = EndReason::none;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Stands for the score of a move that was not searched, such as an opening move.
inline constexpr std::int32_t no_score = INT32_MIN;

struct PlayedMove {
  MoveCode move = 0;
  std::int32_t score = no_score;  // centi-units, seen by the mover; wins are coded as in engine/score.hpp

  friend bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

// What a search reports besides its score.
struct MoveDetail {
  std::uint16_t depth = 0;
  std::uint32_t milliseconds = 0;

  friend bool operator==(const MoveDetail&, const MoveDetail&) = default;
};

struct GameRecord {
  std::uint64_t number = 0;  // 0, 1, 2, ... within its run; games are kept in this order
  std::uint64_t seed = 0;    // hash(run seed, number)
  std::uint8_t first = 0;    // index in the file's header of the player who moved first
  // Index of the player who moved second. If it is absent, that is the other one of two players, or the only one.
  std::optional<std::uint8_t> second;
  std::string start;                // position text; empty: the game's initial position
  std::uint16_t opening_plies = 0;  // number of first moves, which were chosen at random or from a book
  std::vector<PlayedMove> moves;
  // empty, or one for each searched move: details[i] belongs to moves[opening_plies + i]
  std::vector<MoveDetail> details;
  Outcome outcome;
  std::string note;  // a message on how a player lost outside the rules; usually empty
  // How much the game counts when it is learnt from: other than 1 where its start was not drawn like those of the
  // others and the weight makes up for that. Positive and finite.
  float weight = 1;
  // The result that adjudication would have given. It is present in games that were played on to measure how often
  // adjudication is wrong; `outcome` is then the result of play.
  std::optional<Outcome> adjudicated;

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

// Returns the index of the player who moved second, of the `players` in the file's header.
[[nodiscard]] std::uint8_t second_player(const GameRecord& game, std::size_t players);

}  // namespace hone
