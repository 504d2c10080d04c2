// SPDX-License-Identifier: MIT
//
// From recorded games and labelled positions to samples: the positions that become training rows, with their counts of
// features. All of this is pure work on one game or on some lines, and may be done on any thread. row_key says in one
// line what a set of rows was made from.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "data/faults.hpp"
#include "data/game_record.hpp"
#include "data/rows.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/game_split.hpp"
#include "tuner/formats/labelled_positions.hpp"
#include "tuner/learn/sampling_options.hpp"

namespace hone::learn {

// A position of a game.
struct Sample {
  std::uint64_t hash;  // of the position that the row describes
  Row row;
  float score = no_row_score;  // that a search gave the position, from the first player's view, in centi-units
};

struct GameSamples {
  std::vector<Sample> samples;  // in the order of the game
  SamplingSummary counts;       // without rows and duplicates, which are not known yet
  float target = 0.5F;
  float weight = 1;        // of the game
  std::uint32_t game = 0;  // id_of
};

using formats::id_of;

// A labelled position.
struct PositionSample {
  formats::LabelledPosition label;  // without its text
  bool has_row = false;             // false: the position is only counted
  std::uint64_t hash = 0;           // of the position that the row describes
  Row row;
};

struct PositionSamples {
  std::vector<PositionSample> samples;  // in the order of the lines that could be read
  std::vector<BadEntry> faults;         // of the lines that could not
  SamplingSummary counts;               // without games, rows and duplicates, which are not known yet
};

// The samples of one game. Throws Error when the game does not follow the rules. `engine` judges what is quiet.
[[nodiscard]] GameSamples samples_of(const GameDriver& driver, Engine& engine, const GameRecord& game,
                                     const SamplingOptions& options);

// The samples of a batch of labelled positions. `engine` judges what is quiet. A position without a score is never too
// far from even.
[[nodiscard]] PositionSamples samples_of(const GameDriver& driver, Engine& engine, const formats::LineBatch& lines,
                                         formats::LabelParser& parser, const SamplingOptions& options);

// A line that says what rows were made from; rows with equal keys are equal. The row file keeps it. `weights` judge
// what is quiet and matter only where the options ask for that. Of the names of the files only the extensions matter.
// Reads all files; throws Error when one cannot be read.
[[nodiscard]] std::string row_key(const std::vector<std::string>& files, const SamplingOptions& options,
                                  const Weights& weights);

}  // namespace hone::learn
