// SPDX-License-Identifier: MIT
#include "engine/transposition_table.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

TableEntry entry_of_depth(int depth) { return {7, 42, -3, static_cast<std::int8_t>(depth), Bound::lower, true}; }

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table(1 << 16);
  table.store(0x1234'5678'9ABC'DEF0, entry_of_depth(5));
  const TableEntry found = table.probe(0x1234'5678'9ABC'DEF0);
  EXPECT_EQ(found.move, 7U);
  EXPECT_EQ(found.score, 42);
  EXPECT_EQ(found.eval, -3);
  EXPECT_EQ(found.depth, 5);
  EXPECT_EQ(found.bound, Bound::lower);
  EXPECT_TRUE(found.proved);
}

TEST(TranspositionTable, KnowsNothingOfOtherHashes) {
  TranspositionTable table(1 << 16);
  EXPECT_EQ(table.probe(0).bound, Bound::none);
  table.store(1, entry_of_depth(5));
  EXPECT_EQ(table.probe(2).bound, Bound::none);
}

TEST(TranspositionTable, KeepsAnOldMoveWhenNoneIsGiven) {
  TranspositionTable table(1 << 16);
  table.store(9, entry_of_depth(5));
  TableEntry without = entry_of_depth(6);
  without.move = 0;
  table.store(9, without);
  EXPECT_EQ(table.probe(9).move, 7U);
  EXPECT_EQ(table.probe(9).depth, 6);
}

TEST(TranspositionTable, KeepsWhatIsMuchDeeperOrProved) {
  TranspositionTable table(1 << 16);
  table.store(9, entry_of_depth(9));
  TableEntry shallow = entry_of_depth(0);
  shallow.proved = false;
  shallow.move = 5;
  table.store(9, shallow);
  EXPECT_EQ(table.probe(9).depth, 9);
  EXPECT_EQ(table.probe(9).move, 5U);
  table.new_search();
  table.store(9, shallow);
  EXPECT_EQ(table.probe(9).depth, 0);
}

TEST(TranspositionTable, GivesUpTheShallowestOfAFullBucket) {
  TranspositionTable table(64);  // one bucket of four
  for (std::uint64_t hash = 1; hash <= 5; ++hash) table.store(hash, entry_of_depth(static_cast<int>(10 - hash)));
  EXPECT_EQ(table.probe(4).bound, Bound::none);
  for (const std::uint64_t hash : {1, 2, 3, 5}) EXPECT_EQ(table.probe(hash).bound, Bound::lower) << hash;
}

TEST(TranspositionTable, GivesUpEntriesOfOldSearchesFirst) {
  TranspositionTable table(64);
  table.store(1, entry_of_depth(9));
  table.new_search();
  table.new_search();
  for (std::uint64_t hash = 2; hash <= 5; ++hash) table.store(hash, entry_of_depth(1));
  EXPECT_EQ(table.probe(1).bound, Bound::none);
}

TEST(TranspositionTable, ForgetsWhenClearedOrResized) {
  TranspositionTable table(1 << 12);
  table.store(3, entry_of_depth(2));
  table.clear();
  EXPECT_EQ(table.probe(3).bound, Bound::none);
  table.store(3, entry_of_depth(2));
  table.resize(1);
  EXPECT_EQ(table.probe(3).bound, Bound::none);
  table.store(3, entry_of_depth(2));
  EXPECT_EQ(table.probe(3).bound, Bound::lower);
}

TEST(TranspositionTable, CountsOnlyThisSearchAsFull) {
  TranspositionTable table(64);
  for (std::uint64_t hash = 1; hash <= 2; ++hash) table.store(hash, entry_of_depth(1));
  EXPECT_EQ(table.permille_full(), 500);
  table.new_search();
  EXPECT_EQ(table.permille_full(), 0);
}

}  // namespace
}  // namespace hone
