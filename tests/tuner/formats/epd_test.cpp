// SPDX-License-Identifier: MIT
#include "tuner/formats/epd.hpp"

#include <gmock/gmock.h>

#include "data/error.hpp"

namespace hone::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Epd, HasAPositionAndOperations) {
  const Epd epd = parse_epd("8/8/8/8/8/8/8/K1k5 w - - bm Ka2 Kb1+; id \"a; b\"; acd 5;");
  EXPECT_EQ(epd.position, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
  EXPECT_THAT(epd.operands("bm"), ElementsAre("Ka2", "Kb1+"));
  EXPECT_THAT(epd.operands("id"), ElementsAre("a; b"));
  EXPECT_THAT(epd.operands("acd"), ElementsAre("5"));
  EXPECT_THAT(epd.operands("am"), IsEmpty());
}

TEST(Epd, KeepsTheCounters) {
  EXPECT_EQ(parse_epd("8/8/8/8/8/8/8/K1k5 w - - hmvc 7; fmvn 42;").position, "8/8/8/8/8/8/8/K1k5 w - - 7 42");
}

TEST(Epd, MayHaveTheCountersOfFen) {
  const Epd epd = parse_epd("8/8/8/8/8/8/8/K1k5 w - - 40 30; id \"a\";");
  EXPECT_EQ(epd.position, "8/8/8/8/8/8/8/K1k5 w - - 40 30");
  EXPECT_THAT(epd.operands("id"), ElementsAre("a"));
  EXPECT_THAT(parse_epd("8/8/8/8/8/8/8/K1k5 w - - 2 3 bm Ka2; id \"b\";").operands("bm"), ElementsAre("Ka2"));
  EXPECT_EQ(parse_epd("8/8/8/8/8/8/8/K1k5 w - - 40 30 hmvc 7;").position, "8/8/8/8/8/8/8/K1k5 w - - 7 30");
  EXPECT_EQ(parse_epd("8/8/8/8/8/8/8/K1k5 w - - 40 bm Ka2").position, "8/8/8/8/8/8/8/K1k5 w - - 40 1");
  for (const char* const line :
       {"8/8/8/8/8/8/8/K1k5 w - - 0 1;", "8/8/8/8/8/8/8/K1k5 w - - 0 1 ; c9 \"1-0\";", "8/8/8/8/8/8/8/K1k5 w - -;"}) {
    EXPECT_EQ(parse_epd(line).position, "8/8/8/8/8/8/8/K1k5 w - - 0 1") << line;
  }
}

TEST(Epd, IsReadHoweverItIsSpaced) {
  const Epd epd = parse_epd("  8/8/8/8/8/8/8/K1k5  w - -\tnoop ;bm Ka2\r");
  EXPECT_EQ(epd.position, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
  EXPECT_THAT(epd.operations, ElementsAre(EpdOperation{"noop", {}}, EpdOperation{"bm", {"Ka2"}}));
  EXPECT_THAT(parse_epd("8/8/8/8/8/8/8/K1k5 w - -").operations, IsEmpty());
}

TEST(Epd, RejectsWhatIsNone) {
  for (const std::string line : {"", "8/8/8/8/8/8/8/K1k5 w -", "x w - - id \"open", "x w - - bm a;;", "x w - ;"}) {
    EXPECT_THROW((void)parse_epd(line), Error) << line;
  }
}

TEST(Epd, HoldsNoPositionWithQuotesOrSemicolons) {
  EXPECT_THROW((void)to_epd("x;y w - - 0 1", {}), Error);
  EXPECT_THROW((void)to_epd(";", {}), Error);
  EXPECT_THROW((void)to_epd("\"x\" w - -", {}), Error);
  EXPECT_THROW((void)to_epd("x w - - 0 1\n", {}), Error);
  EXPECT_THROW((void)parse_epd("\"a;b\" w - - bm x;"), Error);
}

TEST(Epd, KeepsHostileOperandsWithinTheirQuotes) {
  const std::string line = to_epd("8/8/8/8/8/8/8/K1k5 w - - 0 1", {{"id", {"a\"; bm Ka2; c0 \"b\n\x1B]0;x\x07"}}});
  EXPECT_EQ(line, "8/8/8/8/8/8/8/K1k5 w - - hmvc 0; fmvn 1; id \"a'; bm Ka2; c0 'b\\x0a\\x1b]0;x\\x07\";");
  EXPECT_THAT(parse_epd(line).operands("id"), ElementsAre("a'; bm Ka2; c0 'b\\x0a\\x1b]0;x\\x07"));
}

TEST(Epd, OfOtherGamesHoldsTheGamesOwnText) {
  const Epd epd = parse_epd("XO./.X./... O bm c1 a1; id \"fork\";", find_driver("tic_tac_toe"));
  EXPECT_EQ(epd.position, "XO./.X./... O");
  EXPECT_THAT(epd.operands("bm"), ElementsAre("c1", "a1"));
  EXPECT_EQ(parse_epd("8/8/8/8/8/8/8/K1k5 w - - hmvc 7;", find_driver("chess")).position,
            "8/8/8/8/8/8/8/K1k5 w - - 7 1");
  EXPECT_THROW((void)parse_epd("XO./.X./...", find_driver("tic_tac_toe")), Error);
}

}  // namespace
}  // namespace hone::formats
