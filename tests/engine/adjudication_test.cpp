// SPDX-License-Identifier: MIT
#include "engine/adjudication.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "data/error.hpp"
#include "tests/engine/no_adjudication.hpp"

namespace hone {
namespace {

AdjudicationOptions rules() {
  AdjudicationOptions options;
  options.resign_score = 500;
  options.resign_count = 2;
  options.draw_score = 10;
  options.draw_count = 2;
  options.draw_ply = 6;
  return options;
}

// The ply of the verdict and the verdict, for scores from the first player's view, one a ply.
struct Verdict {
  int ply = -1;
  Outcome outcome;

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

Verdict judge(const std::vector<Score>& scores, const AdjudicationOptions& options = rules()) {
  Adjudicator adjudicator(options);
  for (int ply = 0; ply < static_cast<int>(scores.size()); ++ply) {
    const Side mover = ply % 2 == 0 ? Side::first : Side::second;
    if (const auto outcome = adjudicator.see(mover, sign(mover) * scores[static_cast<std::size_t>(ply)], ply)) {
      return {ply, *outcome};
    }
  }
  return {};
}

TEST(Adjudicator, ResignsWhenBothSidesAgreeLongEnough) {
  EXPECT_EQ(judge({0, 500, 600, 700, 500, 900}), (Verdict{4, {1, EndReason::resign}}));
  EXPECT_EQ(judge({-500, -500, -500, -500}), (Verdict{3, {-1, EndReason::resign}}));
}

TEST(Adjudicator, BeginsAnewWhenOneSideDisagrees) {
  EXPECT_EQ(judge({500, 500, 500, 499, 500, 500, 500}), Verdict{});
  EXPECT_EQ(judge({500, 500, 500, -500, -500, -500, -500}), (Verdict{6, {-1, EndReason::resign}}));
}

TEST(Adjudicator, ResignsAtOnceWhenBothSeeTheEnd) {
  const Score mate = terminal_score(1, 5);
  EXPECT_EQ(judge({0, mate, mate}), (Verdict{2, {1, EndReason::resign}}));
  EXPECT_EQ(judge({0, -mate, mate, 0}), Verdict{});
}

TEST(Adjudicator, CountsAWinLikeAnyScoreWhereItIsNotTrusted) {
  const Score mate = terminal_score(1, 5);
  AdjudicationOptions options = rules();
  options.trusts_wins = false;
  EXPECT_EQ(judge({0, mate, mate, 0, 0, 0}, options), Verdict{});
  EXPECT_EQ(judge({mate, mate, 600, mate}, options), (Verdict{3, {1, EndReason::resign}}));
}

TEST(Adjudicator, KeepsTheUtilityThatIsPromised) {
  EXPECT_EQ(judge({terminal_score(-3, 4), terminal_score(-3, 3)}), (Verdict{1, {-3, EndReason::resign}}));
}

TEST(Adjudicator, DrawsOnlyBehindTheDrawPly) {
  EXPECT_EQ(judge({0, 0, 0, 0, 0, 0, 10, -10, 0, 0}), (Verdict{9, {0, EndReason::draw_adjudication}}));
  EXPECT_EQ(judge({0, 0, 0, 0, 0, 0, 10, -11, 0, 0, 0}), Verdict{});
}

TEST(Adjudicator, SaysNothingWhenSwitchedOff) {
  const Score mate = terminal_score(1, 5);
  EXPECT_EQ(judge({mate, mate, 900, 900, 900, 900, 0, 0, 0, 0, 0, 0}, no_adjudication()), Verdict{});
}

TEST(Adjudicator, TakesTheWordOfTheLoserAloneIfItMay) {
  AdjudicationOptions options = no_adjudication();
  options.resign_count = 2;
  options.resign_score = 500;
  EXPECT_EQ(judge({0, 500, 0, 500}, options), Verdict{});
  options.resign_two_sided = false;
  EXPECT_EQ(judge({0, 500, 0, 500}, options), (Verdict{3, {1, EndReason::resign}}));
  EXPECT_EQ(judge({0, 500, 0, 499, 0, 500}, options), Verdict{});
  EXPECT_EQ(judge({900, 0, 900, 0}, options), Verdict{});
}

TEST(AdjudicationOptions, NameTheBoundThatIsBroken) {
  AdjudicationOptions options;
  options.verify_share = 1.5;
  EXPECT_THROW(options.validate(), Error);
}

}  // namespace
}  // namespace hone
