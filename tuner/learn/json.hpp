// SPDX-License-Identifier: MIT
//
// What sampling and fitting came to, for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/validation.hpp"
#include "tuner/learn/sampling_options.hpp"

namespace hone::learn {

[[nodiscard]] nlohmann::ordered_json to_json(const SamplingSummary& summary);
[[nodiscard]] nlohmann::ordered_json to_json(const FitSummary& summary);
[[nodiscard]] nlohmann::ordered_json to_json(const CrossValidation& found);
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<GroupWorth>& worths);

}  // namespace hone::learn
