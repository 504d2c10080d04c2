// SPDX-License-Identifier: MIT
//
// Successive halving: several candidates play rounds of games, and after each round the worse half of them leaves until
// one is left (Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits", 2013). Games that chose a
// candidate say nothing of its strength, because it was chosen for them: it is tested on others.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hone::run {

// Which of the candidates with these points go on, in their order: all but the worse half, one more where their number
// is odd. Of equals the first go on. All of them must have played the same number of games.
[[nodiscard]] std::vector<std::size_t> better_half(std::span<const double> points);

}  // namespace hone::run
