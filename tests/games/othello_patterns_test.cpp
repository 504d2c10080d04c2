// SPDX-License-Identifier: MIT
#include "games/othello/patterns.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "data/rows.hpp"
#include "engine/evaluation.hpp"
#include "games/othello/othello.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using othello::Pattern;
using othello::PatternTerm;
using Position = Othello::Position;

std::size_t place_of(std::string_view name) {
  const auto shape = std::find_if(othello::pattern_shapes.begin(), othello::pattern_shapes.end(),
                                  [&](const auto& each) { return each.name == name; });
  return static_cast<std::size_t>(shape - othello::pattern_shapes.begin());
}

// The term of a configuration, the squares in the order of the shape.
PatternTerm term(std::string_view pattern, std::string_view text) {
  std::size_t configuration = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    configuration = configuration * 3 + std::string_view("-XO").find(text[i]);
  }
  return othello::patterns()[place_of(pattern)].terms()[configuration];
}

Row row(const Position& pos) {
  RowSink sink;
  Othello::extract(pos, sink);
  return sink.finish(Othello::phase(pos));
}

// How often the position has the configuration, in the sense of the term that the configuration has.
int count(const Position& pos, std::string_view pattern, std::string_view text) {
  const PatternTerm wanted = term(pattern, text);
  EXPECT_NE(wanted.count(), 0) << text;
  const int index = Othello::schema().find(pattern)->first + wanted.index();
  for (const RowEntry& entry : row(pos).entries) {
    if (entry.term == index) return entry.count * wanted.count();
  }
  return 0;
}

int entries(const Position& pos, std::string_view pattern) {
  const Group& group = *Othello::schema().find(pattern);
  int sum = 0;
  for (const RowEntry& entry : row(pos).entries) {
    sum += group.first <= entry.term && entry.term < group.first + group.shape.size();
  }
  return sum;
}

// `quarter`: how many placements cover each of the squares a1 to d4, row by row. The other quarters are images of it.
// `terms` by Burnside's lemma for the mirror image m and the exchange of colours x: with f(g) configurations that g
// leaves alone, (f(1) + f(m) - f(x) - f(mx)) / 4, or (f(1) - f(x)) / 2 where the pattern has no mirror image.
struct Expected {
  const char* name;
  std::size_t placements;
  const char* quarter;
  int terms;
};
constexpr Expected expected[] = {
    {"edge.pattern", 4, "2111 1000 1000 1000", (6561 + 81 - 1 - 81) / 4},
    {"pattern.line2", 4, "0100 1211 0100 0100", (6561 + 81 - 1 - 81) / 4},
    {"pattern.line3", 4, "0010 0010 1121 0010", (6561 + 81 - 1 - 81) / 4},
    {"pattern.line4", 4, "0001 0001 0001 1112", (6561 + 81 - 1 - 81) / 4},
    {"pattern.diagonal8", 2, "1000 0100 0010 0001", (6561 + 81 - 1 - 81) / 4},
    {"pattern.diagonal7", 4, "0100 1010 0101 0011", (2187 + 81 - 1 - 27) / 4},
    {"pattern.diagonal6", 4, "0010 0001 1001 0110", (729 + 27 - 1 - 27) / 4},
    {"pattern.diagonal5", 4, "0001 0001 0010 1100", (243 + 27 - 1 - 9) / 4},
    {"pattern.diagonal4", 4, "0001 0010 0100 1000", (81 + 9 - 1 - 9) / 4},
    {"pattern.corner33", 4, "1110 1110 1110 0000", (19683 + 729 - 1 - 27) / 4},
    {"pattern.corner25", 8, "2212 2212 1100 2200", (59049 - 1) / 2},
    {"pattern.edge2x", 4, "2111 1200 1000 1000", (59049 + 243 - 1 - 243) / 4},
};

class OthelloPattern : public ::testing::TestWithParam<Expected> {
 protected:
  [[nodiscard]] static const Pattern& pattern() { return othello::patterns()[place_of(GetParam().name)]; }
};
INSTANTIATE_TEST_SUITE_P(All, OthelloPattern, ::testing::ValuesIn(expected), [](const auto& test) {
  const std::string name = test.param.name;
  return name.substr(0, name.find('.')) + '_' + name.substr(name.find('.') + 1);
});

TEST_P(OthelloPattern, CoversItsSquares) {
  EXPECT_EQ(pattern().placements().size(), GetParam().placements);
  for (int square = 0; square < 64; ++square) {
    const int column = std::min(othello::column_of(square), 7 - othello::column_of(square));
    const int line = std::min(othello::row_of(square), 7 - othello::row_of(square));
    const auto covers = [&](const auto& placement) { return othello::contains(placement.mask, square); };
    EXPECT_EQ(std::count_if(pattern().placements().begin(), pattern().placements().end(), covers),
              GetParam().quarter[line * 5 + column] - '0')
        << square;
  }
}

TEST_P(OthelloPattern, HasATermForEachClassThatIsNotItsOwnOpposite) {
  EXPECT_EQ(othello::term_count(othello::pattern_shapes[place_of(GetParam().name)]), GetParam().terms);
  EXPECT_EQ(Othello::schema().find(GetParam().name)->shape, list(GetParam().terms));
  std::map<int, std::pair<int, int>> uses;
  for (const PatternTerm& each : pattern().terms()) {
    if (each.count() > 0) ++uses[each.index()].first;
    if (each.count() < 0) ++uses[each.index()].second;
  }
  EXPECT_EQ(uses.size(), static_cast<std::size_t>(GetParam().terms));
  EXPECT_EQ(uses.begin()->first, 0);
  EXPECT_EQ(uses.rbegin()->first, GetParam().terms - 1);
  for (const auto& [index, use] : uses) EXPECT_EQ(use.first, use.second) << index;
}

TEST(OthelloPatterns, AreAllTested) { EXPECT_EQ(std::size(expected), othello::pattern_shapes.size()); }

TEST(OthelloPatterns, MirrorImagesShareATermAndExchangedOnesNegateIt) {
  const PatternTerm edge = term("edge.pattern", "XXO-----");
  EXPECT_EQ(term("edge.pattern", "-----OXX"), edge);
  EXPECT_EQ(term("edge.pattern", "OOX-----"), PatternTerm(edge.index(), -edge.count()));
  EXPECT_EQ(term("edge.pattern", "--------").count(), 0);
  EXPECT_EQ(term("edge.pattern", "XX----OO").count(), 0);

  const PatternTerm corner = term("pattern.corner33", "XO-------");
  EXPECT_EQ(term("pattern.corner33", "X--O-----"), corner);
  EXPECT_EQ(term("pattern.corner33", "OX-------"), PatternTerm(corner.index(), -corner.count()));
  EXPECT_EQ(term("pattern.corner33", "-X-O-----").count(), 0);

  EXPECT_EQ(term("pattern.edge2x", "XX------O-"), term("pattern.edge2x", "------XX-O"));
  EXPECT_NE(term("pattern.edge2x", "XX------O-"), term("pattern.edge2x", "XX-------O"));
  EXPECT_NE(term("pattern.corner25", "X---------"), term("pattern.corner25", "-----X----"));
}

// Weights files know terms by their number: the smallest configuration of each class, counted from 0.
TEST(OthelloPatterns, AreNumberedByTheirSmallestConfiguration) {
  EXPECT_EQ(term("edge.pattern", "X-------"), PatternTerm(0, 1));
  EXPECT_EQ(term("edge.pattern", "O-------"), PatternTerm(0, -1));
  EXPECT_EQ(term("edge.pattern", "-X------"), PatternTerm(1, 1));
  EXPECT_EQ(term("edge.pattern", "XX------"), PatternTerm(2, 1));
  EXPECT_EQ(term("edge.pattern", "OX------"), PatternTerm(3, 1));
  EXPECT_EQ(term("edge.pattern", "-O------"), PatternTerm(1, -1));
  EXPECT_EQ(term("edge.pattern", "--X-----"), PatternTerm(4, 1));
}

TEST(OthelloPatterns, AreFoundOnLinesAndDiagonals) {
  // After f5: d4 is white; e4, d5, e5, f5 are black.
  Position pos = Othello::initial();
  Othello::play(pos, *Othello::parse_move(pos, "f5"));
  EXPECT_EQ(count(pos, "pattern.line4", "---XXX--"), 1) << "row 5";
  EXPECT_EQ(count(pos, "pattern.line4", "---XX---"), 1) << "column e";
  EXPECT_EQ(entries(pos, "pattern.line4"), 2) << "row 4 and column d are their own opposites";
  EXPECT_EQ(count(pos, "pattern.line3", "----X---"), 1) << "column f";
  EXPECT_EQ(count(pos, "pattern.diagonal8", "---XX---"), 1) << "a8 to h1";
  EXPECT_EQ(count(pos, "pattern.diagonal7", "---XX--"), 1) << "b1 to h7";
  EXPECT_EQ(count(pos, "pattern.diagonal7", "---X---"), 2 - 1) << "a2 to g8 and b8 to h2 against a7 to g1";
  EXPECT_EQ(count(pos, "pattern.diagonal6", "--X---"), 1) << "c8 to h3";
  EXPECT_EQ(entries(pos, "pattern.diagonal6"), 1);
  EXPECT_EQ(entries(pos, "pattern.line2") + entries(pos, "edge.pattern") + entries(pos, "pattern.diagonal5"), 0);
}

TEST(OthelloPatterns, AreFoundInCornersAndOnEdges) {
  const Position pos = Othello::parse_position(
      "X-----O-"
      "-O----X-"
      "--XXXX--"
      "--XOOX--"
      "--OXXO--"
      "--OXXO--"
      "-O----X-"
      "OX-----X X");
  EXPECT_EQ(count(pos, "pattern.corner33", "X---O---X"), 1) << "a1";
  EXPECT_EQ(count(pos, "pattern.corner33", "-O--X---X"), 1) << "h1";
  EXPECT_EQ(count(pos, "pattern.corner33", "OX--O---O"), 1) << "a8";
  EXPECT_EQ(count(pos, "pattern.corner33", "X---X---O"), 1) << "h8";
  EXPECT_EQ(count(pos, "pattern.corner25", "X-----O---"), 2) << "a1 to e2, a1 to b5";
  EXPECT_EQ(count(pos, "pattern.corner25", "-O----X---"), 1) << "h1 to d2";
  EXPECT_EQ(count(pos, "pattern.corner25", "-----OX---"), 1) << "h1 to g5";
  EXPECT_EQ(count(pos, "pattern.corner25", "OX----O---"), 1) << "a8 to e7";
  EXPECT_EQ(count(pos, "pattern.corner25", "X-----X---"), 2) << "h8 to d7, h8 to g4";
  EXPECT_EQ(count(pos, "pattern.edge2x", "X-----O-OX"), 1) << "row 1";
  EXPECT_EQ(count(pos, "pattern.edge2x", "X------OOO"), 1) << "column a";
  EXPECT_EQ(count(pos, "pattern.edge2x", "-------XXX"), 1) << "column h";
  EXPECT_EQ(count(pos, "pattern.edge2x", "OX-----XOX"), 1) << "row 8";
}

class OthelloSymmetry : public ::testing::Test {
 protected:
  static constexpr std::uint64_t seed = 81;

  [[nodiscard]] static std::vector<Position> positions() {
    std::cout << "random games of othello: seed " << seed << '\n';
    testing::Random random(seed);
    return testing::random_positions<Othello>(300, random);
  }
  [[nodiscard]] static Position image(const Position& pos, int symmetry) {
    return {image(pos.black, symmetry), image(pos.white, symmetry), pos.to_move};
  }

 private:
  [[nodiscard]] static othello::Squares image(othello::Squares set, int symmetry) {
    othello::Squares moved = 0;
    while (set != 0) moved |= othello::bit(othello::image(othello::pop_first(set), symmetry));
    return moved;
  }
};

TEST_F(OthelloSymmetry, TheEightImagesOfAPositionHaveTheSameRow) {
  for (const Position& pos : positions()) {
    for (int symmetry = 0; symmetry < othello::board_symmetries; ++symmetry) {
      ASSERT_EQ(row(image(pos, symmetry)), row(pos)) << Othello::to_text(pos) << ' ' << symmetry;
    }
  }
}

TEST_F(OthelloSymmetry, ExchangingTheColoursNegatesTheRow) {
  for (const Position& pos : positions()) {
    Row negated = row(pos);
    for (RowEntry& entry : negated.entries) entry.count = static_cast<std::int16_t>(-entry.count);
    ASSERT_EQ(row(Othello::flipped(pos)), negated) << Othello::to_text(pos);
  }
}

TEST(OthelloPatterns, BitsAreGatheredAlikeWithAndWithoutTheInstruction) {
  EXPECT_EQ(othello::gathered_portably(0b1010'0000, 0b1110'0001), 0b1010U);
  constexpr std::uint64_t seed = 82;
  std::cout << "seed " << seed << '\n';
  testing::Random random(seed);
  for (int i = 0; i < 1'000; ++i) {
    const std::uint64_t set = random();
    const std::uint64_t mask = random();
    ASSERT_EQ(othello::gathered(set, mask), othello::gathered_portably(set, mask)) << set << ' ' << mask;
  }
}

}  // namespace
}  // namespace hone
