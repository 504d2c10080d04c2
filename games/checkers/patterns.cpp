// SPDX-License-Identifier: MIT
#include "games/checkers/patterns.hpp"

#include <vector>

namespace hone::checkers {
namespace {

// Some places of a region, and the number of the first of their parts, one for each state of theirs.
struct PlaceGroup {
  std::vector<int> places;
  std::uint32_t first_part = 0;
};

std::vector<std::vector<int>> groups_of_places() {
  std::vector<std::vector<int>> groups;
  for (int i = 0; i < pattern_squares; ++i) {
    groups.push_back({i});
    for (int j = i + 1; j < pattern_squares; ++j) groups.push_back({i, j});
    if (i + 2 < pattern_squares) groups.push_back({i, i + 1, i + 2});
  }
  return groups;
}

using States = std::array<std::uint32_t, pattern_squares>;  // 0 empty, 1 own man, 2 enemy man

States states_of(const Region& region, int configuration) {
  States states{};
  for (int place = 0; place < pattern_squares; ++place) {
    const int values = region.digit_values(place);
    states[static_cast<std::size_t>(place)] = static_cast<std::uint32_t>(configuration % values);
    configuration /= values;
  }
  return states;
}

std::uint32_t part_of(const PlaceGroup& group, const Region& region, const States& states) {
  std::uint32_t number = 0;
  for (const int place : group.places) {
    number = number * static_cast<std::uint32_t>(region.digit_values(place)) + states[static_cast<std::size_t>(place)];
  }
  return group.first_part + number;
}

}  // namespace

TermParts parts_of_region(std::size_t number) {
  const Region& region = regions[number];
  TermParts parts;
  std::vector<PlaceGroup> groups;
  for (std::vector<int>& places : groups_of_places()) {
    std::uint32_t states = 1;
    for (const int place : places) states *= static_cast<std::uint32_t>(region.digit_values(place));
    groups.push_back({std::move(places), parts.parts});
    parts.parts += states;
  }
  for (int configuration = 0; configuration < region.configurations(); ++configuration) {
    const States states = states_of(region, configuration);
    for (const PlaceGroup& group : groups) parts.counts.push_back({part_of(group, region, states), 1});
    parts.first.push_back(static_cast<std::uint32_t>(parts.counts.size()));
  }
  return parts;
}

}  // namespace hone::checkers
