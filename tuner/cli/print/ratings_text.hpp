// SPDX-License-Identifier: MIT
//
// Ratings for people, and as CSV for spreadsheets.
#pragma once

#include <string>

#include "tuner/stats/ratings.hpp"

namespace hone::cli {

// What the ratings mean, the table, and who could not be rated and why.
[[nodiscard]] std::string report(const stats::RatingSummary& summary, const stats::RatingOptions& options,
                                 const stats::RatedGames& games);

// Chance in per cent that the player of the row is better than that of the column.
[[nodiscard]] std::string superiority_table(const stats::RatingSummary& summary);

// A header and one line a player.
[[nodiscard]] std::string ratings_csv(const stats::RatingSummary& summary);

}  // namespace hone::cli
