// SPDX-License-Identifier: MIT
//
// Which positions to keep.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/dataset/dataset.hpp"

namespace hone {

struct PositionFilterOptions {
  bool only_quiet = false;  // the move played is not noisy, static and quiescence score differ by quiet_margin at most
  Score quiet_margin = 60;  // centi-units
  bool no_check = false;
  std::optional<double> max_score;  // centi-units, either sign; a position without a score passes
  std::optional<int> min_ply, max_ply;
  // The stage in steps from the first on: stage * steps of the schema + step. Chess: 0 middlegame .. 24 endgame.
  std::optional<int> min_phase, max_phase;
  std::vector<double> results;  // shares of the first player; none: all
};

[[nodiscard]] int phase_of(const Board& board, const Schema& schema);
// The largest phase there is.
[[nodiscard]] int last_phase(const Schema& schema);

class PositionFilter {
 public:
  // `weights` judge what is quiet.
  PositionFilter(const GameDriver& driver, const Weights& weights, const PositionFilterOptions& options);

  // Throws Error when the position does not say its ply, and it is asked for.
  [[nodiscard]] bool passes(const DatasetPosition& position) const;

 private:
  [[nodiscard]] bool passes_label(const LabelledPosition& label) const;
  [[nodiscard]] bool passes_ply(const DatasetPosition& position) const;
  [[nodiscard]] bool passes_phase(const Board& board) const;
  [[nodiscard]] bool is_quiet(const DatasetPosition& position) const;

  const Schema& schema_;
  PositionFilterOptions options_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace hone
