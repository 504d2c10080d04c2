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
