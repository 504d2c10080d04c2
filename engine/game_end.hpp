// SPDX-License-Identifier: MIT
//
// How a game ended, for those who count games, for searches and for people.
#pragma once

#include <string>
#include <string_view>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "engine/search_types.hpp"

namespace hone {

// Whether the rules of the game ended it. Otherwise a player gave up or failed, or a referee ended it.
[[nodiscard]] bool is_by_rules(EndReason reason);

// Whether a player broke the game off: out of time, by an illegal move, by ending or by silence.
[[nodiscard]] bool is_failure(EndReason reason);

// Whether the process of the player cannot be used any more: it has ended, or is silent.
[[nodiscard]] bool is_breakdown(EndReason reason);

// What a search finds where the game is over, by a rule or because there are no moves.
[[nodiscard]] SearchResult finished_result(const Board& board, const Outcome& outcome);

// "no move was left". A record does not tell a game that was given up from one that was adjudicated.
[[nodiscard]] std::string_view cause_of(EndReason reason);

// By how much the game was won on its last board, "12", in go "25.5". Empty for a draw, where the rules did not end the
// game, and in games that do not grade their results.
[[nodiscard]] std::string margin_of(const GameDriver& driver, const Board& last, const Outcome& outcome);

}  // namespace hone
