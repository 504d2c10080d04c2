// SPDX-License-Identifier: MIT
//
// Plays one game between two players, from an opening to its end.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "data/game_record.hpp"
#include "engine/adjudication.hpp"
#include "engine/opening.hpp"
#include "engine/player.hpp"

namespace hone {

struct GamePlayOptions {
  std::array<Limits, 2> limits;  // of the first player and of the second
  AdjudicationOptions adjudication;
  int max_plies = 0;  // a game that reaches this number of plies, opening included, is a draw; 0: the game's own bound
  // The time by which each side may overstep its clock, or its time per move, before it loses the game. Pipes and the
  // operating system take time that no engine can account for.
  std::array<std::chrono::milliseconds, 2> time_margins{default_time_margin, default_time_margin};

  static constexpr std::chrono::milliseconds default_time_margin{50};

  void validate() const;  // throws Error naming the bound that is broken
};

// The cost of the search for one move.
struct MoveEffort {
  Depth depth = 0;
  Depth selective_depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds elapsed{};
};

struct Fault {
  Side side = Side::first;  // the side that searched
  Failure failure;
};

struct FinishedGame {
  GameRecord record;
  std::vector<MoveEffort> efforts;  // one for each searched move: efforts[i] belongs to record.moves[opening_plies + i]
  std::optional<Fault> fault;       // the failure by which a player lost the game, if any
  std::array<ProtocolWarnings, 2> warnings;  // of each side
};

// players[0] plays the first player's side; both may be the same object. `seed` decides whether this game is played on
// after adjudication; nothing else is random. The caller fills in the record's number and first player. Returns nothing
// when stopped before the end. Throws Error when the opening does not fit the game.
[[nodiscard]] std::optional<FinishedGame> play_game(const GameDriver& driver, const Opening& opening,
                                                    std::array<Player*, 2> players, const GamePlayOptions& options,
                                                    std::uint64_t seed, const std::stop_token& stop);

}  // namespace hone
