// SPDX-License-Identifier: MIT
//
// Reading moves in games where each has exactly one spelling.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "games/game.hpp"

namespace hone {

// Returns the legal move that is written like this, if there is one.
template <class G>
[[nodiscard]] std::optional<typename G::Move> legal_move_spelt(const typename G::Position& pos, std::string_view text) {
  MoveList<G> legal;
  G::legal_moves(pos, legal);
  const auto* const found =
      std::find_if(legal.begin(), legal.end(), [&](const auto& move) { return G::to_text(pos, move) == text; });
  if (found == legal.end()) return std::nullopt;
  return *found;
}

}  // namespace hone
