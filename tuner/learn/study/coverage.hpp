// SPDX-License-Identifier: MIT
//
// How much data there is for each weight: the numbers of rows and of games in which its feature occurs, and a warning
// when there are too few games.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/weight_constraints.hpp"

namespace hone::learn {

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

// Counts the selected rows in one pass. targets: how much each row weighs. ties: null, or what is tied: a weight then
// occurs where its class does, with the sum of the class's factors.
[[nodiscard]] Coverage count_coverage(const RowSet& rows, const RowSelection& selection, const Schema& schema,
                                      const Targets& targets = {}, const WeightConstraints* ties = nullptr);

// A warning when the games learnt from weigh so unevenly that they are worth few, or are too few to learn from, or when
// the games held out are too few to judge by: fewer than least_games_to_judge. What more games than that would buy is
// told by the learning curve (learning_curve.hpp), not by a rule. heldout: nothing where none were to be.
[[nodiscard]] std::optional<std::string> too_few_games(const Occurrence& trained_on, std::optional<double> heldout);

// The same before a fit, for the rows that these options train on.
[[nodiscard]] std::optional<std::string> too_few_games(const RowSet& rows, const Schema& schema,
                                                       const FitOptions& options);

}  // namespace hone::learn
