// SPDX-License-Identifier: MIT
//
// What came of a job on data (tuner/formats/data_job.hpp): what was counted in the files, or printed, or written.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <unordered_set>
#include <variant>
#include <vector>

#include "data/game_file.hpp"
#include "data/rows.hpp"
#include "data/schema.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/row_sources.hpp"
#include "tuner/formats/seen_hashes.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::formats {

// Results as the first player's: won, drawn, lost, anything in between.
using ResultCounts = std::array<std::uint64_t, 4>;

struct GamesInfo {
  explicit GamesInfo(GameFileHeader of) : header(std::move(of)) {}
  void add(const NamedGame& game);

  GameFileHeader header;
  stats::PlayTally tally;        // its plies are those after the openings
  std::uint64_t unfinished = 0;  // games without a result, in no other count; set by who reads them
  std::uint64_t opening_plies = 0, scored_plies = 0;
  std::uint64_t from_positions = 0;         // games that do not begin at the initial position
  std::uint64_t shortest = 0, longest = 0;  // plies, opening included

 private:
  stats::SeenGames seen_;
};

struct PositionsInfo {
  explicit PositionsInfo(const GameDriver& driver);
  void add(const DatasetPosition& position);

  const Schema* schema;
  std::uint64_t positions = 0, duplicates = 0, scored = 0, in_check = 0, over = 0;
  std::uint64_t unnamed = 0;  // positions that name no game
  ResultCounts results{};
  std::vector<std::uint64_t> phases;  // by phase_of
  [[nodiscard]] std::size_t games() const { return games_.size(); }

 private:
  SeenHashes seen_;
  std::unordered_set<std::uint32_t> games_;
};

struct RowsInfo {
  explicit RowsInfo(const RowSource& source);

  Schema schema;
  std::uint64_t rows = 0, counts = 0, scored = 0;
  std::uint64_t tree = 0, exact = 0;  // rows from inside of searches; of these, those with a value and not a bound
  std::uint64_t weighted = 0, offset = 0, scaled = 0;  // rows with a weight other than 1, an offset, a factor
  std::uint64_t unnamed = 0;                           // rows that name no game
  ResultCounts results{};                              // of the positions of games, as is `scored`
  std::vector<bool> seen;                              // by term: whether it is other than 0 in some row
  [[nodiscard]] std::size_t games() const { return games_.size(); }
  [[nodiscard]] std::uint64_t unseen() const;  // terms

 private:
  void add(const RowView& row);

  std::unordered_set<std::uint32_t> games_;
};

// The first few items, as lines of a text format.
struct HeadOfFiles {
  std::string text;
  std::uint64_t items = 0;
};

struct ItemsWritten {
  std::string items;  // the kind of those read: "games", "positions" or "positions of games"
  std::uint64_t read = 0, written = 0;
  std::uint64_t unfinished = 0;  // games without a result, left out
  std::string out;               // the file

  struct Rest {
    std::string file;
    std::uint64_t written = 0;
    std::uint64_t unnamed = 0;  // positions that name no game, on either side
  };
  std::optional<Rest> rest = std::nullopt;  // of a split
};

struct RowsWritten {
  std::uint64_t rows = 0;
  std::string out;  // the file
};

struct DataSummary {
  bool is_whole = true;               // not stopped; otherwise nothing was written, and nothing is found
  std::vector<std::string> warnings;  // such as what skip_bad left out
  std::variant<std::monostate, GamesInfo, PositionsInfo, RowsInfo, HeadOfFiles, ItemsWritten, RowsWritten> found = {};
};

[[nodiscard]] nlohmann::ordered_json to_json(const DataSummary& summary);

}  // namespace hone::formats
