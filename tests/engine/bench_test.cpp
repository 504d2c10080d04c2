// SPDX-License-Identifier: MIT
//
// The functional fingerprint. A change of search, evaluation or rules changes these numbers; one that is meant to
// change nothing must not. The new count belongs into the commit message: `Bench: N`, from `hone bench --game chess`.
#include "engine/bench.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

struct Fingerprint {
  const char* game;
  std::uint64_t nodes;
};

class BenchFingerprint : public ::testing::TestWithParam<Fingerprint> {};

TEST_P(BenchFingerprint, IsWhatItWas) { EXPECT_EQ(bench(find_driver(GetParam().game), {}).nodes, GetParam().nodes); }

constexpr Fingerprint fingerprints[] = {
    {"tic_tac_toe", 12'090}, {"connect_three", 11'628}, {"connect_four", 1'022'409}, {"breakthrough", 22'447},
    {"othello", 1'584'779},  {"checkers", 205'482},     {"chess", 1'026'061},        {"go_5", 43'011},
    {"go_7", 54'410},        {"go_9", 53'004},
};
INSTANTIATE_TEST_SUITE_P(Games, BenchFingerprint, ::testing::ValuesIn(fingerprints),
                         [](const auto& test) { return std::string(test.param.game); });

TEST(Bench, HasAFingerprintOfEveryGame) { EXPECT_EQ(std::size(fingerprints), all_drivers().size()); }

TEST(Bench, GivesEveryFeatureAPartInTheFingerprint) {
  for (const GameDriver* driver : all_drivers()) {
    const Weights weights = bench_weights(*driver);
    const Weights material = driver->material_weights();
    std::size_t changed = 0;
    for (std::size_t i = 0; i < weights.values.size(); ++i) changed += weights.values[i] != material.values[i];
    EXPECT_GT(changed * 10, weights.values.size() * 8) << driver->name();
  }
}

}  // namespace
}  // namespace hone
