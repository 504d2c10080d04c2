// SPDX-License-Identifier: MIT
//
// Finds by search who wins a position with one piece more than the solved endings have: a side has won, or cannot lose,
// if it reaches solved endings that are at least as good for it, whatever the other side does. Captures and the few
// quiet moves before them are searched deeper and deeper. Positions in which pieces can go to and fro for ever without
// loss stay open.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "games/checkers/endings.hpp"
#include "games/checkers/position.hpp"

namespace hone::checkers {

class EndingSearch {
 public:
  struct Bounds {
    int depth = 24;       // plies at most, captures not counted
    int nodes = 200'000;  // positions at most
  };

  EndingSearch(const Endings& endings, Bounds bounds) : endings_(endings), bounds_(bounds) {}

  // Utility under best play, seen by the side to move, if it was found.
  [[nodiscard]] std::optional<int> value(const Position& pos);

 private:
  // What is known of a question: `plies` that do not suffice, or that it is answered.
  struct Known {
    int plies = -1;
    bool holds = false;
  };

  // Whether the side to move, or with `mover` false the other side, can make sure of `goal` for itself.
  [[nodiscard]] bool reaches(const Position& pos, int goal, bool mover, int plies);
  [[nodiscard]] bool after_moves(const Position& pos, int goal, bool mover, int plies);

  const Endings& endings_;
  Bounds bounds_;
  int nodes_ = 0;
  std::unordered_map<std::uint64_t, Known> known_;
};

}  // namespace hone::checkers
