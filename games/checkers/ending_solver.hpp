// SPDX-License-Identifier: MIT
//
// Solves the endings of one material and of that with the sides exchanged (games/checkers/endings.hpp says how).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/checkers/ending_index.hpp"
#include "games/checkers/endings.hpp"

namespace hone::checkers {

// Two bits; for the side to move. `none` stands for numbers without a position.
enum class EndingValue : std::uint8_t { drawn, won, lost, none };

[[nodiscard]] constexpr int to_utility(EndingValue value) {
  return value == EndingValue::won ? 1 : value == EndingValue::lost ? -1 : 0;
}
[[nodiscard]] inline EndingValue unpacked(const std::vector<std::uint8_t>& values, std::uint64_t number) {
  return static_cast<EndingValue>(values[number / 4] >> number % 4 * 2 & 3);
}

class EndingSolver {
 public:
  // `endings` hold what captures and new kings lead to.
  EndingSolver(const Endings& endings, const Material& material);

  // Returns the most plies that were stepped back from the first decided positions.
  int run();

  [[nodiscard]] std::vector<std::uint8_t> packed(std::size_t which) const;  // 0: of the material, 1: of the exchanged

 private:
  // A byte for each position: what it is worth, or how many quiet moves are left to look at, with `way_out` added when
  // another move saves the side from losing.
  using State = std::uint8_t;
  static constexpr State way_out = 0x40, drawn = 0x80, won = 0x81, lost = 0x82, none = 0x83;
  [[nodiscard]] static constexpr bool is_open(State state) { return state < drawn; }

  // Where a position is found: which table, and its number there.
  struct Found {
    std::uint32_t table, number;
  };

  void look(std::uint32_t table);
  [[nodiscard]] State look_at(const Position& pos) const;
  [[nodiscard]] State after_captures(const Position& pos) const;
  [[nodiscard]] State after_quiet_moves(const Position& pos) const;
  [[nodiscard]] int after(Position pos, Move move) const;
  void step_back(Found found);
  void tell(std::uint32_t table, const Position& pos, bool won_by_next);

  const Endings& endings_;
  std::vector<EndingPositions> tables_;  // one where the exchanged material is the same
  std::array<std::vector<State>, 2> states_;
  std::vector<Found> now_, next_;  // decided positions to step back from, and those that this decides
};

}  // namespace hone::checkers
