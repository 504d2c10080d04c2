// SPDX-License-Identifier: MIT
//
// In a match every game counts, but one that was played before, move by move, says nothing new.
#pragma once

#include <cstdint>

namespace hone {

// Whether the errors of a match, which take its games for independent, are noticeably too small: a tenth of them.
[[nodiscard]] constexpr bool are_too_many_repeated(std::uint64_t repeated, std::uint64_t games) {
  return repeated > 0 && 10 * repeated >= games;
}

}  // namespace hone
