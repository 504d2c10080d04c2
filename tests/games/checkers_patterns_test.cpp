// SPDX-License-Identifier: MIT
#include "games/checkers/patterns.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <map>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "games/checkers/checkers.hpp"

namespace hone {
namespace {

using checkers::Region;
using checkers::regions;
using checkers::Squares;
using ::testing::ElementsAre;

const Region& region(std::string_view name) {
  for (const Region& each : regions) {
    if (each.name == name) return each;
  }
  ADD_FAILURE() << name;
  return regions.front();
}

// The squares as in the books, in the order in which they are gathered.
std::vector<int> squares(const Region& region) {
  std::vector<int> found(checkers::pattern_squares, -1);
  for (int square = 0; square < checkers::square_count; ++square) {
    const std::size_t word = region.gathered(checkers::bit(square));
    if (word != 0) found[static_cast<std::size_t>(std::countr_zero(word))] = square + 1;
  }
  return found;
}

// The count of a configuration of a position; the states of the squares as they are gathered: '-', 'o' own, 'x' enemy.
int count(const std::string& position, std::string_view name, std::string_view states) {
  const Region& where = region(name);
  Squares own = 0, enemy = 0;
  const std::vector<int> all = squares(where);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (states[i] == 'o') own |= checkers::bit(all[i] - 1);
    if (states[i] == 'x') enemy |= checkers::bit(all[i] - 1);
  }
  const int term = Checkers::schema().find(name)->first + checkers::configuration(where, own, enemy);
  RowSink sink;
  const Checkers::Position pos = Checkers::parse_position(position);
  Checkers::extract(pos, sink);
  for (const RowEntry& entry : sink.finish(Checkers::phase(pos)).entries) {
    if (entry.term == term) return entry.count;
  }
  return 0;
}

TEST(CheckersPatterns, CoverTheirSquares) {
  EXPECT_THAT(squares(region("pattern.block1")), ElementsAre(1, 2, 5, 6, 9, 10, 13, 14));
  EXPECT_THAT(squares(region("pattern.block3")), ElementsAre(3, 4, 7, 8, 11, 12, 15, 16));
  EXPECT_THAT(squares(region("pattern.block6")), ElementsAre(6, 7, 10, 11, 14, 15, 18, 19));
  EXPECT_THAT(squares(region("pattern.block9")), ElementsAre(9, 10, 13, 14, 17, 18, 21, 22));
  EXPECT_THAT(squares(region("pattern.rows1")), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(squares(region("pattern.rows9")), ElementsAre(9, 10, 11, 12, 13, 14, 15, 16));
}

// The regions of both sides together leave no square out.
TEST(CheckersPatterns, CoverTheBoard) {
  Squares covered = 0;
  for (const Region& each : regions) {
    for (const int square : squares(each))
      covered |= checkers::bit(square - 1) | checkers::turned(checkers::bit(square - 1));
  }
  EXPECT_EQ(covered, ~Squares{0});
}

// Every number below the size is that of one configuration, and the home row holds no enemy man.
TEST(CheckersPatterns, NumberEachConfigurationOnce) {
  const std::map<std::string_view, int> sizes{
      {"pattern.block1", 4 * 729}, {"pattern.block9", 6561}, {"pattern.rows1", 16 * 81}, {"pattern.rows5", 6561}};
  for (const auto& [name, size] : sizes) EXPECT_EQ(region(name).configurations(), size) << name;
  for (const Region& each : regions) {
    Squares mask = 0;
    for (const int square : squares(each)) mask |= checkers::bit(square - 1);
    std::vector<int> uses(static_cast<std::size_t>(each.configurations()));
    for (Squares own = mask;; own = (own - 1) & mask) {
      const Squares free = mask & ~own & ~checkers::top_row;
      for (Squares enemy = free;; enemy = (enemy - 1) & free) {
        ++uses.at(static_cast<std::size_t>(checkers::configuration(each, own, enemy)));
        if (enemy == 0) break;
      }
      if (own == 0) break;
    }
    EXPECT_EQ(uses, std::vector<int>(uses.size(), 1)) << each.name;
  }
}

TEST(CheckersPatterns, AreSeenFromEitherHome) {
  const std::string position = "B:W30,31,K22:B2,6,K10";
  EXPECT_EQ(count(position, "pattern.block1", "-o-o----"), 1) << "2 and 6; the king on 10 is no man";
  EXPECT_EQ(count(position, "pattern.block1", "-o------"), -1) << "31 is White's 2";
  EXPECT_EQ(count(position, "pattern.block2", "o-o-----"), 1) << "2 and 6";
  EXPECT_EQ(count(position, "pattern.block2", "oo------"), -1) << "30 and 31 are White's 3 and 2";
  EXPECT_EQ(count(position, "pattern.rows1", "-o---o--"), 1);
  EXPECT_EQ(count(position, "pattern.rows1", "-oo-----"), -1);
  EXPECT_EQ(count("B:W22:B17", "pattern.block9", "----o--x"), 1) << "17 and 22";
  EXPECT_EQ(count("W:W22:B17", "pattern.block7", "----x--o"), 0);
}

TEST(CheckersPatterns, CancelOutInTheInitialPosition) {
  RowSink sink;
  Checkers::extract(Checkers::initial(), sink);
  const int first = Checkers::schema().find("pattern.block1")->first;
  for (const RowEntry& entry : sink.finish({}).entries) EXPECT_LT(entry.term, first);
}

// Eight squares, 28 pairs of them and six runs of three.
TEST(CheckersPatterns, HaveTheirPartsInOrder) {
  for (std::size_t number = 0; number < regions.size(); ++number) {
    const TermParts parts = checkers::parts_of_region(number);
    ASSERT_EQ(parts.first.size(), static_cast<std::size_t>(regions[number].configurations()) + 1);
    ASSERT_EQ(parts.first.back(), parts.counts.size());
    std::vector<bool> used(parts.parts);
    for (std::size_t term = 0; term + 1 < parts.first.size(); ++term) {
      ASSERT_EQ(parts.first[term + 1] - parts.first[term], 8U + 28 + 6);
      for (auto at = parts.first[term]; at < parts.first[term + 1]; ++at) {
        if (at > parts.first[term]) {
          ASSERT_LT(parts.counts[at - 1].part, parts.counts[at].part);
        }
        used.at(parts.counts[at].part) = true;
      }
    }
    EXPECT_EQ(std::ranges::count(used, true), parts.parts) << regions[number].name;
  }
}

}  // namespace
}  // namespace hone
