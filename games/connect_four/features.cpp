// SPDX-License-Identifier: MIT
#include "games/connect_four/features.hpp"

namespace hone::connect_four {

int zugzwang(Squares starter_threats, Squares follower_threats) {
  const Squares threats = starter_threats | follower_threats;
  Squares lowest = 0;
  for (int col = 0; col < cols; ++col) lowest |= threats & column(col) & (~(threats & column(col)) + 1);

  const int odd_of_starter = std::popcount(lowest & starter_threats & odd_rows);
  const int odd_of_follower = std::popcount(lowest & follower_threats & odd_rows);
  if (odd_of_starter > odd_of_follower) return +1;
  return (lowest & follower_threats & even_rows) != 0 ? -1 : 0;
}

}  // namespace hone::connect_four
