// SPDX-License-Identifier: MIT
//
// Choosing groups of weights by name: "psqt.*" is every group whose name begins with "psqt.".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema.hpp"

namespace hone::text {
class Options;
}

namespace hone::learn {

struct FitOptions;

// '*' stands for any text, also the empty one; every other character stands for itself.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view name);

// "psqt.*,material.*", as options have it; none: all, which "*" alone says. Throws Error where there is no pattern.
[[nodiscard]] std::vector<std::string> parse_group_patterns(std::string_view text);
// Declares --groups of a fit: all, unless it is given.
void declare_group_patterns(text::Options& options, std::vector<std::string>& groups, std::string_view help);

// For every term, whether its group matches one of the patterns; without patterns, true for all. Throws Error that
// names the existing groups when a pattern matches none of them.
[[nodiscard]] std::vector<bool> terms_of_groups(const Schema& schema, std::span<const std::string> patterns);

// The patterns of the groups that a fit moves: those of the options where they name some; otherwise all (no pattern),
// but of a schema that is not linear the linear groups alone unless FitOptions::second_order.
[[nodiscard]] std::vector<std::string> fitted_groups(const Schema& schema, const FitOptions& options);

// Throws Error that names the option and the first pattern of it that matches no group, for constraints that do not fit
// the schema, and for phases that the game does not have. Asked before any data are read.
void require_groups(const Schema& schema, const FitOptions& options);

}  // namespace hone::learn
