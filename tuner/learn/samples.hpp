// SPDX-License-Identifier: MIT
//
// From recorded games and labelled positions to samples: the positions that become training rows, with their counts of
// features. All of this is pure work on one game or on some lines, and may be done on any thread. row_key says in one
// line what a set of rows was made from.
#pragma once

#include <cstdint>
#include <stop_token>
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
#include "tuner/learn/tree_samples.hpp"

namespace hone::learn {

// A position of a game, without its row.
struct Sample {
  std::uint64_t hash;          // of the position that the row describes
  float score = no_row_score;  // that a search gave the position, from the first player's view, in centi-units
  float value = no_row_value;  // of RowLabel, where the target asks for one
  std::string position = {};   // that the row describes, as its game writes it; empty unless the options ask for it
  std::vector<std::int16_t> sides = {};  // FactorCounter::count; empty unless the options ask for it
};

struct GameSamples {
  std::vector<Sample> samples;   // in the order of the game; where the options ask for it, no position twice
  RowList rows;                  // of these
  std::vector<TreeSample> tree;  // from inside the searches of some of them
  SamplingSummary counts;        // without rows and duplicates of other games, which are not known yet
  float target = 0.5F;
  float weight = 1;         // of the game
  std::uint32_t game = 0;   // id_of
  std::uint64_t moves = 0;  // stats::fingerprint
};

using formats::id_of;

// A labelled position.
struct LabelledSamples {
  formats::LabelledPosition label;    // without its text
  std::size_t samples = 0;            // how many it gives; none: the position is only counted
  std::vector<TreeSample> tree = {};  // from inside the search of the position, if it was searched
};

struct PositionSamples {
  std::vector<LabelledSamples> positions;  // in the order of the lines that could be read
  std::vector<Sample> samples;             // of all of them; score and value stand in the label
  RowList rows;                            // of the samples
  std::vector<BadEntry> faults;            // of the lines that could not be read
  SamplingSummary counts;                  // without games, rows and duplicates, which are not known yet
};

// The samples of one game. Throws Error when the game does not follow the rules. After a stop the result is of no
// use.
[[nodiscard]] GameSamples samples_of(const GameDriver& driver, SamplingEngines& engines, const GameRecord& game,
                                     const SamplingOptions& options, const std::stop_token& stop = {});

// The samples of a batch of labelled positions. A position without a score is never too far from even. After a stop
// the result is of no use.
[[nodiscard]] PositionSamples samples_of(const GameDriver& driver, SamplingEngines& engines,
                                         const formats::LineBatch& lines, formats::LabelParser& parser,
                                         const SamplingOptions& options, const std::stop_token& stop = {});

// A line that says what rows were made from; rows with equal keys are equal. The row file keeps it. `weights` judge
// what is quiet, and search, and matter only where the options ask for that. Of the names of the files only the
// extensions matter. Reads all files; throws Error when one cannot be read.
[[nodiscard]] std::string row_key(const std::vector<std::string>& files, const SamplingOptions& options,
                                  const Weights& weights);

}  // namespace hone::learn
