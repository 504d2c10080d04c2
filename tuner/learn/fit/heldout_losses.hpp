// SPDX-License-Identifier: MIT
//
// What weights are worth on games that they were not fitted to, by three yardsticks: the outcomes of the games, what
// the rows were fitted to, and the scores of the searches. Overall and phase by phase, because weights that predict
// outcomes best may do so by the endgames alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

struct LossChange {
  double start = 0;       // mean loss under the starting weights
  double fitted = 0;      // mean loss under the weights that are judged
  double gain_error = 0;  // standard error of start - fitted, with games as the sample
};

struct HeldoutLosses {
  std::string phase;                // the name of the schema, or "all"
  double rows = 0;                  // a row between two phases counts in both, with its share of each; 0: none weighs
  LossChange outcome = {};          // against the results of the games
  LossChange target;                // against what the rows are fitted to
  std::optional<LossChange> score;  // against the outcomes that the searched scores promise; nothing without scores
};

struct HeldoutQuestion {
  Loss loss = Loss::squared;
  const Targets* targets = nullptr;
  int threads = 1;
};

// All rows first, then each phase of a schema with several. Empty without rows. Both weights must have the same scale.
[[nodiscard]] std::vector<HeldoutLosses> heldout_losses(const RowSet& rows, const RowSelection& heldout,
                                                        const Weights& start, const Weights& fitted,
                                                        const HeldoutQuestion& question);

// The losses of which that of the outcomes tells best which of several fits to the same games is the stronger one,
// whatever they were fitted to: where there are several phases those of the first that has rows
// (tests/benchmarks/README.md). Null without any.
[[nodiscard]] const HeldoutLosses* telling_losses(const std::vector<HeldoutLosses>& losses);

}  // namespace hone::learn
