// SPDX-License-Identifier: MIT
//
// What is in files of games or positions, counted.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/dataset/dataset.hpp"
#include "tuner/dataset/seen_hashes.hpp"
#include "tuner/self_play/play_tally.hpp"

namespace hone {

struct GamesInfo {
  PlayTally tally;  // its plies are those behind the openings
  std::uint64_t unfinished = 0;
  std::uint64_t opening_plies = 0, scored_plies = 0;
  std::uint64_t from_positions = 0;         // games that do not begin at the initial position
  std::uint64_t shortest = 0, longest = 0;  // plies, opening included

  void add(const NamedGame& game);

 private:
  SeenGames seen_;
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

}  // namespace hone
