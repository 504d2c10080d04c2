// SPDX-License-Identifier: MIT
//
// What the rows are fitted to, and how much each of them counts: the outcome of the game, what a search said of the
// position, or a blend of both; every row alike, every game alike, or late rows more than early ones.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "data/rows.hpp"
#include "tuner/fit/row_scores.hpp"

namespace hone {

struct TargetOptions {
  // Share of the searched score, as a probability of its own scale, in the target; rows without score keep the
  // outcome.
  double blend = 0;
  bool equal_games = false;   // each game weighs the same, however many rows it has
  double half_life = 0;       // a row counts half as much as one so many rows after it; 0: all alike
  bool newest_first = false;  // the rows come the other way round

  void validate() const;  // throws Error naming the bound that is broken
};

class Targets {
 public:
  Targets() = default;
  // For these rows. score_k: the scale K of the searched scores.
  Targets(const RowSet& rows, const RowSelection& selection, const TargetOptions& options, double score_k);

  // How much more a game counts than once, such as in a resampled data set.
  using Multiplicity = std::unordered_map<std::uint32_t, float>;
  void set_multiplicity(Multiplicity games) { multiplicity_ = std::move(games); }

  [[nodiscard]] float target(const RowLabel& label) const;
  // row: its number in the set.
  [[nodiscard]] float weight(const RowLabel& label, std::size_t row) const;

 private:
  double blend_ = 0, score_scale_ = 0;
  double log2_decay_ = 0;                                  // a row
  std::size_t newest_ = 0;                                 // row
  std::unordered_map<std::uint32_t, float> rows_of_game_;  // none: rows count alike
  Multiplicity multiplicity_;                              // none: games count once
};

}  // namespace hone
