// SPDX-License-Identifier: MIT
//
// Choosing groups of weights by name: "psqt.*" is every group whose name begins with "psqt.".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema.hpp"

namespace hone::learn {

// '*' stands for any text, also none; every other character for itself.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view name);

// For every term whether its group matches one of the patterns; all of them when there is no pattern.
// Throws Error naming the groups there are when a pattern matches none.
[[nodiscard]] std::vector<bool> terms_of_groups(const Schema& schema, std::span<const std::string> patterns);

}  // namespace hone::learn
