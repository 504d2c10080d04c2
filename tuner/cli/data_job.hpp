// SPDX-License-Identifier: MIT
//
// What `hone data` does with files of games or positions, or of rows (tuner/cli/row_job.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/formats/file_kind.hpp"
#include "tuner/formats/position_filter.hpp"

namespace hone::cli {

struct DataJob {
  std::string action;  // "info", "head", "convert", "filter", "dedupe", "split", "shuffle", "merge"
  std::vector<std::string> files;
  const GameDriver* driver = nullptr;  // not of rows
  std::string names;                   // of rows as text; empty: the file beside each
  std::string out, rest;
  std::uint64_t count = 10;  // of head
  double share = 0.1;        // of split: what goes to out
  std::uint64_t seed = 1;    // of split and shuffle
  std::string weights = "material";
  WeightsWarning warn;  // is told of groups that the weights file lacks; without it they are an error
  formats::PositionFilterOptions filter;
  bool skip_bad = false;

  [[nodiscard]] bool only_reads() const { return action == "info" || action == "head"; }
  [[nodiscard]] bool reads_games() const { return formats::is_of_games(formats::kind_of(files.front())); }
  [[nodiscard]] bool reads_rows() const { return formats::is_of_rows(formats::kind_of(files.front())); }
  // Otherwise positions.
  [[nodiscard]] bool writes_games() const { return formats::is_of_games(formats::kind_of(out)); }
  [[nodiscard]] bool writes_rows() const { return formats::is_of_rows(formats::kind_of(out)); }
};

struct DataSummary {
  bool is_whole = true;  // not stopped; otherwise nothing was written
  std::string report;
  nlohmann::ordered_json json;
  std::vector<std::string> warnings;  // such as what skip_bad left out
};

// `progress` is told how many items were read.
[[nodiscard]] DataSummary run_data_job(const DataJob& job, const std::stop_token& stop,
                                       const std::function<void(std::uint64_t)>& progress);

}  // namespace hone::cli
