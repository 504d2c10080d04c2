// SPDX-License-Identifier: MIT
//
// What `hone search` prints of a game's positions, and its JSON.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "engine/game_driver.hpp"
#include "tuner/cli/epd_suite.hpp"

namespace hone {

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

}  // namespace hone
