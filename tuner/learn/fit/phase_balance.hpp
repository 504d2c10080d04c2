// SPDX-License-Identifier: MIT
//
// How much each part of the game counts in a fit. Rows are spread over the phases as the games happen to be: most of
// them are middlegames, and of endings there are few. Shares of phases say how the weight in the loss is to be spread
// instead, by a factor for the rows of each phase.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/rows.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::text {
class Options;
}

namespace hone::learn {

// A phase counts steps from the first phase of the schema on, as tuner/formats/position_filter.hpp counts those of
// positions: chess has 0 (middlegame) to 24 (endgame).
[[nodiscard]] int phase_of(const PhasePoint& point, const Schema& schema);

struct PhaseShare {
  int first = 0, last = 0;  // phases, both belong to it
  double share = 0;         // of the weight of all rows, [0, 1]
};

struct PhaseBalance {
  // The phases named share the weight so; the others share the rest of it, spread among them as it was. Where the
  // shares sum to 1 the others count nothing. Shares of phases without rows fall to all others in proportion.
  std::vector<PhaseShare> shares = {};
  bool even = false;  // instead: every phase that has rows counts the same

  [[nodiscard]] bool any() const { return even || !shares.empty(); }
  void declare(text::Options& options);
  void validate() const;                      // throws Error naming the bound that is broken
  void validate(const Schema& schema) const;  // also that the game has these phases
};

// "0:7=0.3,8:24=0.7", one phase as "24=0.1"; "even"; or "asis", which changes nothing. Throws Error.
[[nodiscard]] PhaseBalance parse_phase_balance(std::string_view text);
[[nodiscard]] std::string show(const PhaseBalance& shares);

// For each row of the set the factor of its weight that gives the phases their shares of the sum of all weights, which
// stays what it is. The weights are those of `targets`. Throws Error for phases that the schema does not have.
[[nodiscard]] std::vector<float> balance_factors(const RowSet& rows, const Targets& targets, const Schema& schema,
                                                 const PhaseBalance& balance);

}  // namespace hone::learn
