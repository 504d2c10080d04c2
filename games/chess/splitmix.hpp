// SPDX-License-Identifier: MIT
//
// A small generator of pseudo-random words for the constants of this folder (hash keys, magic factors), the
// same on every machine. Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
#pragma once

#include <cstdint>

#include "data/hash.hpp"

namespace hone::chess {

class SplitMix {
 public:
  constexpr explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t operator()() {
    state_ += golden_gamma;
    return mix(state_);
  }

 private:
  std::uint64_t state_;
};

}  // namespace hone::chess
