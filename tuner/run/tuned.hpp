// SPDX-License-Identifier: MIT
//
// What a run tunes: this program's engine with a weight set (tuner/run/own_engine.hpp), or an engine of somebody else
// whose options are the weights (tuner/run/foreign_engine.hpp). All else of a run, from the journal to the page, is the
// same for both.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/learn/sampling.hpp"
#include "tuner/play/entrant.hpp"
#include "tuner/play/self_play.hpp"

namespace hone::run {

struct RunOptions;

// What the rows of a generation are made of.
struct RowsWanted {
  std::vector<std::filesystem::path> games;  // the files of the window, the newest first
  learn::SamplingOptions sampling;           // with its seed, threads, target and scale
  std::filesystem::path folder;              // for temporary files
  // Where work is kept that goes on after an interruption. It is gone when the rows are there.
  std::filesystem::path work;
};

class Tuned {
 public:
  Tuned() = default;
  Tuned(const Tuned&) = delete;
  Tuned& operator=(const Tuned&) = delete;
  virtual ~Tuned() = default;

  // The rules that games are played by.
  [[nodiscard]] virtual const GameDriver& driver() const = 0;
  // Of all weights of the run.
  [[nodiscard]] virtual const Schema& schema() const = 0;
  // Whether it comes to the same bytes again, under reproducible limits.
  [[nodiscard]] virtual bool reproducible() const = 0;

  // Throws Error for options that a run of it cannot have.
  virtual void require_possible(const RunOptions& options) const = 0;

  // The weights with which this program's engine judges openings and old positions, where `weights` play.
  [[nodiscard]] virtual Weights judges(const Weights& weights) const = 0;

  [[nodiscard]] virtual play::Entrant entrant(std::string name, const Weights& weights,
                                              const EngineOptions& options) const = 0;

  // Plays games of these weights against themselves, on after those that are in the file. They come from `supply` where
  // there is one, which takes a player that is reproducible.
  virtual play::SelfPlaySummary self_play(const Weights& weights, const play::SelfPlayOptions& options,
                                          const std::filesystem::path& file, const std::stop_token& stop,
                                          const play::PlayProgress& progress, play::GameSupply* supply) const = 0;

  // The rows of the games, for a fit that starts from the best weights. Constraints that hold near these weights alone
  // are added to `best` (data/constraints.hpp). Nothing when stopped.
  [[nodiscard]] virtual std::optional<learn::SamplingSummary> rows(const RowsWanted& wanted, Weights& best,
                                                                   RowSet& rows, const std::stop_token& stop,
                                                                   const learn::SamplingProgress& progress) const = 0;
};

}  // namespace hone::run
