// SPDX-License-Identifier: MIT
#include "engine/game_end.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "engine/go_games.hpp"
#include "games/go/text.hpp"

namespace hone {

bool is_by_rules(EndReason reason) {
  switch (reason) {
    case EndReason::win:
    case EndReason::no_moves:
    case EndReason::repetition:
    case EndReason::move_rule:
    case EndReason::dead_position:
    case EndReason::two_passes:
      return true;
    default:
      return false;
  }
}

bool is_failure(EndReason reason) {
  return reason == EndReason::time_forfeit || reason == EndReason::illegal_move || is_breakdown(reason);
}

bool is_breakdown(EndReason reason) { return reason == EndReason::crash || reason == EndReason::stalled; }

SearchResult finished_result(const Board& board, const Outcome& outcome) {
  SearchResult result;
  result.score = terminal_score(sign(board.side_to_move()) * outcome.utility, 0);
  result.proved = true;
  return result;
}

std::string_view cause_of(EndReason reason) {
  switch (reason) {
    case EndReason::none:
      return "the game is not over";
    case EndReason::win:
      return "by the rules";
    case EndReason::no_moves:
      return "no move was left";
    case EndReason::repetition:
      return "the position was repeated";
    case EndReason::move_rule:
      return "too many moves without progress";
    case EndReason::dead_position:
      return "nobody could win any more";
    case EndReason::resign:
      return "adjudicated by the scores of both players, or given up";
    case EndReason::draw_adjudication:
      return "adjudicated by the scores of both players";
    case EndReason::max_plies:
      return "the game was too long";
    case EndReason::time_forfeit:
      return "the other player ran out of time";
    case EndReason::illegal_move:
      return "the other player's move was illegal";
    case EndReason::crash:
      return "the other player's program ended";
    case EndReason::stalled:
      return "the other player gave no answer";
    case EndReason::two_passes:
      return "both players passed";
  }
  return to_string(reason);
}

std::string margin_of(const GameDriver& driver, const Board& last, const Outcome& outcome) {
  if (driver.max_utility() == 1 || outcome.utility == 0 || !is_by_rules(outcome.reason)) return {};
  if (go_size(driver)) return go::komi_text(std::abs(go::score_halves(go_position(last))));
  return fmt::format("{}", std::abs(outcome.utility));
}

}  // namespace hone
