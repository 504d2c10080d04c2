// SPDX-License-Identifier: MIT
//
// Results of every kind: each count of pairs is 0, 1 or very large.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "tuner/stats/statistics.hpp"

namespace hone::stats {

template <class Visit>
void for_any_counts(Visit visit) {
  constexpr std::uint64_t sizes[] = {0, 1, 1'000'000'000'000};
  for (int code = 0; code < 243; ++code) {
    Pentanomial results;
    int rest = code;
    for (auto& count : results.pairs) {
      count = sizes[rest % 3];
      rest /= 3;
    }
    SCOPED_TRACE(testing::PrintToString(results.pairs));
    visit(results);
  }
}

}  // namespace hone::stats
