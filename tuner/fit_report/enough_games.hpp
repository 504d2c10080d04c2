// SPDX-License-Identifier: MIT
//
// A plain word before the fit when there are too few games for so many weights.
//
// The games are the sample, whatever the number of positions, because positions of a game share its outcome. Ten
// events a coefficient is the old rule of thumb of logistic regression (Peduzzi et al., Journal of Clinical
// Epidemiology 49, 1996), and it fits: measured on 768 piece-square weights fitted from zero, without a penalty, to
// some 7,900 chess games and judged by games held out, 0.4 games a weight predict far worse than five material values,
// 1.1 still worse, 3.6 and 8 better.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "data/rows.hpp"
#include "tuner/fit/fit.hpp"

namespace hone {

inline constexpr std::size_t games_per_weight = 10;

// games: trained on. weights: fitted, that some position has. Nothing when there are enough.
[[nodiscard]] std::optional<std::string> too_few_games(std::size_t games, std::size_t weights);

// The same before any fit: for the rows that these options train on.
[[nodiscard]] std::optional<std::string> too_few_games(const RowSet& rows, const Schema& schema,
                                                       const FitOptions& options);

}  // namespace hone
