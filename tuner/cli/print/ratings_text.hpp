// SPDX-License-Identifier: MIT
//
// Ratings as text, and as CSV for spreadsheets.
#pragma once

#include <string>

#include "tuner/stats/ratings.hpp"

namespace hone::cli {

// Says what the ratings mean, shows the table, and names the players who could not be rated, and why.
[[nodiscard]] std::string report(const stats::RatingSummary& summary, const stats::RatingOptions& options,
                                 const stats::RatedGames& games);

// The chance, in per cent, that the player of the row is better than the player of the column.
[[nodiscard]] std::string superiority_table(const stats::RatingSummary& summary);

// A header, and a line for each player.
[[nodiscard]] std::string ratings_csv(const stats::RatingSummary& summary);

}  // namespace hone::cli
