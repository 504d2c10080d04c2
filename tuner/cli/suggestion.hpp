// SPDX-License-Identifier: MIT
//
// "Did you mean ...?"
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hone {

// " (did you mean 'depth'?)" for the candidate nearest to a misspelt word, or nothing when none is near.
[[nodiscard]] std::string suggestion(std::string_view misspelt, std::span<const std::string> candidates);

}  // namespace hone
