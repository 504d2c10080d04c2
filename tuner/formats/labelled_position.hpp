// SPDX-License-Identifier: MIT
//
// A position that something is known of: what became of its game, and what a search thought of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hone {

struct LabelledPosition {
  std::string position;                              // the game's position text
  double target = 0.5;                               // result for the first player, [0, 1]
  std::optional<double> score = std::nullopt;        // centi-units, first player's view
  std::optional<std::uint32_t> game = std::nullopt;  // positions of one game share it
  double weight = 1;                                 // share in a fit

  friend bool operator==(const LabelledPosition&, const LabelledPosition&) = default;
};

}  // namespace hone
