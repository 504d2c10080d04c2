// SPDX-License-Identifier: MIT
//
// The evaluation of go: what is counted where, the symmetries of the board, and what lives unconditionally.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "data/rows.hpp"
#include "engine/evaluation.hpp"
#include "games/go/pass_alive.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using go::Points;
using testing::Random;

// The terms of a position, by name.
template <class G>
std::map<std::string, int> terms_of(const typename G::Position& pos) {
  RowSink sink;
  G::extract(pos, sink);
  std::map<std::string, int> terms;
  for (const RowEntry& entry : sink.finish(G::phase(pos)).entries) {
    const std::string name = G::schema().term_name(static_cast<int>(entry.term));
    if (!name.starts_with("pattern")) terms[name] = entry.count;
  }
  return terms;
}

std::map<std::string, int> on_5(const std::string& text) { return terms_of<Go5>(Go5::parse_position(text)); }

int at(const std::map<std::string, int>& terms, const std::string& name) {
  const auto found = terms.find(name);
  return found == terms.end() ? 0 : found->second;
}

Points set_of(const std::string& vertices) {
  Points points;
  for (std::size_t i = 0; i < vertices.size(); i += 3)
    points |= go::bit(go::parse_move(vertices.substr(i, 2), 9)->point);
  return points;
}

TEST(GoFeatures, OfOneStone) {
  const auto terms = on_5("...../...../..X../...../..... O 25 - 0");
  const std::map<std::string, int> wanted{
      {"stone", 1},    {"territory", 24},         {"reach[0]", 4},        {"reach[1]", 8}, {"reach[2]", 8},
      {"reach[3]", 4}, {"chain.liberties[3]", 1}, {"chain.stones[3]", 1}, {"tempo", -1},   {"komi", -50},
      {"place[5]", 1}};
  EXPECT_EQ(terms, wanted);
}

TEST(GoFeatures, TellWhatCanBeTakenAndSaved) {
  const std::string board = "...../...../.X.../XOO../.XX.. ";
  const auto black_to_move = on_5(board + "X 0 - 0");
  const auto white_to_move = on_5(board + "O 0 - 0");
  EXPECT_EQ(at(on_5("...../...../.XX../XOO../.XX.. X 0 - 0"), "atari.taken[0]"), 1);
  EXPECT_EQ(at(on_5("...../...../.XX../XOO../.XX.. X 0 - 0"), "atari.taken_stones"), 2);
  EXPECT_EQ(at(on_5("...../...../.XX../XOO../.XX.. O 0 - 0"), "atari.taken[0]"), 0);
  EXPECT_EQ(at(on_5("...../...../.XX../XOO../.XX.. O 0 - 0"), "atari.saved"), -1);
  EXPECT_EQ(at(black_to_move, "atari.taken[0]"), 0);  // two liberties
  EXPECT_EQ(at(white_to_move, "atari.saved"), 0);
}

TEST(GoFeatures, TellRealEyesFromFalseOnes) {
  EXPECT_EQ(at(on_5("...../...../...../XX.../.X... X 0 - 0"), "eye.real"), 1);
  EXPECT_EQ(at(on_5("...../...../O..../XO.../.X... X 0 - 0"), "eye.false"), 1);  // in a corner one stone ruins it
  EXPECT_EQ(at(on_5("...../.OX../.X.X./..X../..... X 0 - 0"), "eye.real"), 1);   // inside one does not
  EXPECT_EQ(at(on_5("...../.OXO./.X.X./..X../..... X 0 - 0"), "eye.false"), 1);
  EXPECT_EQ(at(on_5("...../...../...../XXX../..X.. X 0 - 0"), "eye.large"), 1);
}

TEST(GoFeatures, CountLinks) {
  EXPECT_EQ(at(on_5("...../.X.../..X../...../..... X 0 - 0"), "link.diagonal[0]"), 1);
  EXPECT_EQ(at(on_5("...../.XO../..X../...../..... X 0 - 0"), "link.diagonal[1]"), 1);
  EXPECT_EQ(at(on_5("...../..X../.X.../...../..... X 0 - 0"), "link.diagonal[0]"), 1);
  EXPECT_EQ(at(on_5("...../.X.X./...../...../..... X 0 - 0"), "link.jump"), 1);
  EXPECT_EQ(at(on_5("...../.XX../...../...../..... X 0 - 0"), "link.solid"), 1);
  EXPECT_EQ(at(on_5("....X/X..../...../...../..... X 0 - 0"), "link.diagonal[0]"), 0);  // not around the edge
}

TEST(GoFeatures, ClassesOfPlacesAreThoseOfTheSymmetries) {
  for (int size = 2; size <= go::largest_size; ++size) {
    std::map<int, int> seen;
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        const int number = go::place_class(row, column, size);
        ++seen[number];
        EXPECT_EQ(number, go::place_class(column, row, size));
        EXPECT_EQ(number, go::place_class(size - 1 - row, column, size));
      }
    }
    EXPECT_EQ(static_cast<int>(seen.size()), go::place_classes(size)) << size;
    EXPECT_EQ(seen.begin()->first, 0);
    EXPECT_EQ(seen.rbegin()->first, go::place_classes(size) - 1);
    EXPECT_EQ(seen[0], 4);  // the corners
  }
}

Points image(Points points, int size, int symmetry) {
  Points result;
  while (!points.empty()) {
    const int point = points.pop_first();
    const int row = (symmetry & 1) != 0 ? size - 1 - go::row_of(point) : go::row_of(point);
    const int column = (symmetry & 2) != 0 ? size - 1 - go::column_of(point) : go::column_of(point);
    result |= go::bit((symmetry & 4) != 0 ? go::point_at(column, row) : go::point_at(row, column));
  }
  return result;
}

template <class G>
void compare_images(int size) {
  Random random(5);
  const WeightTable weights(testing::random_weights<G>(500, random));
  for (const auto& pos : testing::random_positions<G>(500, random)) {
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
      auto turned = pos;
      turned.black = image(pos.black, size, symmetry);
      turned.white = image(pos.white, size, symmetry);
      ASSERT_EQ(evaluate<G>(turned, weights), evaluate<G>(pos, weights)) << G::to_text(pos) << ' ' << symmetry;
    }
  }
}

TEST(GoFeatures, AreTheSameFromEverySide) {
  compare_images<Go5>(5);
  compare_images<Go9>(9);
}

// Every term of a group stands for some neighbourhood, and the counts are those of Burnside's lemma.
TEST(GoPatterns, HaveTheirNumbers) {
  std::array<std::map<int, int>, go::pattern_groups> seen;
  for (int cut = 0; cut < 9; ++cut) {
    const go::Cut place{cut % 3, cut / 3};
    for (const go::PatternTerm term : go::pattern_tables()[static_cast<std::size_t>(cut)]) {
      if (term.count != 0) ++seen[static_cast<std::size_t>(place.group())][term.index];
    }
  }
  for (std::size_t group = 0; group < seen.size(); ++group) {
    EXPECT_EQ(static_cast<int>(seen[group].size()), go::pattern_terms[group]);
    EXPECT_EQ(seen[group].rbegin()->first, go::pattern_terms[group] - 1);
  }
}

// Boards that differ in their upper rows alone, which lie in the second word.
TEST(GoHash, TellsTheUpperRowsApart) {
  std::set<std::uint64_t> boards;
  Go9::Position pos = Go9::initial();
  boards.insert(go::board_hash(pos));
  for (Points left = pos.board(); !left.empty();) {
    pos.black = go::bit(left.pop_first());
    pos.white = Points();
    boards.insert(go::board_hash(pos));
    std::swap(pos.black, pos.white);
    boards.insert(go::board_hash(pos));
  }
  EXPECT_EQ(boards.size(), 163U);
}

// After a pass the other side may end the game, although its dead stones would be taken if it went on.
TEST(GoPassAlive, BoundsAPositionAfterAPassByTheStonesAsWell) {
  const std::string board = "OXXOO/OX.XO/.X.XO/X.XXO/.XXO. O 9.5 - ";
  const ValueBounds before = Go5::bounds(Go5::parse_position(board + "0"));
  const ValueBounds after = Go5::bounds(Go5::parse_position(board + "1"));
  EXPECT_LT(before.best.utility, 0);
  EXPECT_EQ(after.best.utility, 4);
  EXPECT_EQ(after.worst.utility, before.worst.utility);
}

// -- What lives unconditionally

Points alive(const std::string& text, Side side) {
  const Go5::Position pos = Go5::parse_position(text);
  return go::pass_alive(pos.stones(side), pos.board(), pos.empty());
}

TEST(GoPassAlive, NeedsTwoEyes) {
  EXPECT_EQ(alive("...../...../XXXX./.X.X./XXXX. X 0 - 0", Side::first), set_of("A1 B1 C1 D1 B2 D2 A3 B3 C3 D3 A2 C2"));
  EXPECT_EQ(alive("...../...../XXXX./...X./XXXX. X 0 - 0", Side::first), Points());
  EXPECT_EQ(alive("...../...../XXXX./.X.X./XX.X. X 0 - 0", Side::first), set_of("A1 B1 D1 B2 D2 A3 B3 C3 D3 A2 C2 C1"));
  EXPECT_EQ(alive("...../...../...../...../..... X 0 - 0", Side::first), Points());
}

// The two chains share both eyes, so that neither dies alone.
TEST(GoPassAlive, ChainsMayLiveTogether) {
  EXPECT_EQ(alive("...../...../...../XXOOO/.XO.O X 0 - 0", Side::second), Points());
  EXPECT_EQ(alive("XX.../.X.../X.X../XXX../..... X 0 - 0", Side::first), set_of("A5 B5 B4 A3 C3 A2 B2 C2 A4 B3"));
}

TEST(GoPassAlive, TakesInEnemyStonesThatCannotLive) {
  EXPECT_EQ(alive("...../...../XXXXX/.X.OX/XXXXX X 0 - 0", Side::first),
            set_of("A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 A3 B3 C3 D3 E3"));
}

// Once Black has taken what stands in a large region, White can live there.
TEST(GoPassAlive, DoesNotTakeInALargeRegionThatIsFull) {
  const Go9::Position pos = Go9::parse_position(
      "XXXXXXXX./XXXXX..XX/OOOOOOO.X/OOOOOOO.X/OOOOOOOXX/OOOOOOOXX/OOOOOOOXX/OOOOOOOXX/OOOOOOOXX X 7 - 0");
  const Points safe = go::pass_alive(pos.black, pos.board(), pos.empty());
  EXPECT_EQ(pos.black & ~safe, Points());
  EXPECT_EQ(pos.white & safe, Points());
}

// White moves at random and Black passes: what was Black's stays Black's.
TEST(GoPassAlive, IsNeverTaken) {
  Random random(7);
  int met = 0;
  for (const auto& start : testing::random_positions<Go5>(2'000, random)) {
    const Points safe = go::pass_alive(start.black, start.board(), start.empty());
    if (safe.empty()) continue;
    ++met;
    for (int game = 0; game < 5; ++game) {
      Go5::Position pos = start;
      for (int ply = 0; ply < 40; ++ply) {
        pos.to_move = Side::second;
        pos.passes = 0;
        pos.ko = go::no_point;
        MoveList<Go5> legal;
        Go5::legal_moves(pos, legal);
        Go5::play(pos, legal[testing::below(random, legal.size())]);
        ASSERT_EQ(pos.black & start.black & safe, start.black & safe) << Go5::to_text(start);
        const Points now = go::pass_alive(pos.black, pos.board(), pos.empty());
        ASSERT_EQ(now & safe, safe) << Go5::to_text(start) << " then " << Go5::to_text(pos);
      }
    }
  }
  EXPECT_GT(met, 50);
}

}  // namespace
}  // namespace hone
