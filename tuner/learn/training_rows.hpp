// SPDX-License-Identifier: MIT
//
// The rows that a fit learns from, and the weights it starts from. Rows are taken from files of rows, or made of games
// and positions and kept in a file for the next time.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/schema.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/row_sources.hpp"
#include "tuner/learn/products/side_counts.hpp"
#include "tuner/learn/sampling.hpp"
#include "tuner/learn/sampling_options.hpp"

namespace hone::learn {

// hone's own game of this schema; nullptr when there is none.
[[nodiscard]] const GameDriver* find_game(const Schema& schema);

// The weights of this name (engine/named_weights.hpp), with the constraints of the schema as well as their own. Of a
// schema that is none of hone's games, zero alone is known by name, and any other name is a file. Throws Error when the
// file cannot be used.
[[nodiscard]] Weights starting_weights(const Schema& schema, const std::string& name, const WeightsWarning& warn = {});

// As read_row_sources does it. Throws Error when the rows are not those of the game wanted, unless that is nullptr.
[[nodiscard]] formats::RowSource take_rows(const std::vector<std::string>& files,
                                           const formats::RowSourceOptions& options, const GameDriver* wanted);

// Throws Error where the target asks for values (RowLabel::value) that rows of these files lack, or that were made for
// another target.
void require_values(const std::vector<std::string>& files, const RowSet& rows, const Target& target);

// What `auto` comes to for these files: the target that rows of all of them were made for where they say one, otherwise
// as Target::settled says. Any other target is as it is.
[[nodiscard]] Target settled_target(const Target& target, const std::vector<std::string>& files);

// The same when the rows are there: where `auto` was wanted and no position of a game has a searched score, or a value
// that the settled target takes, it is the outcome after all.
[[nodiscard]] Target settled_target(const Target& wanted, const Target& settled, const RowSet& rows);

struct RowMaking {
  std::vector<std::string> files;  // of games and of labelled positions
  SamplingOptions sampling;
  std::filesystem::path folder;  // for a temporary file that all rows fit in
  // A row file. Rows in it are taken as they are if they were made from the same files in the same way, otherwise they
  // are replaced. Empty: rows are made anew each time.
  std::filesystem::path cache;
  // What each player has in each row is wanted too, which a cache does not hold: rows are then made anew. The game must
  // tell the players apart.
  bool keep_sides = false;
  // A text that is kept with the rows in the cache.
  std::function<std::string(const SamplingSummary&)> describe = nullptr;
};

struct MadeRows {
  RowSet rows;
  std::string description;                  // by `describe`, now or when the rows in the cache were made
  std::optional<SamplingSummary> sampling;  // nothing where the rows are those of the cache
  std::vector<std::string> warnings;        // what skip_bad left out, one text a file
  std::optional<double> score_k;            // scale of the searched scores; nothing unless all files are of games
  SideCounts sides = {};                    // where the making asks for it
};

// `weights` judge what is quiet. Nothing when stopped. Throws Error with file and line where a file cannot be read, and
// when the cache is a file other than of rows, which is never replaced.
[[nodiscard]] std::optional<MadeRows> make_rows(const GameDriver& driver, const Weights& weights,
                                                const RowMaking& making, const std::stop_token& stop = {},
                                                const SamplingProgress& progress = {});

}  // namespace hone::learn
