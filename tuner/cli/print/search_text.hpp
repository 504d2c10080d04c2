// SPDX-License-Identifier: MIT
//
// What `hone search` prints of a game's positions, and its JSON.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/plain/plain_options.hpp"
#include "engine/search_types.hpp"
#include "tuner/cli/search_suite.hpp"

namespace hone::cli {

// Prints each iteration once; the observer also hears of the end of the search.
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

// Prints a line a problem and, at the end, the total.
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

// What a search found, in words.

// "+0.31" in units, or the proved end and its distance in plies: "win in 9", "loss in 4", and where the game grades
// its utility "win by 12 in 9".
[[nodiscard]] std::string score_for_people(const GameDriver& game, Score score);

// "win", "draw" or "loss" of the side to move where the result proves it, otherwise "unknown".
[[nodiscard]] std::string proved_outcome(const SearchResult& result);

// The moves of a line, one after the other from the board.
[[nodiscard]] std::vector<std::string> line_in_protocol(const Board& board, const std::vector<MoveCode>& line);
[[nodiscard]] std::vector<std::string> line_for_people(const Board& board, const std::vector<MoveCode>& line);

[[nodiscard]] double seconds_of(const SearchResult& result);

// What a search counted, and the figures that are made of it.

// The b of 1 + b + b^2 + ... + b^depth = nodes (Russell and Norvig, Artificial Intelligence, section 3.6.1).
[[nodiscard]] double effective_branching(std::uint64_t nodes, Depth depth);

// Leaves of the least tree that proves a value, W^ceil(L/2) + W^floor(L/2) - 1 (Knuth and Moore 1975).
[[nodiscard]] double minimal_leaves(double width, Depth length);

// `depth`: of the longest line, or the depth asked for where that is less. Searches that deepen count every depth.
[[nodiscard]] std::string counters_text(const SearchCounters& counters, Depth depth, bool deepened);
[[nodiscard]] nlohmann::ordered_json counters_json(const SearchCounters& counters, Depth depth);

// A search of a tree that somebody wrote down (data/TREES.md), and what is said about it.

struct WrittenTreeResult {
  std::string text;
  nlohmann::ordered_json json;
};

// Throws Error with file and line for a damaged tree. Moves are numbers of successors, from 1.
[[nodiscard]] WrittenTreeResult search_written(const std::filesystem::path& file, const PlainOptions& options);

}  // namespace hone::cli
