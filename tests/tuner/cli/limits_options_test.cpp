// SPDX-License-Identifier: MIT
#include "tuner/cli/options/game_options.hpp"

#include <gtest/gtest.h>

#include "tuner/cli/options/option_sources.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::cli {
namespace {

using std::chrono::milliseconds;

std::optional<std::string> no_variable(const std::string& /*name*/) { return std::nullopt; }

Limits parse(const std::vector<std::string>& words, const Limits& fallback = {}) {
  Limits limits = fallback;
  Options options;
  play::declare_limits(options, limits);
  cli::parse(options, words, no_variable);
  return required_limits(limits);
}

TEST(LimitsOptions, AllHoldTogether) {
  const Limits limits = parse({"--depth", "8", "--nodes", "5000", "--movetime", "20", "--tc", "10+0.1"});
  EXPECT_EQ(limits.depth, 8);
  EXPECT_EQ(limits.nodes, 5000U);
  EXPECT_EQ(limits.move_time, milliseconds(20));
  EXPECT_EQ(limits.clock->time, milliseconds(10'000));
  EXPECT_EQ(limits.clock->increment, milliseconds(100));
  EXPECT_EQ(play::describe(limits), "depth 8, nodes 5000, movetime 20 ms, tc 10+0.1");
}

TEST(LimitsOptions, GiveWayAsAWhole) {
  const Limits fallback{.depth = 8, .nodes = {}, .move_time = {}, .clock = {}};
  EXPECT_EQ(parse({}, fallback).depth, 8);
  EXPECT_EQ(parse({"--nodes", "100"}, fallback).depth, std::nullopt);
}

TEST(LimitsOptions, AreNeededWithoutAFallback) { EXPECT_THROW((void)parse({}), UsageError); }

TEST(TimeControl, ReadsWhatItWrites) {
  for (const std::string text : {"10+0.1", "60+0", "40/60+1", "0.5+0.005"}) {
    EXPECT_EQ(play::describe(play::parse_time_control(text)), text);
  }
  EXPECT_EQ(play::describe(play::parse_time_control("60")), "60+0");
}

TEST(TimeControl, RejectsTheRest) {
  for (const std::string text : {"", "+1", "10+", "0+1", "10+-1", "0/10+1", "10+1+1", "1:30", "inf"}) {
    EXPECT_THROW((void)play::parse_time_control(text), Error) << text;
  }
}

}  // namespace
}  // namespace hone::cli
