// SPDX-License-Identifier: MIT
//
// A weight of a run in words: value, change, error.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tuner/report/weight_changes.hpp"

namespace hone {

// Whole weights without decimals.
[[nodiscard]] std::string value_text(double value);
[[nodiscard]] std::string change_text(const WeightEstimate& weight);  // "+5"; nothing where it did not move
// "psqt.knight[2,5] (mg): 12 (+5 from 7), error 2.1, z 2.4, 1,234 positions", as far as it is known.
[[nodiscard]] std::string full_text(const WeightChanges& changes, std::size_t weight);

// The line of a table: name, start, value, change, error, z, positions.
[[nodiscard]] nlohmann::ordered_json weight_row(const WeightChanges& changes, std::size_t weight);

}  // namespace hone
