// SPDX-License-Identifier: MIT
#include "data/exponential.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hone {
namespace {

TEST(ReproducibleExp, IsNearTheTrueValue) {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  for (double x = -690; x <= 690; x += 0.37) {
    const double exact = std::exp(x);
    EXPECT_NEAR(reproducible_exp(x) / exact, 1, 3 * unit) << x;
  }
}

TEST(ReproducibleExp, HasExactValuesWhereTheyAreKnown) {
  EXPECT_EQ(reproducible_exp(0), 1.0);
  EXPECT_EQ(reproducible_exp(-701), 0.0);
  EXPECT_EQ(reproducible_exp(-std::numeric_limits<double>::infinity()), 0.0);
  EXPECT_EQ(reproducible_exp(1e9), reproducible_exp(700));
}

TEST(ReproducibleExp, NeverFallsWhereTheTrueOneRises) {
  double before = 0;
  for (double x = -20; x <= 20; x += 1e-3) {
    const double now = reproducible_exp(x);
    EXPECT_GT(now, before) << x;
    before = now;
  }
}

// The bits of another machine would be these. A change of them changes which moves are drawn.
TEST(ReproducibleExp, KeepsItsBits) {
  std::uint64_t sum = 0;
  for (int i = -2000; i <= 2000; ++i) sum = sum * 31 + std::bit_cast<std::uint64_t>(reproducible_exp(i / 100.0));
  EXPECT_EQ(sum, 11938912521158824386U);
}

}  // namespace
}  // namespace hone
