// SPDX-License-Identifier: MIT
#include "data/schema.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

#include "data/error.hpp"

namespace hone {
namespace {

constexpr Layout layout({
    {"tempo", scalar(), "side to move"},
    {"mobility.knight", list(9), "by squares"},
    {"psqt.knight", board(8, 8), "by square"},
});

const Schema schema("toy", {"mg", "eg"}, 24, layout);

TEST(Schema, CountsTermsAndWeights) {
  EXPECT_EQ(schema.terms(), 1 + 9 + 64);
  EXPECT_EQ(schema.weights(), 2 * (1 + 9 + 64));
  EXPECT_EQ(schema.phase_count(), 2);
  EXPECT_EQ(layout.terms(), schema.terms());
}

TEST(Schema, FindsGroupsWhereTheLayoutPutsThem) {
  EXPECT_EQ(schema.find("psqt.knight")->first, layout.offset("psqt.knight"));
  EXPECT_EQ(schema.find("mobility.knight")->first, 1);
  EXPECT_EQ(schema.find("mobility.knight")->meaning, "by squares");
  EXPECT_EQ(schema.find("psqt"), nullptr);
}

TEST(Schema, NamesEveryTerm) {
  EXPECT_EQ(schema.term_name(0), "tempo");
  EXPECT_EQ(schema.term_name(1), "mobility.knight[0]");
  EXPECT_EQ(schema.term_name(9), "mobility.knight[8]");
  EXPECT_EQ(schema.term_name(10), "psqt.knight[0,0]");
  EXPECT_EQ(schema.term_name(10 + 2 * 8 + 5), "psqt.knight[2,5]");
  EXPECT_EQ(schema.term_name(73), "psqt.knight[7,7]");
  for (int term = 0; term < schema.terms(); ++term) {
    const Group& group = schema.group_of(term);
    EXPECT_TRUE(group.first <= term && term < group.first + group.shape.size());
  }
}

TEST(Schema, NamesTheSquaresThatItsGameStates) {
  constexpr SquareFunction square = [](int row, int column) -> TermSquare {
    return {std::string(1, static_cast<char>('a' + column)) + static_cast<char>('1' + row), 1 - row, column};
  };
  const std::vector<GroupSpec> groups{{"turn", scalar(), ""}, {"place", board(2, 3), "", nullptr, square}};
  const Schema known("toy", {"all"}, 1, groups);
  EXPECT_EQ(known.square_of(0), std::nullopt);
  EXPECT_EQ(known.square_of(5), (TermSquare{"b2", 0, 1}));
  EXPECT_EQ(known.name_beside_square(5), "place[1,1] b2");
  EXPECT_EQ(known.name_by_square(5), "place b2");
  EXPECT_EQ(known.name_by_square(0), "turn");

  Schema read("toy", {"all"}, 1, std::vector<GroupSpec>{{"place", board(2, 3), ""}, {"turn", scalar(), ""}});
  EXPECT_EQ(read.name_by_square(4), "place[1,1]");
  read.take_squares(known);
  EXPECT_EQ(read.name_by_square(4), "place b2");
  Schema other("toy", {"all"}, 1, std::vector<GroupSpec>{{"place", board(3, 2), ""}});
  other.take_squares(known);
  EXPECT_EQ(other.square_of(0), std::nullopt);
  EXPECT_EQ(known.fingerprint(),
            Schema("toy", {"all"}, 1, std::vector<GroupSpec>{{"turn", scalar(), ""}, {"place", board(2, 3), ""}})
                .fingerprint());
}

// $ printf 'game toy\nphases mg eg\nsteps 24\ntempo scalar 1x1\nmobility.knight list 1x9\npsqt.knight board 8x8\n' |
//   xxhsum -H3
TEST(Schema, HasTheFingerprintThatXxhsumPrints) { EXPECT_EQ(schema.fingerprint(), "73bde61ea1a4f9d7"); }

TEST(Schema, FingerprintDependsOnAllButTheMeaning) {
  const std::vector<GroupSpec> groups{{"a", scalar(), ""}, {"b", list(6), ""}};
  const Schema plain("toy", {"mg", "eg"}, 24, groups);
  const Schema meant("toy", {"mg", "eg"}, 24, {{"a", scalar(), "meant"}, {"b", list(6), ""}});
  EXPECT_EQ(plain.fingerprint(), meant.fingerprint());
  const Schema in_order("toy", {"mg", "eg"}, 24, {{"a", scalar(), ""}, {"b", ordered(list(6)), ""}});
  EXPECT_EQ(plain.fingerprint(), in_order.fingerprint());

  const std::vector<Schema> others{
      Schema("toys", {"mg", "eg"}, 24, groups),
      Schema("toy", {"mg", "end"}, 24, groups),
      Schema("toy", {"eg", "mg"}, 24, groups),
      Schema("toy", {"mg", "eg"}, 12, groups),
      Schema("toy", {"mg", "eg"}, 24, {{"b", list(6), ""}, {"a", scalar(), ""}}),
      Schema("toy", {"mg", "eg"}, 24, {{"a", list(1), ""}, {"b", list(6), ""}}),
      Schema("toy", {"mg", "eg"}, 24, {{"a", scalar(), ""}, {"b", board(1, 6), ""}}),
      Schema("toy", {"mg", "eg"}, 24, {{"a", scalar(), ""}, {"b", board(2, 3), ""}}),
      Schema("toy", {"mg", "eg"}, 24, {{"a", scalar(), ""}, {"b", board(3, 2), ""}}),
      Schema("toy", {"mg", "eg"}, 24, {{"a", scalar(), ""}}),
  };
  std::set<std::string> prints{plain.fingerprint()};
  for (const Schema& other : others) EXPECT_TRUE(prints.insert(other.fingerprint()).second);
}

using TermPairs = std::vector<std::pair<int, int>>;

TEST(Neighbours, AreThoseOfTheShape) {
  EXPECT_EQ(neighbour_pairs(scalar()), TermPairs());
  EXPECT_EQ(neighbour_pairs(list(3)), TermPairs());
  EXPECT_EQ(neighbour_pairs(ordered(list(3))), (TermPairs{{0, 1}, {1, 2}}));
  EXPECT_EQ(neighbour_pairs(ordered(list(1))), TermPairs());
  EXPECT_EQ(neighbour_pairs(board(2, 3)), (TermPairs{{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {4, 5}}));
  EXPECT_EQ(neighbour_pairs(ordered_rows(board(2, 3))), (TermPairs{{0, 1}, {1, 2}, {3, 4}, {4, 5}}));
  EXPECT_EQ(neighbour_pairs(ordered_columns(board(2, 3))), (TermPairs{{0, 3}, {1, 4}, {2, 5}}));
  EXPECT_EQ(neighbour_pairs(unordered(board(2, 3))), TermPairs());
}

TEST(Neighbours, NeedAShapeThatHasThem) {
  for (const GroupShape shape : {ordered(scalar()), ordered_columns(list(3)), ordered_rows(scalar())}) {
    EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", shape, ""}}), Error);
  }
}

TEST(Schema, RefusesNamesThatAWeightsFileCannotHold) {
  for (const char* name : {"", ".", "a.", ".a", "a..b", "A", "9a", "_a", "a b", "a-b", "a=b", "k", "game.x", "format",
                           "schema", "missing", "provenance.x"}) {
    EXPECT_THROW(Schema("toy", {"all"}, 1, {{name, scalar(), ""}}), Error) << name;
  }
  EXPECT_NO_THROW(Schema("toy", {"all"}, 1, {{"king.file_2", scalar(), ""}, {"king.file", scalar(), ""}}));
  EXPECT_NO_THROW(Schema("toy", {"all"}, 1, {{"x.k", scalar(), ""}, {"games", scalar(), ""}}));
}

TEST(Schema, RefusesGroupsThatShareATable) {
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", scalar(), ""}, {"a", scalar(), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"king", scalar(), ""}, {"king.shelter", scalar(), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"king.shelter", scalar(), ""}, {"king", scalar(), ""}}), Error);
}

TEST(Schema, RefusesWhatARowCannotHold) {
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", list(65537), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", board(1 << 16, 1 << 16), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", list(65536), ""}, {"b", scalar(), ""}}), Error);
  EXPECT_EQ(Schema("toy", {"all"}, 1, {{"a", list(65536), ""}}).terms(), 65536);
}

TEST(Schema, RefusesImpossibleShapesStagesAndMeanings) {
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", list(0), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", board(8, -8), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", {GroupKind::scalar, 1, 2}, ""}}), Error);
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", {GroupKind::list, 2, 2}, ""}}), Error);
  EXPECT_THROW(Schema("toy", {"all"}, 1, {{"a", scalar(), "two\nlines"}}), Error);
  EXPECT_THROW(Schema("toy", {}, 1, {{"a", scalar(), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"mg", "mg"}, 24, {{"a", scalar(), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"mg.x"}, 1, {{"a", scalar(), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"all"}, 24, {{"a", scalar(), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"mg", "eg"}, 0, {{"a", scalar(), ""}}), Error);
  EXPECT_THROW(Schema("toy", {"mg", "eg"}, 256, {{"a", scalar(), ""}}), Error);
  EXPECT_THROW(Schema("a toy", {"all"}, 1, {{"a", scalar(), ""}}), Error);
}

}  // namespace
}  // namespace hone
