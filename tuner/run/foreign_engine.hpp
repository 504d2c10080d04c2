// SPDX-License-Identifier: MIT
//
// An engine of somebody else as what a run tunes: it plays in processes of its own, its options are the weights or it
// reads them from a file, and the rows of its games are probed or printed (tuner/exchange/probe/probe.hpp). Each
// generation probes around the best values so far, so that weights in which the evaluation is linear near their value
// alone are tuned step by step, as Gauss and Newton have it.
#pragma once

#include <optional>
#include <string>

#include "tuner/exchange/probe/probe_settings.hpp"
#include "tuner/run/tuned.hpp"

namespace hone::run {

class ForeignEngine final : public Tuned {
 public:
  // Asks the engine for its options. `start`: values to begin with instead of its defaults, of some of its options or
  // of all; of a run that goes on, those it was begun with; of an engine that reads a file, all that it says. Throws
  // Error for wrong settings, for an engine that cannot be started, and for values outside of the bounds that it names.
  ForeignEngine(const GameDriver& driver, const exchange::ProbeSettings& settings, const std::optional<Weights>& start);

  // The values to begin with, of all options that are tuned.
  [[nodiscard]] const Weights& start() const { return start_; }

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const Schema& schema() const override { return start_.schema; }
  [[nodiscard]] bool reproducible() const override { return false; }
  void require_possible(const RunOptions& options) const override;
  // This program's own weights for the game.
  [[nodiscard]] Weights judges(const Weights& weights) const override;
  [[nodiscard]] play::Entrant entrant(std::string name, const Weights& weights,
                                      const EngineOptions& options) const override;
  play::SelfPlaySummary self_play(const Weights& weights, const play::SelfPlayOptions& options,
                                  const std::filesystem::path& file, const std::stop_token& stop,
                                  const play::PlayProgress& progress, play::GameSupply* supply) const override;
  [[nodiscard]] std::optional<learn::SamplingSummary> rows(const RowsWanted& wanted, Weights& best, RowSet& rows,
                                                           const std::stop_token& stop,
                                                           const learn::SamplingProgress& progress) const override;

 private:
  [[nodiscard]] play::Entrant file_entrant(play::PlayerSpec spec, const Weights& weights,
                                           const EngineOptions& options) const;

  const GameDriver& driver_;
  exchange::ProbeOptions probe_;
  Weights start_;
};

}  // namespace hone::run
