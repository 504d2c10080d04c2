// SPDX-License-Identifier: MIT
#include "tuner/play/xboard/xboard_words.hpp"

#include <gmock/gmock.h>

#include "data/error.hpp"

namespace hone::play {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// -- Features

// Fairy-Max 5.0b and GNU Chess 6.2.7 as Debian has them.
TEST(XboardFeatures, AreReadWithTheirValues) {
  XboardFeatures fairy_max;
  EXPECT_EQ(fairy_max.take("feature myname=\"Fairy-Max 5.0b\""), "accepted myname\n");
  EXPECT_EQ(fairy_max.take("feature memory=1 exclude=1"), "accepted memory\nrejected exclude\n");
  EXPECT_EQ(fairy_max.take("feature setboard=0 xedit=1 ping=1 done=0"),
            "accepted setboard\nrejected xedit\naccepted ping\naccepted done\n");
  EXPECT_EQ(fairy_max.take("feature variants=\"normal,nocastle,shatranj\""), "accepted variants\n");
  EXPECT_EQ(fairy_max.take("feature option=\"Resign Threshold -spin 800 200 1200\""), "accepted option\n");
  EXPECT_EQ(fairy_max.name, "Fairy-Max 5.0b");
  EXPECT_TRUE(fairy_max.memory && fairy_max.ping && fairy_max.reuse && fairy_max.time);
  EXPECT_FALSE(fairy_max.setboard || fairy_max.usermove || fairy_max.san);
  EXPECT_EQ(fairy_max.done, false);
  EXPECT_TRUE(fairy_max.plays_chess());
  ASSERT_EQ(fairy_max.options.size(), 1U);
  EXPECT_EQ(fairy_max.options[0].name, "Resign Threshold");

  XboardFeatures gnu;
  EXPECT_EQ(gnu.take("feature usermove=1"), "accepted usermove\n");
  EXPECT_EQ(gnu.take("feature done=1"), "accepted done\n");
  EXPECT_TRUE(gnu.usermove);
  EXPECT_EQ(gnu.done, true);
}

TEST(XboardFeatures, SurviveWhatIsNoFeature) {
  XboardFeatures features;
  EXPECT_EQ(features.take("feature"), "");
  EXPECT_EQ(features.take("feature ping"), "");
  EXPECT_EQ(features.take("feature =1 "), "rejected \n");
  EXPECT_EQ(features.take("feature myname=\"never ends"), "accepted myname\n");
  EXPECT_EQ(features.take("feature option=\"no type\" ping=1"), "rejected option\naccepted ping\n");
  EXPECT_TRUE(features.ping);
  EXPECT_TRUE(features.plays_chess());  // no variants are chess alone
  EXPECT_EQ(features.take("feature variants=\"shogi,xiangqi\""), "accepted variants\n");
  EXPECT_FALSE(features.plays_chess());
}

TEST(XboardOption, IsReadWithAllItsParts) {
  const UciOption spin = parse_xboard_option("Hash size -spin 16 1 1024").value();
  EXPECT_EQ(spin.name, "Hash size");
  EXPECT_EQ(spin.type, UciOption::Type::spin);
  EXPECT_EQ(spin.low, 1);
  EXPECT_EQ(spin.high, 1024);
  const UciOption combo = parse_xboard_option("Style -combo very calm /// *wild").value();
  EXPECT_THAT(combo.choices, ElementsAre("very calm", "wild"));
  EXPECT_EQ(combo.fallback, "wild");
  EXPECT_EQ(parse_xboard_option("Info -button")->type, UciOption::Type::button);
  EXPECT_EQ(parse_xboard_option("Resign -check 1")->fallback, "true");
  EXPECT_EQ(parse_xboard_option("Ini File -file /a/b c.ini")->fallback, "/a/b c.ini");
  for (const char* text : {"", "Hash", "-spin 1 2 3", "Hash -dial 3"})
    EXPECT_EQ(parse_xboard_option(text), std::nullopt) << text;
}

// -- What it says while it thinks

TEST(ThinkingLine, IsOfAnyEngine) {
  // Fairy-Max, Phalanx, and Crafty's marks.
  const UciInfo fairy_max = parse_thinking("  6      2       81     224418 c2c4 d7d6 d2d4").value();
  EXPECT_EQ(fairy_max.depth, 6);
  EXPECT_EQ(fairy_max.score, 2);
  EXPECT_EQ(fairy_max.nodes, 224'418U);
  EXPECT_EQ(parse_thinking("12& -31 250 99 e2e4")->depth, 12);
  EXPECT_EQ(parse_thinking("12. -31 250 99\t4 5\te2e4")->score, -31);
  EXPECT_EQ(parse_thinking("1 +26 0 2 Na3")->score, 26);  // GNU Chess
  EXPECT_FALSE(parse_thinking("1 +-26 0 2 Na3").has_value());
  const UciInfo book = parse_thinking("  0      0     0        0  (e2-e4  d2-d4  , book1)").value();
  EXPECT_EQ(book.score, std::nullopt);
  for (const char* line : {"", "1. e2e4", "4 five 6 7", "4 5 6", "2 pieces left", "99999999999999999999 1 1 1"})
    EXPECT_FALSE(parse_thinking(line).has_value()) << line;
}

TEST(ThinkingLine, CountsMatesInMoves) {
  EXPECT_EQ(parse_thinking("9 100003 1 1 x")->score, score_of_mate(3));
  EXPECT_EQ(parse_thinking("9 -100002 1 1 x")->score, score_of_mate(-2));
  EXPECT_EQ(parse_thinking("9 100000 1 1 x")->score, score_of_mate(1));
  EXPECT_EQ(parse_thinking("9 32000 1 1 x")->score, max_eval);
  EXPECT_EQ(parse_thinking("9 -9000000000000000000 1 1 x")->score, score_of_mate(-9'000'000'000'000'000'000));
}

TEST(MoveLine, MayBeASentence) {
  EXPECT_EQ(parse_move_line("move e2e4"), "e2e4");
  EXPECT_EQ(parse_move_line("move"), "");
  EXPECT_EQ(parse_move_line("My move is : g1f3"), "g1f3");  // GNU Chess 6
  EXPECT_EQ(parse_move_line("My move is: O-O "), "O-O");
  for (const char* line : {"moves", "My move is", "1. ... g1f3", "tell My move is: e2e4"})
    EXPECT_EQ(parse_move_line(line), std::nullopt) << line;
}

TEST(RefusedText, IsWhatWasSent) {
  EXPECT_EQ(refused_text("Illegal move: e2e4"), "e2e4");
  EXPECT_EQ(refused_text("Illegal move (no such piece): e2e4"), "e2e4");
  EXPECT_EQ(refused_text("Illegal move:e4e5"), "e4e5");
  EXPECT_EQ(refused_text("Invalid move: sd 6"), "sd 6");
  EXPECT_EQ(refused_text("Error (unknown command): usermove"), "usermove");
  EXPECT_EQ(refused_text("Illegal move"), std::nullopt);
  EXPECT_EQ(refused_text("My move is: e2e4"), std::nullopt);
}

TEST(XboardResult, IsThatOfWhite) {
  EXPECT_EQ(parse_result("1-0 {White mates}"), 1);
  EXPECT_EQ(parse_result("0-1 {White resigns}"), -1);
  EXPECT_EQ(parse_result("1/2-1/2 {Draw by repetition}"), 0);
  EXPECT_EQ(parse_result("1-0x"), std::nullopt);
}

// -- Limits

Limits clock(std::chrono::milliseconds time, std::chrono::milliseconds increment = {}, int moves = 0) {
  Limits limits;
  limits.clock = Clock{time, increment, moves};
  return limits;
}

TEST(XboardLimits, AreSaidBeforeTheFirstMove) {
  EXPECT_EQ(limit_commands(clock(40min, 0ms, 40)), "level 40 40:00 0\n");
  EXPECT_EQ(limit_commands(clock(8'500ms, 80ms)), "level 0 0:08 0.08\n");
  EXPECT_EQ(limit_commands(clock(300ms, 2s)), "level 0 0:01 2\n");
  Limits limits;
  limits.move_time = 3s;
  limits.depth = 7;
  EXPECT_EQ(limit_commands(limits), "st 3\nsd 7\n");
  limits.move_time.reset();
  EXPECT_EQ(limit_commands(limits), "level 0 600:00 0\nsd 7\n");
}

TEST(XboardLimits, AreClocksInHundredthsOfASecond) {
  EXPECT_EQ(clock_commands({clock(61'239ms), clock(5ms)}, Side::first), "time 6123\notim 1\n");
  EXPECT_EQ(clock_commands({clock(61'239ms), clock(5ms)}, Side::second), "time 1\notim 6123\n");
  Limits depth;
  depth.depth = 3;
  EXPECT_EQ(clock_commands({clock(1s), depth}, Side::first), "time 100\notim 100\n");
  EXPECT_EQ(clock_commands({depth, depth}, Side::first), "time 3600000\notim 3600000\n");
}

TEST(XboardLimits, AreRefusedWhereTheProtocolHasNoWords) {
  const auto refuses = [](const Limits& limits, const char* why) {
    EXPECT_THAT([&] { check_xboard_limits("fm", limits); }, ThrowsMessage<Error>(HasSubstr(why)));
  };
  Limits nodes;
  nodes.nodes = 100;
  refuses(nodes,
          "player fm: an xboard engine knows no limit in nodes: give it one of its own, as in --limits fm:depth=6");
  Limits part;
  part.move_time = 1'500ms;
  refuses(part, "whole seconds for each move, and not 1500 ms");
  Limits both = clock(1s);
  both.move_time = 1s;
  refuses(both, "either a time for each move or a clock");
  part.move_time = 2s;
  part.depth = 4;
  EXPECT_NO_THROW(check_xboard_limits("fm", part));
}

}  // namespace
}  // namespace hone::play
