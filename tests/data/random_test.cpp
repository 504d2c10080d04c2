// SPDX-License-Identifier: MIT
#include "data/random.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <vector>

#include "data/hash.hpp"

namespace hone {
namespace {

static_assert(std::uniform_random_bit_generator<Random>);

// rosettacode.org, "Pseudo-random numbers/Splitmix64": the first numbers for seed 1234567.
TEST(Hash, MixesAsSplitMix64) {
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                       4593380528125082431U, 16408922859458223821U}) {
    EXPECT_EQ(mix(state += golden_gamma), expected);
  }
}

TEST(Hash, GivesEachGameItsSeed) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t run = 0; run < 10; ++run) {
    for (std::uint64_t n = 0; n < 1000; ++n) EXPECT_TRUE(seeds.insert(hash_seed(run, n)).second);
  }
}

// rust-random/rngs, rand_xoshiro, test `reference` of xoshiro256starstar.rs, from the authors' C code; state 1, 2,
// 3, 4.
TEST(Random, IsXoshiro256StarStar) {
  Random random(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  const std::vector<std::uint64_t> expected{11520,
                                            0,
                                            1509978240,
                                            1215971899390074240,
                                            1216172134540287360,
                                            607988272756665600,
                                            16172922978634559625U,
                                            8476171486693032832,
                                            10595114339597558777U,
                                            2904607092377533576};
  for (const std::uint64_t number : expected) {
    EXPECT_EQ(random(), number);
  }
}

TEST(Random, RepeatsItselfFromASeed) {
  Random a(7);
  Random b(7);
  Random c(8);
  const std::uint64_t first = a();
  EXPECT_EQ(first, b());
  EXPECT_NE(first, c());
}

TEST(Random, BelowReachesEachNumberAlike) {
  Random random(20240601);
  std::array<int, 6> counts{};
  for (int i = 0; i < 60'000; ++i) ++counts[random.below(6)];
  // Chi-square with 5 degrees of freedom: 20.5 is exceeded once in a thousand seeds.
  double chi_square = 0;
  for (const int count : counts) chi_square += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
  EXPECT_LT(chi_square, 20.5);
  EXPECT_EQ(random.below(1), 0U);
}

// Of n = 3/4 2^64 a plain remainder would give the lowest third half of all draws.
TEST(Random, BelowIsUnbiasedForLargeRanges) {
  Random random(20240602);
  const std::uint64_t n = std::uint64_t{3} << 62;
  int low = 0;
  for (int i = 0; i < 9000; ++i) low += random.below(n) < n / 3 ? 1 : 0;
  EXPECT_NEAR(low, 3000, 5 * 45);  // standard deviation 45
}

TEST(Random, UniformStaysBelowOne) {
  Random random(20240603);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = random.uniform();
    ASSERT_TRUE(0.0 <= x && x < 1.0);
    sum += x;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 5 * 0.0029);
}

}  // namespace
}  // namespace hone
