// SPDX-License-Identifier: MIT
#include "engine/transposition_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

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

TEST(TranspositionTable, IsThereAfterASizeThatCannotBeHad) {
  TranspositionTable table(1 << 16);
  EXPECT_ANY_THROW(table.resize(std::numeric_limits<std::size_t>::max()));
  int found = 0;
  const auto hash = [](std::uint64_t i) { return i * 0x9E37'79B9'7F4A'7C15; };
  for (std::uint64_t i = 1; i <= 1'000; ++i) table.store(hash(i), entry_of_depth(5));
  for (std::uint64_t i = 1; i <= 1'000; ++i) found += table.probe(hash(i)).depth == 5 ? 1 : 0;
  EXPECT_EQ(found, 1'000) << "it is as large as it was";
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

// A key, and what belongs to it.
struct KeyedValue {
  std::uint32_t key, move;
  std::int32_t score;
  std::int16_t eval;
  std::uint8_t depth, flags;
};

// What is found when one thread has written the first word of its value, and another the second word of its own.
KeyedValue torn(const KeyedValue& first, const KeyedValue& rest) {
  SharedSlot<KeyedValue> slot, other;
  slot.store(first);
  other.store(rest);
  std::array<char, 16> bytes, other_bytes;
  std::memcpy(bytes.data(), static_cast<const void*>(&slot), 16);
  std::memcpy(other_bytes.data(), static_cast<const void*>(&other), 16);
  std::copy_n(other_bytes.begin() + 8, 8, bytes.begin() + 8);
  std::memcpy(static_cast<void*>(&slot), bytes.data(), 16);
  return slot.load();
}

TEST(SharedSlot, GivesBackWhatWasStored) {
  const KeyedValue value{0xDEAD'BEEF, 77, -31, 12, 9, 0xFF};
  const KeyedValue found = torn(value, value);
  EXPECT_EQ(found.key, value.key);
  EXPECT_EQ(found.move, value.move);
  EXPECT_EQ(found.score, value.score);
  EXPECT_EQ(found.depth, value.depth);
  EXPECT_EQ(SharedSlot<KeyedValue>().load().key, 0U);
}

// Values that are much alike are the ones that meet: those of neighbouring depths, and evaluations that are scores.
TEST(SharedSlot, HasNoKeyOfTwoValuesThatMet) {
  for (int score = -300; score <= 300; ++score) {
    const KeyedValue value{1'000'000, 77, score, static_cast<std::int16_t>(score), 3, 5};
    for (const int other : {score - 300, score - 1, score + 1, score + 300}) {
      const KeyedValue same_way{1'000'000, 78, other, static_cast<std::int16_t>(other), 3, 5};
      EXPECT_NE(torn(value, same_way).key, value.key) << score << ' ' << other;
    }
    KeyedValue deeper = value;
    deeper.depth = 4;
    EXPECT_NE(torn(value, deeper).key, value.key);
    EXPECT_NE(torn(deeper, value).key, value.key);
  }
}

// Whatever several threads store at a time, each finds only what belongs to its hash.
TEST(TranspositionTable, IsForSeveralThreads) {
  TranspositionTable table(64);  // one bucket of four
  std::atomic<int> found = 0, wrong = 0;
  const auto work = [&](std::uint64_t random) {
    for (int i = 0; i < 50'000; ++i) {
      random = random * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
      const std::uint64_t hash = 1 + (random >> 33) % 6;
      TableEntry entry = entry_of_depth(3);
      entry.score = static_cast<Score>(hash);
      table.store(hash, entry);
      const TableEntry seen = table.probe(hash);
      if (seen.bound == Bound::none) continue;
      ++found;
      if (seen.score != entry.score) ++wrong;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) threads.emplace_back(work, seed);
  }
  EXPECT_GT(found, 0);
  EXPECT_EQ(wrong, 0);
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
