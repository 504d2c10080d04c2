// SPDX-License-Identifier: MIT
//
// What a search counted, and the figures that are made of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/search_types.hpp"

namespace hone {

// The b of 1 + b + b^2 + ... + b^depth = nodes (Russell and Norvig, Artificial Intelligence, section 3.6.1).
[[nodiscard]] double effective_branching(std::uint64_t nodes, Depth depth);

// Leaves of the least tree that proves a value, W^ceil(L/2) + W^floor(L/2) - 1 (Knuth and Moore 1975).
[[nodiscard]] double minimal_leaves(double width, Depth length);

// `depth`: of the longest line, or the depth asked for where that is less. Searches that deepen count every depth.
[[nodiscard]] std::string counters_text(const SearchCounters& counters, Depth depth, bool deepened);
[[nodiscard]] nlohmann::ordered_json counters_json(const SearchCounters& counters, Depth depth);

}  // namespace hone
