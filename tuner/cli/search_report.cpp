// SPDX-License-Identifier: MIT
#include "tuner/cli/search_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "tuner/cli/limits_options.hpp"
#include "tuner/cli/search_counters.hpp"
#include "tuner/cli/search_text.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* row_format = "{:>5}  {:>13}  {:>13}  {:>8}  {}\n";

}  // namespace

IterationTable::IterationTable(const GameDriver& game, const Board& board) : game_(game), board_(board) {
  fmt::print(row_format, "depth", "score", "nodes", "seconds", "line");
}

void IterationTable::add(const SearchResult& result) {
  if (result.depth <= deepest_) return;
  deepest_ = result.depth;
  fmt::print(row_format, result.depth, score_for_people(game_, result.score), result.counters.nodes,
             fmt::format("{:.2f}", seconds_of(result)), fmt::join(line_for_people(board_, result.pv), " "));
  std::fflush(stdout);
}

std::string verdict(const GameDriver& game, const Board& board, const SearchResult& result) {
  if (!result.move) return fmt::format("no move: the game is over, a {} for the side to move", proved_outcome(result));
  return fmt::format("best move {}, {}, depth {}, {} nodes, {:.2f} s", board.move_for_people(*result.move),
                     score_for_people(game, result.score), result.depth, result.counters.nodes, seconds_of(result));
}

Json to_json(const Board& board, const SearchResult& result) {
  Json json = {{"move", nullptr},
               {"score", result.score},
               {"outcome", proved_outcome(result)},
               {"utility", nullptr},
               {"distance", nullptr},
               {"depth", result.depth},
               {"selective_depth", result.selective_depth},
               {"seconds", seconds_of(result)},
               {"pv", line_in_protocol(board, result.pv)}};
  json.update(counters_json(result.counters, std::min(result.depth, result.selective_depth)));
  if (result.move) json["move"] = board.move_text(*result.move);
  if (is_decided(result.score)) {
    json["utility"] = utility_of(result.score);
    json["distance"] = plies_to_end(result.score);
  }
  return json;
}

void SuiteReport::add(const Problem& problem, const SearchResult& result) {
  const bool solved = result.move && problem.solved_by(*result.move);
  solved_ += solved ? 1 : 0;
  fmt::print("{:<24} {:<7} {}\n", problem.id, solved ? "solved" : "failed", verdict(game_, *problem.board, result));
  std::fflush(stdout);
  Json entry = {{"id", problem.id}, {"position", problem.board->text()}, {"solved", solved}};
  entry.update(to_json(*problem.board, result));
  positions_.push_back(std::move(entry));
}

Json SuiteReport::finish(const Limits& limits) {
  fmt::print("solved {} of {} at {}\n", solved_, positions_.size(), to_string(limits));
  return {{"game", game_.name()},
          {"limits", to_string(limits)},
          {"solved", solved_},
          {"total", positions_.size()},
          {"positions", std::move(positions_)}};
}

}  // namespace hone
