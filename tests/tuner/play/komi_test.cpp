// SPDX-License-Identifier: MIT
//
// The komi that games begin with.
#include <gmock/gmock.h>

#include "data/error.hpp"
#include "tuner/play/openings.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::play {
namespace {

using ::testing::HasSubstr;

const GameDriver& go() { return find_driver("go_5"); }

std::string refusal(const GameDriver& game, const std::string& komi) {
  try {
    OpeningOptions openings;
    OpeningChoice{.komi = komi}.apply(game, openings);
    return "taken";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Komi, IsOfTheInitialPosition) {
  EXPECT_EQ(start_with_komi(go(), ""), "");
  EXPECT_EQ(start_with_komi(find_driver("chess"), ""), "");
  EXPECT_EQ(start_with_komi(go(), "3.5"), "...../...../...../...../..... X 3.5 - 0");
  EXPECT_EQ(start_with_komi(go(), "-2.0"), "...../...../...../...../..... X -2 - 0");
}

TEST(Komi, IsRefusedWhereItIsNone) {
  EXPECT_EQ(refusal(go(), "3.5"), "taken");
  EXPECT_EQ(refusal(find_driver("chess"), ""), "taken");
  EXPECT_THAT(refusal(find_driver("chess"), "7"), HasSubstr("--komi: expected a game of go, found chess"));
  EXPECT_THAT(refusal(go(), "3.25"), HasSubstr("--komi: expected a komi from -25 to 25 in whole or half points"));
  EXPECT_THAT(refusal(go(), "26"), HasSubstr("found \"26\""));
}

TEST(Komi, IsThatOfRandomOpenings) {
  OpeningOptions options = default_openings(go(), OpeningUse::training);
  options.komi = "2.5";
  const auto engine = go().engine(go().material_weights(), {});
  const Opening opening = random_opening(go(), *engine, 1, options);
  EXPECT_THAT(opening.start, HasSubstr(" X 2.5 - 0"));
  EXPECT_THAT(set_up(go(), opening)->text(), HasSubstr(" 2.5 "));
}

// Games with another komi are other games, so that a record is not continued with it.
TEST(Komi, IsInTheDescription) {
  OpeningOptions options = default_openings(go(), OpeningUse::judging);
  EXPECT_THAT(describe(options), ::testing::Not(HasSubstr("komi")));
  options.komi = "2.5";
  EXPECT_THAT(describe(options), HasSubstr(", komi 2.5"));
}

}  // namespace
}  // namespace hone::play
