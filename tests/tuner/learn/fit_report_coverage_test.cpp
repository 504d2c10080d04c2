// SPDX-License-Identifier: MIT
#include "tuner/learn/study/coverage.hpp"

#include <gmock/gmock.h>

#include "tests/tuner/learn/synthetic_rows.hpp"

namespace hone::learn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Two phases of four steps; terms 0 (tempo), 1 and 2 (mobility).
Schema small_schema() {
  return Schema("small", {"mg", "eg"}, 4, std::vector<GroupSpec>{{"tempo", scalar(), ""}, {"mobility", list(2), ""}});
}

void add(RowSet& rows, std::uint32_t game, int step, std::vector<RowEntry> entries, float upper_scale = 1) {
  rows.add(Row{{static_cast<std::uint8_t>(step == 4 ? 1 : 0), static_cast<std::uint8_t>(step % 4)}, std::move(entries)},
           {.game = game, .upper_scale = upper_scale});
}

// Counted by hand. The games are in no order; a phase without a share, or with a scale of 0, does not count as seen.
TEST(Coverage, CountsPositionsAndGamesOfEachWeight) {
  RowSet rows;
  add(rows, 7, 0, {{0, 1}});                // tempo mg
  add(rows, 3, 2, {{0, 1}, {1, -2}});       // both of tempo and mobility[0]
  add(rows, 7, 4, {{0, -1}, {2, 1}});       // tempo eg, mobility[1] eg
  add(rows, 7, 1, {{1, 1}, {2, 1}}, 0.0F);  // mobility[0] mg, mobility[1] mg
  add(rows, 3, 0, {});
  add(rows, 9, 0, {{0, 1}});  // not selected
  const Coverage coverage = count_coverage(rows, {0, 1, 2, 3, 4}, small_schema());
  // Effective games: of 3 and 2 positions; of shares of the phases that sum to 1 and 0.5, or to 0.5 and 0.75.
  EXPECT_EQ(coverage.all, (Occurrence{5, 2, 25.0 / 13}));
  EXPECT_THAT(coverage.weights, ElementsAre(Occurrence{2, 2, 1.8}, Occurrence{2, 2, 1.8}, Occurrence{2, 2, 25.0 / 13},
                                            Occurrence{1, 1, 1}, Occurrence{1, 1, 1}, Occurrence{1, 1, 1}));
  EXPECT_THAT(coverage.groups, ElementsAre(Occurrence{3, 2, 1.8}, Occurrence{3, 2, 49.0 / 29}));
  // tempo (mg): (1 + 0.25) over five rows.
  EXPECT_DOUBLE_EQ(coverage.mean_squares[0], 0.25);
}

// Only some games have the phase that is to count.
TEST(TooFewGames, CountsSharesOfPhases) {
  RowSet rows;
  for (std::uint32_t game = 0; game < 100; ++game) add(rows, game, game < 12 ? 4 : 0, {{0, 1}});
  FitOptions options{.holdout = 0};
  EXPECT_EQ(too_few_games(rows, small_schema(), options), std::nullopt);
  options.phases = parse_phase_balance("4=1");
  EXPECT_THAT(too_few_games(rows, small_schema(), options).value_or(""),
              HasSubstr("12 games are too few to learn from"));
}

// Old games teach less, but they judge as well as new ones.
TEST(TooFewGames, JudgesByTheWeightsOfTheRows) {
  RowSet rows;
  for (std::uint32_t game = 0; game < 400; ++game) add(rows, game, 0, {{0, 1}});
  FitOptions options{.holdout = 0.5};
  options.targets.half_life = 10;
  EXPECT_THAT(too_few_games(rows, small_schema(), options).value_or(""),
              AllOf(HasSubstr("too few to learn from"), Not(HasSubstr("held out"))));
}

TEST(Coverage, OfNoRowsIsNothing) {
  const Coverage coverage = count_coverage(RowSet(), {}, small_schema());
  EXPECT_EQ(coverage.all, Occurrence());
  EXPECT_THAT(coverage.weights, testing::Each(Occurrence()));
}

}  // namespace
}  // namespace hone::learn
