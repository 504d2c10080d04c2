// SPDX-License-Identifier: MIT
//
// The results of sampling and fitting as JSON. from_json() throws an Error that names the key whose value is missing or
// wrong.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/validation.hpp"
#include "tuner/learn/sampling_options.hpp"
#include "tuner/learn/study/source_worth.hpp"

namespace hone::learn {

[[nodiscard]] nlohmann::ordered_json to_json(const SamplingSummary& summary);
void from_json(const nlohmann::ordered_json& json, SamplingSummary& summary);

[[nodiscard]] nlohmann::ordered_json to_json(const FitSummary& summary);
void from_json(const nlohmann::ordered_json& json, FitSummary& summary);  // all but seconds and k_at_limit

[[nodiscard]] nlohmann::ordered_json to_json(const CrossValidation& found);
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<GroupWorth>& worths);
[[nodiscard]] nlohmann::ordered_json to_json(const SourceWorth& worth, std::span<const std::string> names);

}  // namespace hone::learn
