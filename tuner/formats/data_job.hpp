// SPDX-License-Identifier: MIT
//
// Jobs on files of games, positions or rows: to inspect, convert, filter, deduplicate, split, shuffle and merge them.
//
//     DataJob job{.action = DataAction::convert, .files = {"a.pgn"}, .out = "a.csv"};
//     job.driver = &game_of(job.files.front());
//     job.validate();
//     const DataSummary summary = run_data_job(job);
//
// Games become positions where the name of `out` asks for positions. Output is there when it is complete. Memory does
// not grow with the files, but for 11 to 22 bytes an item of dedupe and info.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/formats/data_summary.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/position_filter.hpp"

namespace hone::formats {

enum class DataAction : std::uint8_t {
  info,     // count what is in the files
  head,     // the first few items as text, in the format of the first file
  convert,  // write in the format that `to` or the name of `out` asks for
  filter,   // keep the positions that pass all conditions
  dedupe,   // keep the first of equal positions, or of games with equal moves
  split,    // whole games to `out` or `rest`, by a hash of the game
  shuffle,  // in random order
  merge,    // one file after the other, games renumbered
};
// The names of the actions, in their order.
[[nodiscard]] std::span<const std::string_view> data_action_names();
[[nodiscard]] std::string_view to_string(DataAction action);
// Throws Error naming the actions there are.
[[nodiscard]] DataAction parse_data_action(std::string_view name);

struct DataJob {
  DataAction action = DataAction::info;
  std::vector<std::string> files;      // of games, or of positions, or of rows; all of one game
  const GameDriver* driver = nullptr;  // the game; needed unless the files are of rows
  std::string names;                   // the names file of rows as text; empty: the one beside each
  std::string out, rest;               // `rest` is where a split writes the games that do not go to `out`
  std::string to;                      // the name of the format to write; empty: as the names of `out` and `rest` say
  std::filesystem::path folder;        // for temporary files; empty: the working directory
  std::uint64_t count = 10;            // how many items head takes
  double share = 0.1;                  // of the games, that split writes to `out`
  std::uint64_t seed = 1;              // of split and shuffle
  std::string weights = "material";    // that judge what is quiet (engine/named_weights.hpp)
  WeightsWarning warn = {};            // is told of groups that the weights file lacks; without it they are an error
  PositionFilterOptions filter;
  bool skip_bad = false;  // leave out what cannot be read, instead of refusing the file

  [[nodiscard]] bool only_reads() const { return action == DataAction::info || action == DataAction::head; }
  [[nodiscard]] Content reads() const { return format_of(files.front()).holds(); }
  [[nodiscard]] Content writes() const { return output_format(out, to).holds(); }

  // Throws Error where files, action and output do not go together.
  void validate() const;
};

// `progress` is told how many items were read. Throws Error where a file cannot be read or written.
[[nodiscard]] DataSummary run_data_job(const DataJob& job, const std::stop_token& stop = {},
                                       const std::function<void(std::uint64_t)>& progress = {});

}  // namespace hone::formats
