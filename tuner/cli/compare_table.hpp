// SPDX-License-Identifier: MIT
//
// What each algorithm looks at, over games, as a Markdown table.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/game_driver.hpp"

namespace hone {

// Nodes from the initial position with material weights. Without a depth each game is searched to the last one that
// minimax finishes with at most 300,000 leaves, nine at the most.
[[nodiscard]] std::string compare_table(std::span<const GameDriver* const> games, std::optional<Depth> depth);

}  // namespace hone
