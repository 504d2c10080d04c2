// SPDX-License-Identifier: MIT
//
// The samples of a batch of labelled positions: pure work on some lines, done on any thread.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "engine/game_driver.hpp"
#include "tuner/dataset/labelled_positions.hpp"
#include "tuner/sampling/sampling_options.hpp"

namespace hone {

struct PositionSample {
  LabelledPosition label;  // without its text
  bool has_row = false;    // otherwise the position only counts
  std::uint64_t hash = 0;  // of the position that the row is of
  Row row;
};

struct PositionSamples {
  std::vector<PositionSample> samples;              // in order of the lines that could be read
  std::vector<std::pair<int, std::string>> faults;  // line and message of the others
  SamplingSummary counts;                           // games, rows and duplicates not yet known
};

// `engine` judges what is quiet. Without a score no position is too far from even.
[[nodiscard]] PositionSamples samples_of(const GameDriver& driver, Engine& engine, const LineBatch& lines,
                                         LabelParser& parser, const SamplingOptions& options);

}  // namespace hone
