// SPDX-License-Identifier: MIT
//
// What rows were made from, in one line: rows with equal keys are equal. It is kept in the row file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/game_record.hpp"
#include "data/rows.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/game_split.hpp"
#include "tuner/formats/labelled_positions.hpp"
#include "tuner/learn/sampling_options.hpp"

namespace hone::learn {

// `weights` judge what is quiet and matter only where that is asked. Names and places of the files do not matter, but
// for the extensions that tell what is in them. Reads all files; throws Error when one cannot be read.
[[nodiscard]] std::string row_key(const std::vector<std::string>& files, const SamplingOptions& options,
                                  const Weights& weights);

// The samples of one game: pure work on one record, done on any thread.

struct Sample {
  std::uint64_t hash;  // of the position that the row is of
  Row row;
  float score = no_row_score;  // that a search gave the position, first player's view, centi-units
};

struct GameSamples {
  std::vector<Sample> samples;  // in order of the game
  SamplingSummary counts;       // rows and duplicates not yet known
  float target = 0.5F;
  std::uint32_t game = 0;  // id_of
};

using formats::id_of;

// Throws Error when the game does not follow the rules. `engine` judges what is quiet.
[[nodiscard]] GameSamples samples_of(const GameDriver& driver, Engine& engine, const GameRecord& game,
                                     const SamplingOptions& options);

// The samples of a batch of labelled positions: pure work on some lines, done on any thread.

struct PositionSample {
  formats::LabelledPosition label;  // without its text
  bool has_row = false;             // otherwise the position only counts
  std::uint64_t hash = 0;           // of the position that the row is of
  Row row;
};

struct PositionSamples {
  std::vector<PositionSample> samples;              // in order of the lines that could be read
  std::vector<std::pair<int, std::string>> faults;  // line and message of the others
  SamplingSummary counts;                           // games, rows and duplicates not yet known
};

// `engine` judges what is quiet. Without a score no position is too far from even.
[[nodiscard]] PositionSamples samples_of(const GameDriver& driver, Engine& engine, const formats::LineBatch& lines,
                                         formats::LabelParser& parser, const SamplingOptions& options);

}  // namespace hone::learn
