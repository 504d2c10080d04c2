// SPDX-License-Identifier: MIT
//
// From files of recorded games and of labelled positions to training rows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/labelled_positions.hpp"
#include "tuner/formats/seen_hashes.hpp"
#include "tuner/learn/products/side_counts.hpp"
#include "tuner/learn/samples.hpp"
#include "tuner/learn/sampling_options.hpp"

namespace hone::learn {

// Called in the order of the games or lines, from one thread at a time; may take the rows out of the set.
using SamplingProgress = std::function<void(const SamplingSummary&)>;

// Games of two runs with one seed have the same id, though they are not the same game.
class GameIds {
 public:
  // An id that no game of other moves has: the given one if that is so, as it is the same in every data set.
  [[nodiscard]] std::uint32_t distinct(std::uint32_t id, std::uint64_t moves);

 private:
  std::unordered_map<std::uint32_t, std::uint64_t> moves_;
};

// Adds rows to a set, game by game. Positions that gave a row, and game ids, are remembered from file to file.
class Sampler {
 public:
  // `weights` judge what is quiet, and search where SamplingOptions ask for that.
  Sampler(const GameDriver& driver, Weights weights, const SamplingOptions& options);

  // Adds the games of a file (tuner/formats/game_source.hpp); the rows of one game share an id (id_of, GameIds). Games
  // without a result are counted and left out. Returns false when stopped; the rows are then those of the first games
  // of the file. Throws Error when the file is damaged or a game does not follow the rules, with the file and the line
  // or the number of the game.
  bool add_games(const std::filesystem::path& file, RowSet& rows, const std::stop_token& stop = {},
                 const SamplingProgress& progress = {});

  // Adds the labelled positions of a file (tuner/formats/labelled_positions.hpp) that SamplingOptions let pass;
  // per_game does not apply. A position without a score is never too far from even. Throws Error with file and line,
  // and for a target that needs whole games.
  bool add_positions(const std::filesystem::path& file, RowSet& rows, const std::stop_token& stop = {},
                     const SamplingProgress& progress = {});

  [[nodiscard]] const SamplingSummary& summary() const { return summary_; }
  // What SamplingOptions::skip_bad left out, one text for each file.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
  // The position of each row that was added since the last call, in the order of the rows; SamplingOptions must ask for
  // them. Rows from inside of searches have none.
  [[nodiscard]] std::vector<std::string> take_positions() { return std::exchange(positions_, {}); }
  // What each player has in each row that was added; SamplingOptions must ask for it. Of rows from inside of searches
  // nothing is known.
  [[nodiscard]] SideCounts take_sides() { return std::exchange(sides_, SideCounts(sides_.factors())); }

 private:
  [[nodiscard]] bool keeps(const Sample& sample);
  void take(const GameSamples& game, RowSet& rows);
  void take(const PositionSamples& found, formats::GameNumbers& games, RowSet& rows);
  void take_tree(const LabelledSamples& position, std::uint32_t game, RowSet& rows);
  void add_tree(const std::vector<TreeSample>& tree, RowLabel label, RowSet& rows);
  void keep_asked_for(const Sample& sample);
  void settle(const Faults& faults);
  [[nodiscard]] std::shared_ptr<SamplingEngines> make_engines() const {
    return std::make_shared<SamplingEngines>(sampling_engines(driver_, weights_, options_));
  }

  const GameDriver& driver_;
  Weights weights_;
  SamplingOptions options_;
  SamplingSummary summary_;
  GameIds game_ids_;
  std::uint32_t next_game_ = 0;  // id for labelled positions, whose games have no seed
  formats::SeenHashes seen_;
  std::vector<std::string> warnings_;
  std::vector<std::string> positions_;
  SideCounts sides_;
};

}  // namespace hone::learn
