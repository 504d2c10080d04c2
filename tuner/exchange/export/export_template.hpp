// SPDX-License-Identifier: MIT
//
// Fills mustache templates (mustache(5)) with weights. What a template may name is listed in TEMPLATES.md.
#pragma once

#include <string>
#include <string_view>

#include "tuner/exchange/export/prepared_weights.hpp"

namespace hone::exchange {

inline constexpr std::uint64_t largest_template = std::uint64_t{1} << 20;  // bytes

// `file` is named in errors. Nothing is escaped. Throws Error with file and line for text that is no template, for a
// name that TEMPLATES.md does not list, for partials, and where two names of the file would be the same.
[[nodiscard]] std::string fill_template(std::string_view text, const std::string& file, const PreparedWeights& weights);

}  // namespace hone::exchange
