// SPDX-License-Identifier: MIT
//
// The functional fingerprint. A change of search, evaluation or rules changes these numbers; one that is meant to
// change nothing must not. The new count belongs in the commit message: `Bench: N`, from `hone bench --game chess`.
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
    {"tic_tac_toe", 13'208}, {"connect_three", 12'098}, {"connect_four", 1'067'367}, {"breakthrough", 20'551},
    {"othello", 520'748},    {"checkers", 113'003},     {"chess", 1'245'208},        {"go_5", 39'718},
    {"go_7", 54'306},        {"go_9", 55'274},
};
INSTANTIATE_TEST_SUITE_P(Games, BenchFingerprint, ::testing::ValuesIn(fingerprints),
                         [](const auto& test) { return std::string(test.param.game); });

TEST(Bench, HasAFingerprintOfEveryGame) { EXPECT_EQ(std::size(fingerprints), all_drivers().size()); }

TEST(Bench, GivesEveryLinearWeightAPartInTheFingerprint) {
  for (const GameDriver* driver : all_drivers()) {
    const Weights weights = bench_weights(*driver);
    const Weights material = driver->material_weights();
    const auto stages = static_cast<std::size_t>(weights.schema.phase_count());
    for (std::size_t i = 0; i < weights.values.size(); ++i) {
      const int term = static_cast<int>(i / stages);
      if (weights.schema.group_of(term).role != Role::linear) continue;
      EXPECT_NE(weights.values[i], material.values[i]) << driver->name() << ' ' << weights.schema.term_name(term);
    }
  }
}

// The weights of `hone bench`, whose number is that of the linear evaluation, with all that is not linear beside them.
Weights weights_of_all_roles(const GameDriver& driver) {
  Weights weights = bench_weights(driver);
  const Schema& schema = weights.schema;
  for (const Group& group : schema.groups()) {
    if (group.role == Role::linear) continue;
    for (int term = group.first; term < group.first + group.shape.size(); ++term) {
      const int spread = term % 21 - 10;
      const double value = has_unit(group.role) ? 10 + spread : group.role == Role::scale ? spread - 20 : spread;
      for (int phase = 0; phase < schema.phase_count(); ++phase) {
        const bool has_value = group.stage < 0 || phase == group.stage;
        if (has_value) weights.values[static_cast<std::size_t>(term * schema.phase_count() + phase)] = value;
      }
    }
  }
  return weights;
}

TEST(Bench, HasAFingerprintOfWhatIsNotLinear) {
  for (const GameDriver* driver : all_drivers()) {
    const Weights weights = weights_of_all_roles(*driver);
    if (weights.schema.is_linear()) continue;
    ASSERT_EQ(driver->name(), "chess") << "a fingerprint for this game, too";
    EXPECT_EQ(bench(*driver, {.depth = 7, .weights = weights}).nodes, 185'344U);
  }
}

}  // namespace
}  // namespace hone
