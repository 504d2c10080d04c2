// SPDX-License-Identifier: MIT
//
// Which positions to keep: conditions on the label, the ply, the phase, and on how quiet the position is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/dataset.hpp"

namespace hone::formats {

// What to do with a position whose static evaluation cannot be trusted.
enum class Quiet : std::uint8_t {
  keep,    // nothing: its own row
  leaf,    // the row is that of the end of its quiescence line
  filter,  // drop it when the move played was noisy, or the static and the quiescence score differ
};

// Turns the board into that whose row stands for it, after `quiet`; returns false when it is to be dropped. `played` is
// the move that was chosen there, if known; `margin` in centi-units, for Quiet::filter.
[[nodiscard]] bool make_quiet(Engine& engine, Board& board, std::optional<MoveCode> played, Quiet quiet, Score margin);

struct PositionFilterOptions {
  bool only_quiet = false;  // the move played is not noisy, static and quiescence score differ by quiet_margin at most
  Score quiet_margin = 60;  // centi-units
  bool no_check = false;
  std::optional<double> max_score;  // centi-units, either sign; a position without a score passes
  std::optional<int> min_ply, max_ply;
  // The phase counts steps from the first phase on: phase * steps of the schema + step. Chess: 0 middlegame .. 24
  // endgame.
  std::optional<int> min_phase, max_phase;
  std::vector<double> results;  // shares of the first player; none: all
};

[[nodiscard]] int phase_of(const Board& board, const Schema& schema);
// The largest phase of the schema.
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

}  // namespace hone::formats
