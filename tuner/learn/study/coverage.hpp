// SPDX-License-Identifier: MIT
//
// What the rows know of each weight: in how many of them, and of how many games, its feature counts anything.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {

struct Occurrence {
  std::size_t positions = 0, games = 0;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

struct Coverage {
  Occurrence all;
  std::vector<Occurrence> weights;  // indexed like Weights::values: the stage has a share above 0 as well
  std::vector<Occurrence> groups;   // in the schema's order: any weight of the group
};

// One pass over the rows.
[[nodiscard]] Coverage count_coverage(const RowSet& rows, const RowSelection& selection, const Schema& schema);

// A plain word before the fit when there are too few games for so many weights.
//
// The games are the sample, whatever the number of positions, because positions of a game share its outcome. Ten
// events a coefficient is the old rule of thumb of logistic regression (Peduzzi et al., Journal of Clinical
// Epidemiology 49, 1996), and it fits: measured on 768 piece-square weights fitted from zero, without a penalty, to
// some 7,900 chess games and judged by games held out, 0.4 games a weight predict far worse than five material values,
// 1.1 still worse, 3.6 and 8 better.

inline constexpr std::size_t games_per_weight = 10;

// games: trained on. weights: fitted, that some position has. Nothing when there are enough.
[[nodiscard]] std::optional<std::string> too_few_games(std::size_t games, std::size_t weights);

// The same before any fit: for the rows that these options train on.
[[nodiscard]] std::optional<std::string> too_few_games(const RowSet& rows, const Schema& schema,
                                                       const FitOptions& options);

}  // namespace hone::learn
