// SPDX-License-Identifier: MIT
//
// One game between two contenders, from an opening to its end.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "data/game_record.hpp"
#include "engine/adjudication.hpp"
#include "engine/contender.hpp"
#include "engine/opening.hpp"

namespace hone {

struct GamePlayOptions {
  std::array<Limits, 2> limits;  // of who moves first in the initial position, and of the other
  AdjudicationOptions adjudication;
  int max_plies = 0;  // a game of so many plies, opening included, is a draw; 0: the game's own bound
  // How far each side may overstep its clock, or its time a move, before that loses the game: time goes by in pipes
  // and in the operating system that no engine can account for.
  std::array<std::chrono::milliseconds, 2> time_margins{default_time_margin, default_time_margin};

  static constexpr std::chrono::milliseconds default_time_margin{50};

  void validate() const;  // throws Error naming the bound that is broken
};

// What a search cost.
struct MoveEffort {
  Depth depth = 0;
  Depth selective_depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds elapsed{};
};

struct Fault {
  Side side = Side::first;  // whose
  Failure failure;
};

struct FinishedGame {
  GameRecord record;
  std::vector<MoveEffort> efforts;  // one a searched move: efforts[i] is that of record.moves[opening_plies + i]
  std::optional<Fault> fault;       // what a contender did to lose the game outside the rules
  std::array<ProtocolWarnings, 2> warnings;  // of each side
};

// players[0] has the side of the first player; both may be one object. `seed` decides whether this game is one of
// those played on past adjudication; nothing else is random. The record's number and first player are the caller's
// to fill in. Nothing when stopped before the end. Throws Error when the opening does not fit the game.
[[nodiscard]] std::optional<FinishedGame> play_game(const GameDriver& driver, const Opening& opening,
                                                    std::array<Contender*, 2> players, const GamePlayOptions& options,
                                                    std::uint64_t seed, const std::stop_token& stop);

}  // namespace hone
