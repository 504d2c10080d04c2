// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_differences.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <vector>

namespace hone::exchange {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Slopes of an option whose score at a position is a known function of its value.
OptionSlopes probe_function(const ProbedOption& option, std::size_t positions,
                            const std::function<double(std::size_t position, double value)>& score,
                            const LinearityOptions& linearity = {}) {
  const std::vector<Step> steps = steps_of(option, {});
  std::vector<std::int64_t> values = values_of(steps, option.start);
  values.push_back(option.start);
  std::map<std::int64_t, Scores> scores;
  for (const std::int64_t value : values) {
    for (std::size_t i = 0; i < positions; ++i) {
      scores[value].push_back(static_cast<float>(score(i, static_cast<double>(value))));
    }
  }
  return slopes_of(scores, option.start, steps, linearity);
}

TEST(ProbeSteps, StayWithinTheBounds) {
  EXPECT_THAT(steps_of({"a", 100, 0, 200}, {}), ElementsAre(Step{0, 200}, Step{75, 125}, Step{94, 106}));
  EXPECT_THAT(steps_of({"a", 190, 0, 200}, {}), ElementsAre(Step{0, 200}, Step{143, 200}, Step{179, 200}));
  EXPECT_THAT(steps_of({"a", 0, 0, 8}, {}), ElementsAre(Step{0, 8}, Step{0, 2}));
  EXPECT_THAT(steps_of({"a", 3, 3, 3}, {}), IsEmpty());
}

TEST(ProbeSteps, DoNotGoToBoundsThatNobodyMeant) {
  const ProbedOption option{"a", 20, -2'000'000'000, 2'000'000'000};
  EXPECT_EQ(steps_of(option, {}).front(), (Step{-80, 120}));
  EXPECT_EQ(steps_of(option, {.largest = 1'000, .count = 1}).front(), (Step{-980, 1020}));
}

TEST(ProbeSteps, NeedEveryValueOnce) {
  const std::vector<Step> steps = steps_of({"a", 0, 0, 64}, {});
  EXPECT_THAT(values_of(steps, 0), ElementsAre(4, 16, 64));
}

TEST(ProbeSlopes, AreThoseOfALinearFunction) {
  const OptionSlopes found =
      probe_function({"a", 100, 0, 200}, 5, [](std::size_t i, double x) { return (double(i) - 2) * x + 7; });
  EXPECT_EQ(found.linearity, Linearity::linear);
  EXPECT_EQ(found.acting, 4U);
  EXPECT_THAT(found.slopes, ElementsAre(Slope{0, -2}, Slope{1, -1}, Slope{3, 1}, Slope{4, 2}));
  EXPECT_EQ(found.worst, 0);
}

// What is cut off at both ends is less than 1 each.
TEST(ProbeSlopes, AreAsExactAsTheStepIsWide) {
  const auto cut_off = [](std::size_t i, double x) { return std::trunc(x * static_cast<double>(i) / 97 - 20); };
  const OptionSlopes found = probe_function({"a", 50, 0, 100}, 60, cut_off);
  EXPECT_EQ(found.linearity, Linearity::linear);
  EXPECT_EQ(found.step, (Step{0, 100}));
  for (const Slope& slope : found.slopes) EXPECT_NEAR(slope.count, slope.position / 97.0, 2.0 / 100);
}

// The middle of a chord of a x^2 over +-h is a h^2 below it.
TEST(ProbeSlopes, OfACurveHoldNearTheStartAlone) {
  const OptionSlopes found = probe_function({"a", 64, 0, 128}, 3, [](std::size_t, double x) { return 0.02 * x * x; });
  EXPECT_EQ(found.linearity, Linearity::near);
  EXPECT_NEAR(found.worst, 0.02 * 64 * 64, 1e-3);
  EXPECT_EQ(found.off, 3U);
  EXPECT_EQ(found.step, (Step{60, 68}));  // 0.02 x 4 x 4 = 0.32 is within the tolerance, 0.02 x 16 x 16 is not
  EXPECT_EQ(found.still_off, 0U);
  for (const Slope& slope : found.slopes) EXPECT_NEAR(slope.count, 2 * 0.02 * 64, 1e-3);
}

TEST(ProbeSlopes, AreNoneAtAKink) {
  const auto kink = [](std::size_t, double x) { return x > 50 ? 10 * (x - 50) : 0; };
  const OptionSlopes found = probe_function({"a", 50, 0, 100}, 2, kink);
  EXPECT_EQ(found.linearity, Linearity::bent);
  EXPECT_EQ(found.still_off, 2U);
}

TEST(ProbeSlopes, BearAFewPositionsOffTheLine) {
  const auto one_is_bent = [](std::size_t i, double x) { return i == 0 && x > 150 ? 1'000 : x; };
  EXPECT_EQ(probe_function({"a", 100, 0, 200}, 200, one_is_bent).linearity, Linearity::linear);
  EXPECT_EQ(probe_function({"a", 100, 0, 200}, 200, one_is_bent).off, 1U);
  EXPECT_EQ(probe_function({"a", 100, 0, 200}, 50, one_is_bent).linearity, Linearity::near);
}

TEST(ProbeSlopes, AreNoneWhereNothingActs) {
  const OptionSlopes found = probe_function({"a", 5, 0, 10}, 4, [](std::size_t i, double) { return double(i); });
  EXPECT_EQ(found.linearity, Linearity::idle);
  EXPECT_THAT(found.slopes, IsEmpty());
  EXPECT_EQ(probe_function({"a", 5, 5, 5}, 4, [](std::size_t, double) { return 1.0; }).linearity, Linearity::idle);
}

TEST(ProbeSlopes, CountAMissingNumberAsOffTheLine) {
  const auto mate_above = [](std::size_t, double x) { return x > 150 ? std::numeric_limits<double>::quiet_NaN() : x; };
  const OptionSlopes found = probe_function({"a", 100, 0, 200}, 3, mate_above);
  EXPECT_EQ(found.linearity, Linearity::near);
  EXPECT_TRUE(std::isinf(found.worst));
  EXPECT_THAT(found.slopes, ElementsAre(Slope{0, 1}, Slope{1, 1}, Slope{2, 1}));
}

}  // namespace
}  // namespace hone::exchange
