// SPDX-License-Identifier: MIT
#include "tuner/cli/console.hpp"

#include <gtest/gtest.h>

namespace hone::cli {
namespace {

TEST(Progress, ShowsAmountRateAndTimeLeft) {
  EXPECT_EQ(
      to_string(ProgressState{.unit = "games", .total = 1000, .resumed = 0, .done = 320, .seconds = 32, .note = {}}),
      "320 of 1,000 games (32 %), 10.0/s, 68 s left");
  EXPECT_EQ(to_string(ProgressState{
                .unit = "rows", .total = 0, .resumed = 0, .done = 1234567, .seconds = 1, .note = "fitting"}),
            "1,234,567 rows, 1234567.0/s, fitting");
}

TEST(Progress, CountsOnlyItsOwnWorkForTheRate) {
  EXPECT_EQ(
      to_string(ProgressState{.unit = "games", .total = 200, .resumed = 100, .done = 110, .seconds = 10, .note = {}}),
      "110 of 200 games (55 %), 1.0/s, 90 s left");
}

TEST(Progress, SaysNothingItCannotKnow) {
  EXPECT_EQ(to_string(ProgressState{.unit = "games", .total = 10, .resumed = 0, .done = 0, .seconds = 0, .note = {}}),
            "0 of 10 games (0 %)");
  EXPECT_EQ(to_string(ProgressState{.unit = "games", .total = 10, .resumed = 0, .done = 10, .seconds = 5, .note = {}}),
            "10 of 10 games (100 %), 2.0/s");
}

TEST(Duration, IsReadAtAGlance) {
  EXPECT_EQ(duration_text(0.4), "0 s");
  EXPECT_EQ(duration_text(99.4), "99 s");
  EXPECT_EQ(duration_text(100), "2 min");
  EXPECT_EQ(duration_text(3 * 3600 + 299), "3 h 05 min");
}

}  // namespace
}  // namespace hone::cli
