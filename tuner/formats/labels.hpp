// SPDX-License-Identifier: MIT
//
// A position that something is known of: what became of its game, and what a search thought of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include "data/game_record.hpp"

namespace hone::formats {

struct LabelledPosition {
  std::string position;                              // the game's position text
  double target = 0.5;                               // result for the first player, [0, 1]
  std::optional<double> score = std::nullopt;        // centi-units, first player's view
  std::optional<std::uint32_t> game = std::nullopt;  // positions of one game share it
  double weight = 1;                                 // share in a fit

  friend bool operator==(const LabelledPosition&, const LabelledPosition&) = default;
};

// The result of a game in the spellings that training data use.

// "1-0", "0-1", "1/2-1/2" as 1, 0, 0.5; nothing for any other text.
[[nodiscard]] std::optional<double> parse_result(std::string_view text);

// A plain decimal number that is the whole text; nothing for any other text, infinities included.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

// The same within [0, 1].
[[nodiscard]] std::optional<double> parse_share(std::string_view text);

// The outcome of a game as a target: 1, 1/2 or 0 for the first player.
[[nodiscard]] float target_of(const Outcome& outcome);

}  // namespace hone::formats
