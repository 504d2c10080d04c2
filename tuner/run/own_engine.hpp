// SPDX-License-Identifier: MIT
//
// This program's engine as what a run tunes.
#pragma once

#include <string>

#include "tuner/run/tuned.hpp"

namespace hone::run {

class OwnEngine final : public Tuned {
 public:
  // The driver must outlive this object.
  explicit OwnEngine(const GameDriver& driver) : driver_(driver) {}

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const Schema& schema() const override { return driver_.schema(); }
  [[nodiscard]] bool reproducible() const override { return true; }
  void require_possible(const RunOptions& options) const override;
  [[nodiscard]] Weights judges(const Weights& weights) const override { return weights; }
  [[nodiscard]] play::Entrant entrant(std::string name, const Weights& weights,
                                      const EngineOptions& options) const override;
  play::SelfPlaySummary self_play(const Weights& weights, const play::SelfPlayOptions& options,
                                  const std::filesystem::path& file, const std::stop_token& stop,
                                  const play::PlayProgress& progress, play::GameSupply* supply) const override;
  [[nodiscard]] std::optional<learn::SamplingSummary> rows(const RowsWanted& wanted, Weights& best, RowSet& rows,
                                                           const std::stop_token& stop,
                                                           const learn::SamplingProgress& progress) const override;

 private:
  const GameDriver& driver_;
};

}  // namespace hone::run
