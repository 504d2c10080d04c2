// SPDX-License-Identifier: MIT
#include "tuner/play/gtp/gtp_words.hpp"

#include <gmock/gmock.h>

#include "data/error.hpp"
#include "tuner/play/gtp/gtp_setup.hpp"

namespace hone::play {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using Line = GtpAnswer::Line;

// -- Answers

TEST(GtpAnswer, IsWhatStandsBehindItsNumber) {
  GtpAnswer answer("12");
  EXPECT_EQ(answer.take(""), Line::of_answer);
  EXPECT_EQ(answer.take("thinking"), Line::stray);
  EXPECT_EQ(answer.take("=12  D4 \r"), Line::of_answer);
  EXPECT_EQ(answer.take("  \r"), Line::last);
  EXPECT_TRUE(answer.is_done());
  EXPECT_EQ(answer.text(), "D4");
}

TEST(GtpAnswer, MayHaveLines) {
  GtpAnswer answer("1");
  for (const char* line : {"=1 play", "genmove", "=2 is no other answer"})
    EXPECT_EQ(answer.take(line), Line::of_answer) << line;
  EXPECT_EQ(answer.take(""), Line::last);
  EXPECT_EQ(answer.text(), "play\ngenmove\n=2 is no other answer");
}

TEST(GtpAnswer, IsThatOfItsCommand) {
  GtpAnswer answer("7");
  for (const char* line : {"=6 A1", "more of it", "?1 no"}) EXPECT_EQ(answer.take(line), Line::stray) << line;
  EXPECT_EQ(answer.take(""), Line::of_answer);
  EXPECT_EQ(answer.take("? cannot"), Line::of_answer) << "some leave out the number";
  EXPECT_EQ(answer.take(""), Line::last);
  EXPECT_FALSE(answer.is_done());
  EXPECT_EQ(answer.text(), "cannot");
}

TEST(GtpAnswer, MayBeEmpty) {
  GtpAnswer answer("3");
  EXPECT_EQ(answer.take("=3"), Line::of_answer);
  EXPECT_EQ(answer.take(""), Line::last);
  EXPECT_EQ(answer.text(), "");
}

// -- Limits

Limits timed(std::chrono::milliseconds time, std::chrono::milliseconds increment = {}, int moves = 0) {
  Limits limits;
  limits.clock = Clock{time, increment, moves};
  return limits;
}

TEST(GtpLimits, AreInWholeSeconds) {
  EXPECT_EQ(time_settings_command(timed(300s)), "time_settings 300 0 0");
  EXPECT_EQ(time_settings_command(timed(10s, 100ms)), "time_settings 10 0 0") << "an increment is in what is left";
  EXPECT_EQ(time_settings_command(timed(60s, 0s, 25)), "time_settings 0 60 25");
  EXPECT_EQ(time_left_command(timed(9'999ms), Side::second), "time_left white 9 0");
  EXPECT_EQ(time_left_command(timed(5ms), Side::first), "time_left black 1 0") << "0 may mean that time is up";
  EXPECT_EQ(time_left_command(timed(12s, 0s, 3), Side::first), "time_left black 12 3");
  Limits move_time;
  move_time.move_time = 2s;
  EXPECT_EQ(time_settings_command(move_time), "time_settings 0 2 1");
  EXPECT_EQ(time_left_command(move_time, Side::first), "time_left black 2 1");
}

TEST(GtpLimits, AreNotSaidWhereTheyAreNotOfTime) {
  Limits nodes;
  nodes.nodes = 1'000;
  nodes.depth = 3;
  EXPECT_EQ(time_settings_command(in_time_alone(nodes)), "");
  EXPECT_EQ(time_left_command(in_time_alone(nodes), Side::first), "");
  EXPECT_NO_THROW(check_gtp_limits("gnu", std::nullopt, nodes));
  EXPECT_THAT([&] { check_gtp_limits("gnu", nodes, {}); },
              ThrowsMessage<Error>(HasSubstr("player gnu: a GTP engine knows no limit in depth or nodes: without a "
                                             "limit in time it plays at its own level")));
}

TEST(GtpLimits, AreRefusedWhereTheProtocolHasNoWords) {
  const auto refuses = [](const Limits& limits, const char* why) {
    EXPECT_THAT([&] { check_gtp_limits("gnu", limits, {}); }, ThrowsMessage<Error>(HasSubstr(why)));
    EXPECT_THAT([&] { check_gtp_limits("gnu", std::nullopt, limits); }, ThrowsMessage<Error>(HasSubstr(why)));
  };
  Limits part;
  part.move_time = 1'500ms;
  refuses(part, "whole seconds for each move, and not 1500 ms");
  refuses(timed(900ms), "a clock of a second at least");
  Limits both = timed(10s);
  both.move_time = 1s;
  refuses(both, "either a time for each move or a clock");
}

// -- Positions

TEST(GtpSetUp, PutsStonesInAnyOrder) {
  const GameDriver& game = find_driver("go_5");
  const auto board = game.parse("...../..X../..XO./...../..... X 25 - 1");
  EXPECT_THAT(board_commands(game, *board), ElementsAre("boardsize 5", "clear_board", "komi 25"));
  EXPECT_THAT(set_up_commands(game, *board),
              ElementsAre("play black C3", "play black C4", "play white D3", "play white pass"));
  EXPECT_THAT(set_up_commands(game, *game.initial()), testing::IsEmpty());
}

}  // namespace
}  // namespace hone::play
