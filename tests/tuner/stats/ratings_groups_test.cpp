// SPDX-License-Identifier: MIT
#include "tuner/stats/ratings_groups.hpp"

#include <gmock/gmock.h>

namespace hone::stats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Trinomial all_won{.losses = 0, .draws = 0, .wins = 2};
constexpr Trinomial shared{.losses = 1, .draws = 0, .wins = 1};
constexpr Trinomial drawn{.losses = 0, .draws = 1, .wins = 0};

TEST(RatingGroups, AreOneWhereEverybodyTookPointsFromSomebody) {
  const Encounter circle[] = {{0, 1, all_won}, {1, 2, all_won}, {2, 0, all_won}};
  const RatingGroups found = find_groups(3, circle);
  EXPECT_THAT(found.groups, ElementsAre(ElementsAre(0, 1, 2)));
  EXPECT_THAT(found.taken_out, IsEmpty());
}

TEST(RatingGroups, ADrawIsALink) {
  const Encounter games[] = {{0, 1, drawn}};
  EXPECT_THAT(find_groups(2, games).groups, ElementsAre(ElementsAre(0, 1)));
}

TEST(RatingGroups, LeaveOutWhoWonOrLostAll) {
  const Encounter games[] = {{0, 1, shared}, {2, 0, all_won}, {1, 3, all_won}};
  const RatingGroups found = find_groups(4, games);
  EXPECT_THAT(found.groups, ElementsAre(ElementsAre(0, 1)));
  ASSERT_THAT(found.taken_out, SizeIs(2));
  EXPECT_EQ(found.taken_out[0].player, 2U);
  EXPECT_EQ(found.taken_out[0].reason, TakenOut::won_all);
  EXPECT_EQ(found.taken_out[0].games, 2U);
  EXPECT_EQ(found.taken_out[1].player, 3U);
  EXPECT_EQ(found.taken_out[1].reason, TakenOut::lost_all);
}

TEST(RatingGroups, LeaveOutWhoWonAllTheRest) {
  // Entrant 3 beat all others, player 2 all but player 3, and so on.
  const Encounter ladder[] = {{3, 2, all_won}, {3, 1, all_won}, {2, 1, all_won}, {1, 0, shared}, {2, 0, all_won}};
  const RatingGroups found = find_groups(4, ladder);
  EXPECT_THAT(found.groups, ElementsAre(ElementsAre(0, 1)));
  ASSERT_THAT(found.taken_out, SizeIs(2));
  EXPECT_EQ(found.taken_out[1].player, 2U);
  EXPECT_EQ(found.taken_out[1].games, 4U);  // the games lost were against a player who is taken out already
}

TEST(RatingGroups, KeepApartWhoseGamesWentOneWay) {
  const Encounter games[] = {{0, 1, shared}, {2, 3, shared}, {3, 4, shared}, {0, 2, all_won}, {1, 3, all_won}};
  const RatingGroups found = find_groups(5, games);
  EXPECT_THAT(found.groups, ElementsAre(ElementsAre(2, 3, 4), ElementsAre(0, 1)));
  EXPECT_EQ(found.games_between, 4U);
}

TEST(RatingGroups, LeaveOutWhoIsBetweenTwoGroups) {
  const Encounter games[] = {{0, 1, shared}, {2, 3, shared}, {0, 4, all_won}, {4, 2, all_won}};
  const RatingGroups found = find_groups(5, games);
  EXPECT_THAT(found.groups, SizeIs(2));
  ASSERT_THAT(found.taken_out, SizeIs(1));
  EXPECT_EQ(found.taken_out[0].reason, TakenOut::separated);
}

TEST(RatingGroups, LeaveOutWhoDidNotPlay) {
  const RatingGroups found = find_groups(1, {});
  EXPECT_THAT(found.groups, IsEmpty());
  ASSERT_THAT(found.taken_out, SizeIs(1));
  EXPECT_EQ(found.taken_out[0].reason, TakenOut::no_games);
}

}  // namespace
}  // namespace hone::stats
