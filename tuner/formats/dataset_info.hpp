// SPDX-License-Identifier: MIT
//
// What is in files of rows, counted.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_set>
#include <vector>

#include "data/rows.hpp"
#include "data/schema.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/bucket_shuffle.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::formats {

struct RowsInfo {
  explicit RowsInfo(const Schema& schema) : seen(static_cast<std::size_t>(schema.terms())) {}
  void add(const RowView& row);

  std::uint64_t rows = 0, counts = 0, scored = 0;
  std::uint64_t weighted = 0, offset = 0, scaled = 0;  // rows with a weight other than 1, an offset, a factor
  std::uint64_t unnamed = 0;                           // that name no game; set by who read them
  std::array<std::uint64_t, 4> results{};              // first player's: won, drawn, lost, in between
  std::vector<bool> seen;                              // by term: not 0 in some row
  [[nodiscard]] std::size_t games() const { return games_.size(); }
  [[nodiscard]] std::uint64_t unseen() const;  // terms

 private:
  std::unordered_set<std::uint32_t> games_;
};

[[nodiscard]] std::string report(const RowsInfo& info, const Schema& schema);
[[nodiscard]] nlohmann::ordered_json to_json(const RowsInfo& info, const Schema& schema);

// What is in files of games or positions, counted.

struct GamesInfo {
  stats::PlayTally tally;  // its plies are those behind the openings
  std::uint64_t unfinished = 0;
  std::uint64_t opening_plies = 0, scored_plies = 0;
  std::uint64_t from_positions = 0;         // games that do not begin at the initial position
  std::uint64_t shortest = 0, longest = 0;  // plies, opening included

  void add(const NamedGame& game);

 private:
  stats::SeenGames seen_;
};

struct PositionsInfo {
  explicit PositionsInfo(const GameDriver& driver);
  void add(const DatasetPosition& position);

  std::uint64_t positions = 0, duplicates = 0, scored = 0, in_check = 0, over = 0;
  std::uint64_t unnamed = 0;               // that name no game
  std::array<std::uint64_t, 4> results{};  // first player's: won, drawn, lost, in between
  std::vector<std::uint64_t> phases;       // by phase_of
  [[nodiscard]] std::size_t games() const { return games_.size(); }

 private:
  const Schema& schema_;
  SeenHashes seen_;
  std::unordered_set<std::uint32_t> games_;
};

[[nodiscard]] std::string report(const GamesInfo& info, const GameFileHeader& header);
[[nodiscard]] std::string report(const PositionsInfo& info, const Schema& schema);
[[nodiscard]] nlohmann::ordered_json to_json(const GamesInfo& info, const GameFileHeader& header);
[[nodiscard]] nlohmann::ordered_json to_json(const PositionsInfo& info, const Schema& schema);

}  // namespace hone::formats
