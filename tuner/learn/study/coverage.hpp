// SPDX-License-Identifier: MIT
//
// How much data there is for each weight: the numbers of rows and of games in which its feature occurs, and a warning
// when there are too few games for the number of weights.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/row_selection.hpp"

namespace hone::learn {

// How many games each weight needs. The games are the sample, whatever the number of positions, because positions of a
// game share its outcome. Ten events per coefficient is the old rule of thumb of logistic regression (Peduzzi et al.,
// Journal of Clinical Epidemiology 49, 1996). It agrees with a measurement on 768 piece-square weights fitted from
// zero, without a penalty, to about 7,900 chess games and judged on held-out games: with 0.4 games per weight they
// predict far worse than five material values, with 1.1 still worse, with 3.6 and 8 better.
inline constexpr std::size_t games_per_weight = 10;

// A sample in which a few games weigh nearly everything is worth no more than those few. The effective number of games
// is that of equal games which would tell as much (Kish: Survey Sampling, 1965, 11.7): (sum of w)^2 / sum of w^2, where
// w is what the positions of a game weigh together.
struct Occurrence {
  std::size_t positions = 0, games = 0;
  double effective_games = 0;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

struct Coverage {
  Occurrence all;
  std::vector<Occurrence> weights;   // indexed like Weights::values; only where the phase has a share above 0
  std::vector<Occurrence> groups;    // in the schema's order, of any weight of the group
  std::vector<double> mean_squares;  // of each weight: mean square of its factor in the score of a row
};

// Counts the selected rows in one pass. targets: how much each row weighs.
[[nodiscard]] Coverage count_coverage(const RowSet& rows, const RowSelection& selection, const Schema& schema,
                                      const Targets& targets = {});

// The warning for this number of games trained on and of fitted weights that some position has; nothing when the games
// are enough.
[[nodiscard]] std::optional<std::string> too_few_games(std::size_t games, std::size_t weights);

// The same for the rows of a coverage, and a warning when they weigh so unevenly that they are worth few games.
[[nodiscard]] std::optional<std::string> too_few_games(const Occurrence& trained_on, std::size_t weights);

// The same before a fit, for the rows that these options train on.
[[nodiscard]] std::optional<std::string> too_few_games(const RowSet& rows, const Schema& schema,
                                                       const FitOptions& options);

}  // namespace hone::learn
