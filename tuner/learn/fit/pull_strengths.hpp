// SPDX-License-Identifier: MIT
//
// How hard a fit pulls its weights: towards their prior (the ridge), and neighbouring weights towards each other
// (smoothness). Both are shares of the starting loss: a ridge of 0.001 costs a thousandth of it when one weight is 100
// centi-units from its prior, and a smoothness of 0.001 costs as much when two neighbours are 100 apart. Twice as far
// costs four times as much. Where weights back off to their parts (back_off.hpp), the ridge pulls them to what these
// say.
#pragma once

#include <cstddef>
#include <vector>

namespace hone::learn {

// Fewer games to learn from do not tell how strong pulls are to be, which then are the usual ones.
inline constexpr std::size_t least_games_of_strengths = 25;
inline constexpr double default_ridge = 1e-3, default_back_off = 1;

// The strengths of one group at one phase.
struct GroupPull {
  std::size_t group = 0;  // in the schema's order
  int phase = 0;
  double ridge = 0, smooth = 0;  // smooth: 0 also where the group has no neighbours

  friend bool operator==(const GroupPull&, const GroupPull&) = default;
};

struct PullStrengths {
  // One ridge and one smoothness for all groups, times the factors of FitOptions::group_ridge.
  PullStrengths(double common_ridge = 0, double common_smooth = 0) : ridge(common_ridge), smooth(common_smooth) {}

  [[nodiscard]] PullStrengths times(double factor) const {
    PullStrengths result(ridge * factor, smooth * factor);
    result.back_off = back_off;
    for (GroupPull pull : groups) {
      pull.ridge *= factor;
      pull.smooth *= factor;
      result.groups.push_back(pull);
    }
    return result;
  }

  double ridge, smooth;
  double back_off = 0;  // how hard the parts are held, as a share of the ridge of their terms; 0: no back-off
  std::vector<GroupPull> groups = {};  // found from the data; where there are any, nothing else counts
};

}  // namespace hone::learn
