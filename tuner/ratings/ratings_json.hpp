// SPDX-License-Identifier: MIT
//
// Ratings for programs: all that is known of them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/ratings/ratings.hpp"

namespace hone {

[[nodiscard]] nlohmann::ordered_json to_json(const RatingSummary& summary, const RatingOptions& options,
                                             const RatedGames& games);

}  // namespace hone
