// SPDX-License-Identifier: MIT
//
// What `hone search` prints, and its JSON.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/evaluation_table.hpp"
#include "engine/game_driver.hpp"
#include "engine/plain/plain_options.hpp"
#include "engine/search_types.hpp"
#include "tuner/cli/search_suite.hpp"

namespace hone::cli {

// Prints a line for each iteration. The observer of a search is called once more at its end, which prints nothing.
class IterationTable {
 public:
  IterationTable(const GameDriver& game, const Board& board);
  void add(const SearchResult& result);

 private:
  const GameDriver& game_;
  const Board& board_;
  Depth deepest_ = 0;
};

// "best move e4, +0.31, depth 12, 81920 nodes, 0.05 s"
[[nodiscard]] std::string verdict(const GameDriver& game, const Board& board, const SearchResult& result);
[[nodiscard]] nlohmann::ordered_json to_json(const Board& board, const SearchResult& result);

// Scores and shares are those of the first player, in centi-units.
[[nodiscard]] nlohmann::ordered_json to_json(const EvaluationTable& table);

// Prints a line for each problem and, at the end, the total.
class SuiteReport {
 public:
  explicit SuiteReport(const GameDriver& game) : game_(game) {}
  void add(const Problem& problem, const SearchResult& result);
  [[nodiscard]] nlohmann::ordered_json finish(const Limits& limits);

 private:
  const GameDriver& game_;
  std::size_t solved_ = 0;
  nlohmann::ordered_json positions_ = nlohmann::ordered_json::array();
};

// "+0.31" in the game's units, or the proved end and its distance in plies: "win in 9", "loss in 4". Where the game
// grades its utility, "win by 12 in 9".
[[nodiscard]] std::string score_for_people(const GameDriver& game, Score score);

// "win", "draw" or "loss" for the side to move where the search proved it, otherwise "unknown".
[[nodiscard]] std::string proved_outcome(const SearchResult& result);

// The moves of a line that begins at the board, in order.
[[nodiscard]] std::vector<std::string> line_in_protocol(const Board& board, const std::vector<MoveCode>& line);
[[nodiscard]] std::vector<std::string> line_for_people(const Board& board, const std::vector<MoveCode>& line);

[[nodiscard]] double seconds_of(std::chrono::nanoseconds elapsed);

// The effective branching factor: the b of 1 + b + b^2 + ... + b^depth = nodes (Russell and Norvig, Artificial
// Intelligence, section 3.6.1).
[[nodiscard]] double effective_branching(std::uint64_t nodes, Depth depth);

// The leaves of the smallest tree that proves a value, W^ceil(L/2) + W^floor(L/2) - 1 (Knuth and Moore 1975).
[[nodiscard]] double minimal_leaves(double width, Depth length);

// `depth` is that of the longest line, or the depth asked for where that is less. `deepened` says that the counters
// hold the sum over all depths of an iterative deepening.
[[nodiscard]] std::string counters_text(const SearchCounters& counters, Depth depth, bool deepened);
[[nodiscard]] nlohmann::ordered_json counters_json(const SearchCounters& counters, Depth depth);

// A search of a tree that was read from a file (data/TREES.md).
struct WrittenTreeResult {
  std::string text;
  nlohmann::ordered_json json;
};

// Throws Error with file and line for a damaged tree. A move is the number of a successor, counted from 1.
[[nodiscard]] WrittenTreeResult search_written(const std::filesystem::path& file, const PlainOptions& options);

}  // namespace hone::cli
