// SPDX-License-Identifier: MIT
#include "tuner/cli/console.hpp"

#include <gtest/gtest.h>

#include <regex>

namespace hone::cli {
namespace {

TEST(Progress, ShowsAmountRateAndTimeLeft) {
  EXPECT_EQ(
      to_string(ProgressState{.unit = "games", .total = 1000, .resumed = 0, .done = 320, .seconds = 32, .note = {}}),
      "320 of 1,000 games (32 %), 10.0/s, 68 s left");
  EXPECT_EQ(to_string(ProgressState{
                .unit = "rows", .total = 0, .resumed = 0, .done = 1234567, .seconds = 1, .note = "fitting"}),
            "1,234,567 rows, 1,234,567/s, fitting");
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

TEST(Progress, TellsTheShareWhereTheTotalIsNotKnown) {
  ProgressState state{.unit = "positions", .total = 0, .resumed = 0, .done = 429090, .seconds = 10, .note = {}};
  state.share = 0.25;
  EXPECT_EQ(to_string(state), "429,090 positions (25 %), 42,909/s, 30 s left");
  state.share = 1;
  EXPECT_EQ(to_string(state), "429,090 positions (100 %), 42,909/s");
  state.share = 0;
  EXPECT_EQ(to_string(state), "429,090 positions (0 %), 42,909/s");
}

TEST(Progress, GroupsFastRatesAndKeepsSlowOnes) {
  const auto rate = [](std::uint64_t done, double seconds) {
    return to_string(
        ProgressState{.unit = "g", .total = 0, .resumed = 0, .done = done, .seconds = seconds, .note = {}});
  };
  EXPECT_EQ(rate(42909, 1), "42,909 g, 42,909/s");
  EXPECT_EQ(rate(125, 10), "125 g, 12.5/s");
  EXPECT_EQ(rate(1, 20), "1 g, 0.05/s");
}

// A line of a match with SPRT, of which 80 columns showed "LLR -1.27 (-2.94," and no more.
TEST(Progress, LosesNothingOnANarrowTerminal) {
  const ProgressState state{.unit = "games",
                            .total = 20'000,
                            .resumed = 0,
                            .done = 1'634,
                            .seconds = 163.4,
                            .note = "-12.3 +- 14.5 Elo, LLR -1.27 (-2.94, 2.94)"};
  for (const std::size_t width : {79U, 60U, 40U}) {
    const std::string lines = to_lines(state, width);
    std::string joined;
    std::size_t column = 0;
    for (const char c : lines) {
      column = c == '\n' ? 0 : column + 1;
      EXPECT_LE(column, width);
      if (c != '\n' && !(c == ' ' && joined.ends_with(' '))) joined += c == '\n' ? ' ' : c;
      if (c == '\n') joined += ' ';
    }
    EXPECT_EQ(std::regex_replace(joined, std::regex(" +"), " "), to_string(state));
  }
  EXPECT_EQ(to_lines(state, 200), to_string(state));
}

TEST(CutLines, CutsWholeCharacters) {
  EXPECT_EQ(cut_lines("abcdef\ngh\n", 4), "abcd\ngh\n");
  EXPECT_EQ(cut_lines("a\u00b1\u20ac\U0001f600b", 3), "a\u00b1\u20ac");
}

TEST(Duration, IsReadAtAGlance) {
  EXPECT_EQ(duration_text(0.4), "0 s");
  EXPECT_EQ(duration_text(99.4), "99 s");
  EXPECT_EQ(duration_text(100), "2 min");
  EXPECT_EQ(duration_text(3 * 3600 + 299), "3 h 05 min");
}

}  // namespace
}  // namespace hone::cli
