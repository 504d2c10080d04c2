// SPDX-License-Identifier: MIT
//
// A sequential test as an option: "0,5" for the two bounds, "elo0=0,elo1=5,alpha=0.05" for more, or "off".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tuner/stats/statistics.hpp"

namespace hone::text {
struct Option;
class Options;
}  // namespace hone::text

namespace hone::stats {

// What the bounds of a test are counted in: "nElo" for normalised Elo, or "Elo".
[[nodiscard]] const char* unit_of(EloModel model);
[[nodiscard]] std::string bounds_text(const SprtOptions& test);  // "[0, 5] nElo"

text::Option& declare(text::Options& options, std::string_view name, std::optional<SprtOptions>& test,
                      std::string_view help);

}  // namespace hone::stats
