// SPDX-License-Identifier: MIT
//
// The solved endings, against published numbers and against the rules themselves.
#include <gtest/gtest.h>

#include <iostream>
#include <stop_token>

#include "games/checkers/checkers.hpp"
#include "games/checkers/ending_index.hpp"
#include "games/checkers/ending_search.hpp"
#include "games/checkers/endings.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using checkers::EndingCounts;
using checkers::EndingPositions;
using checkers::Endings;
using checkers::Material;
using Position = Checkers::Position;

const Endings& endings() { return checkers::solved_endings(4); }

Position parse(std::string_view text) { return Checkers::parse_position(text); }

// With pieces on both sides.
EndingCounts counts(const Endings& solved, int pieces) {
  EndingCounts sum;
  for (int men = 0; men <= pieces; ++men) {
    checkers::for_each_material(pieces, men, [&](const Material& material) {
      const EndingCounts each = solved.counts(material);
      sum.won += each.won;
      sum.drawn += each.drawn;
      sum.lost += each.lost;
    });
  }
  return sum;
}

// Positions in which one side has all the pieces, which are decided and in no table.
std::uint64_t one_sided(int pieces) {
  std::uint64_t sum = 0;
  for (int men = 0; men <= pieces; ++men) {
    sum += 2 * checkers::choices(28, men) * checkers::choices(32 - men, pieces - men);
  }
  return sum;
}

// The best of what the moves lead to.
int value_by_moves(const Endings& solved, const Position& pos) {
  MoveList<Checkers> moves;
  Checkers::legal_moves(pos, moves);
  int best = -1;
  for (const Checkers::Move move : moves) {
    Position next = pos;
    Checkers::play(next, move);
    best = std::max(best, -solved.value(next).value());
  }
  return best;
}

// J. Schaeffer et al., "Checkers is solved", Science 317 (2007).
TEST(CheckersSolvedEndings, AreAsManyAsPublished) {
  EXPECT_EQ(counts(endings(), 2).all() + one_sided(2), 6'972U);
  EXPECT_EQ(counts(endings(), 3).all() + one_sided(3), 261'224U);
  EXPECT_EQ(counts(endings(), 4).all() + one_sided(4), 7'092'774U);
}

// E. Trice's database, damforum.nl, topic 2603.
TEST(CheckersSolvedEndings, KingAgainstKingIsAsPublished) {
  EXPECT_EQ(endings().counts({0, 1, 0, 1}), (EndingCounts{230, 654, 108}));
}

TEST(CheckersSolvedEndings, NumbersAndPositionsBelongTogether) {
  for (const Material material : {Material{1, 1, 1, 0}, Material{0, 2, 1, 1}, Material{2, 0, 1, 1}}) {
    const EndingPositions positions(material);
    std::uint64_t found = 0;
    for (std::uint64_t number = 0; number < positions.index().size(); ++number) {
      const std::optional<Position> pos = positions.position(number);
      if (!pos) continue;
      ++found;
      ASSERT_EQ(positions.index().number(*pos), number);
      ASSERT_EQ(checkers::material_of(*pos), material);
    }
    EXPECT_EQ(found, endings().counts(material).all());
  }
}

// That the values agree with each other does not show that draws are not won, which the brute force of
// tests/engine/checkers_endings_test.cpp does.
TEST(CheckersSolvedEndings, AgreeWithEachOther) {
  constexpr std::uint64_t seed = 20;
  std::cout << "seed " << seed << '\n';
  testing::Random random(seed);
  for (int men = 0; men <= 4; ++men) {
    checkers::for_each_material(4, men, [&](const Material& material) {
      const EndingPositions positions(material);
      for (int i = 0; i < 500; ++i) {
        const std::optional<Position> pos = positions.position(random() % positions.index().size());
        if (!pos) continue;
        ASSERT_EQ(value_by_moves(endings(), *pos), endings().value(*pos)) << Checkers::to_text(*pos);
        ASSERT_EQ(endings().value(Checkers::flipped(*pos)), endings().value(*pos)) << Checkers::to_text(*pos);
      }
    });
  }
}

// With four pieces the rule of forty moves saves nobody.
TEST(CheckersSolvedEndings, AreWonInTime) { EXPECT_LE(endings().longest_run(), checkers::most_quiet_plies); }

TEST(CheckersSolvedEndings, KnowWhereTheyEnd) {
  EXPECT_EQ(endings().value(parse("B:W28,29,30:B1,2")), std::nullopt) << "five pieces";
  EXPECT_EQ(endings().value(parse("W:W:BK2")), -1);
  EXPECT_EQ(endings().value(Position{}), std::nullopt);
  EXPECT_EQ(Checkers::ending_utility(parse("W:W:BK2"), 4), 1) << "Black is the first player";
  EXPECT_EQ(Checkers::ending_utility(parse("B:WK32:BK1"), 1), std::nullopt);
}

// The First Position: Edward Lasker, "Chess and Checkers: The Way to Mastership" (1918).
TEST(CheckersSolvedEndings, KnowTheFirstPosition) {
  EXPECT_EQ(endings().value(parse("W:WK19,K23:B12,K28")), 1);
  EXPECT_EQ(endings().value(parse("B:WK19,K23:B12,K28")), 0);
  EXPECT_EQ(endings().value(parse("W:W20,K15:B12,K28")), 1);
}

TEST(CheckersEndingSearch, FindsWhatIsSolved) {
  const Endings& three = checkers::solved_endings(3);
  constexpr std::uint64_t seed = 21;
  std::cout << "seed " << seed << '\n';
  testing::Random random(seed);
  int found = 0;
  for (int men = 0; men <= 4; ++men) {
    checkers::for_each_material(4, men, [&](const Material& material) {
      const EndingPositions positions(material);
      for (int i = 0; i < 20; ++i) {
        const std::optional<Position> pos = positions.position(random() % positions.index().size());
        if (!pos) continue;
        const auto value = checkers::EndingSearch(three, {.depth = 9, .nodes = 20'000}).value(*pos);
        if (!value) continue;
        ++found;
        ASSERT_EQ(value, endings().value(*pos)) << Checkers::to_text(*pos);
      }
    });
  }
  EXPECT_GT(found, 100);
}

TEST(CheckersSolvedEndings, AreNotSolvedAfterAStop) {
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_FALSE(checkers::solve_endings(5, stopped.get_token()));
  EXPECT_FALSE(Endings(3, stopped.get_token()).is_whole());
  EXPECT_TRUE(checkers::solve_endings(2, {}));
  EXPECT_TRUE(checkers::solve_endings(2, stopped.get_token())) << "they are solved";
}

// A capture that leads to five pieces is never worth more to who moves than what was found of six.
void expect_six_pieces_as_five(const Endings& five) {
  constexpr std::uint64_t seed = 22;
  std::cout << "seed " << seed << '\n';
  testing::Random random(seed);
  int found = 0;
  const EndingPositions positions({2, 1, 2, 1});
  for (int i = 0; i < 200; ++i) {
    const std::optional<Position> pos = positions.position(random() % positions.index().size());
    if (!pos) continue;
    EXPECT_EQ(Checkers::ending_utility(*pos, 5), std::nullopt);
    const auto value = Checkers::ending_utility(*pos, 6);
    if (!value) continue;
    ++found;
    MoveList<Checkers> moves;
    Checkers::legal_moves(*pos, moves);
    for (const auto move : moves) {
      Position next = *pos;
      checkers::play(next, move);
      if (const auto after = five.value(next)) {
        EXPECT_LE(-*after, *value * sign(pos->to_move)) << Checkers::to_text(*pos);
      }
    }
  }
  EXPECT_GT(found, 20);
}

TEST(NightCheckersSolvedEndings, OfFivePiecesAreAsManyAsPublished) {
  const Endings& five = checkers::solved_endings(5);
  EXPECT_EQ(counts(five, 5).all() + one_sided(5), 148'688'232U);
  expect_six_pieces_as_five(five);
}

}  // namespace
}  // namespace hone
