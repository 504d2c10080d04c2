// SPDX-License-Identifier: MIT
#include "tuner/formats/game_split.hpp"

#include "data/hash.hpp"

namespace hone::formats {

namespace {

// The games of a run are seeded by the same hash; what is held out should have nothing to do with how it was played.
constexpr std::uint64_t salt = 0x686f6c646f7574;

}  // namespace

bool is_held_out(std::uint32_t game, double share, std::uint64_t seed) {
  const std::uint64_t number = hash_seed(seed ^ salt, game) >> 11;
  return static_cast<double>(number) * 0x1p-53 < share;
}

}  // namespace hone::formats
