// SPDX-License-Identifier: MIT
#include "data/rows.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <map>
#include <vector>

#include "data/random.hpp"

namespace hone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RowSink, SortsAndSumsAndDropsZeros) {
  RowSink sink;
  sink.add(7);
  sink.add(3, -2);
  sink.add(5, 4);
  sink.add(7, 2);
  sink.add(5, -4);
  sink.add(0, -1);
  const Row row = sink.finish({1, 6});
  EXPECT_EQ(row.phase, (PhasePoint{1, 6}));
  EXPECT_THAT(row.entries, ElementsAre(RowEntry{0, -1}, RowEntry{3, -2}, RowEntry{7, 3}));
}

TEST(RowSink, IsEmptyAfterwards) {
  RowSink sink;
  sink.add(7);
  (void)sink.finish({});
  EXPECT_THAT(sink.finish({}).entries, IsEmpty());
  sink.add(65535, 32767);
  EXPECT_THAT(sink.finish({}).entries, ElementsAre(RowEntry{65535, 32767}));
}

// As a map would do it, whatever blocks and words of marks the terms fall into.
TEST(RowSink, AgreesWithAMapOfCounts) {
  RowSink sink;
  Random random(7);
  for (const std::uint64_t terms : {1, 63, 64, 65, 511, 513, 4'097, 65'536}) {
    std::map<std::uint16_t, std::int16_t> counts;
    for (int i = 0; i < 300; ++i) {
      const auto term = static_cast<std::uint16_t>(random.below(terms));
      const auto count = static_cast<std::int16_t>(static_cast<int>(random.below(5)) - 2);
      sink.add(term, count);
      counts[term] = static_cast<std::int16_t>(counts[term] + count);
    }
    std::vector<RowEntry> expected;
    for (const auto& [term, count] : counts) {
      if (count != 0) expected.push_back({term, count});
    }
    EXPECT_EQ(sink.finish({}).entries, expected) << terms;
  }
}

// Rows one behind the other in one list, of the most and of the fewest entries a block can have.
TEST(RowSink, AppendsToWhatIsThere) {
  RowSink sink;
  std::vector<RowEntry> entries, expected;
  for (const int terms : {1, 64, 0, 63, 65, 5}) {
    for (int term = 0; term < terms; ++term) {
      sink.add(term, term + 1);
      expected.push_back({static_cast<std::uint16_t>(term), static_cast<std::int16_t>(term + 1)});
    }
    sink.finish(entries);
    ASSERT_EQ(entries, expected) << terms;
  }
}

TEST(RowSink, BeginsWithWhatAnotherOneHolds) {
  RowSink first, second;
  first.add(3, 2);
  first.add(700, -1);
  second.begin_with(first);
  second.add(3, 1);
  second.add(65'535, 4);
  EXPECT_THAT(second.finish(PhasePoint{}).entries, ElementsAre(RowEntry{3, 3}, RowEntry{700, -1}, RowEntry{65'535, 4}));
  EXPECT_THAT(first.finish(PhasePoint{}).entries, ElementsAre(RowEntry{3, 2}, RowEntry{700, -1}));
  EXPECT_THAT(second.finish(PhasePoint{}).entries, IsEmpty());
}

TEST(RowSink, CopiesHoldWhatWasAdded) {
  RowSink sink;
  sink.add(3, 2);
  RowSink copy = sink;
  sink.clear();
  EXPECT_THAT(sink.finish({}).entries, IsEmpty());
  copy.add(3);
  EXPECT_THAT(copy.finish({}).entries, ElementsAre(RowEntry{3, 3}));
}

TEST(RowList, GivesBackItsRows) {
  const Row first{{0, 3}, {{1, 2}, {4, -1}}};
  const Row empty{{1, 0}, {}};
  RowList rows;
  rows.add(first);
  rows.add(empty);
  rows.add([](std::vector<RowEntry>& entries) {
    entries.push_back({9, 9});
    return PhasePoint{0, 1};
  });
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].phase, first.phase);
  EXPECT_THAT(rows[0].entries, ElementsAre(RowEntry{1, 2}, RowEntry{4, -1}));
  EXPECT_EQ(rows[1].phase, empty.phase);
  EXPECT_THAT(rows[1].entries, IsEmpty());
  EXPECT_EQ(rows[2].phase, (PhasePoint{0, 1}));
  EXPECT_THAT(rows[2].entries, ElementsAre(RowEntry{9, 9}));
}

TEST(Dot, InterpolatesAndTruncatesOnce) {
  const Schema schema("toy", {"mg", "eg"}, 24, {{"a", list(3), ""}});
  const std::vector<int> weights{10, 20, -7, 5, 100, 0};
  const Row row{{0, 6}, {{0, 2}, {1, -3}}};
  // mg 20 + 21 = 41, eg 40 - 15 = 25; (41 * 18 + 25 * 6) / 24 = 888 / 24
  EXPECT_EQ(dot(schema, row, weights), 37);
  // mg -7, eg 5 at step 5: (-7 * 19 + 5 * 5) / 24 = -108 / 24 = -4.5, toward zero
  EXPECT_EQ(dot(schema, {{0, 5}, {{1, 1}}}, weights), -4);
  EXPECT_EQ(dot(schema, {{0, 5}, {{1, -1}}}, weights), 4);
  EXPECT_EQ(dot(schema, {{0, 0}, {{2, 3}}}, weights), 300);
  EXPECT_EQ(dot(schema, {{0, 24}, {{2, 3}}}, weights), 0);
}

TEST(Dot, UsesTheTwoStagesAround) {
  const Schema schema("toy", {"a", "b", "c"}, 10, {{"x", scalar(), ""}});
  const std::vector<int> weights{100, 200, 600};
  EXPECT_EQ(dot(schema, {{0, 5}, {{0, 1}}}, weights), 150);
  EXPECT_EQ(dot(schema, {{1, 5}, {{0, 1}}}, weights), 400);
}

TEST(Dot, HoldsTheLargestWeights) {
  const Schema schema("toy", {"mg", "eg"}, 24, {{"x", scalar(), ""}});
  EXPECT_EQ(dot(schema, {{0, 12}, {{0, 500}}}, std::vector<int>{1'000'000, 1'000'000}), 500'000'000);
}

TEST(Dot, OfASingleStageIsAPlainSum) {
  const Schema schema("toy", {"all"}, 1, {{"x", list(2), ""}});
  EXPECT_EQ(dot(schema, {{}, {{0, 2}, {1, -1}}}, std::vector<int>{11, 5}), 17);
}

TEST(RowSet, GivesBackItsRows) {
  const Row first{{0, 3}, {{1, 2}, {4, -1}}};
  const Row empty{{1, 0}, {}};
  const Row last{{0, 1}, {{9, 9}}};
  const RowLabel won{1.0F, 0.5F, 20.0F, 7};
  const RowLabel lost{0.0F, 1.0F, 0.0F, 8};
  RowSet rows;
  rows.add(first, won);
  rows.add(empty, lost);
  rows.add(last, won);

  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows.nonzeros(), 3U);
  EXPECT_EQ(rows.games(), 2U);
  EXPECT_EQ(rows[0].phase, first.phase);
  EXPECT_THAT(rows[0].entries, ElementsAre(FeatureCount{1, 2}, FeatureCount{4, -1}));
  EXPECT_THAT(rows[1].entries, IsEmpty());
  EXPECT_THAT(rows[2].entries, ElementsAre(FeatureCount{9, 9}));
  EXPECT_EQ(rows[1].label, lost);
  EXPECT_EQ(rows[0].label, won);
  EXPECT_EQ(rows[2].label, won);

  RowSet copy;
  for (std::size_t i = 0; i < rows.size(); ++i) copy.add(rows[i]);
  EXPECT_EQ(copy.size(), 3U);
  EXPECT_THAT(copy[2].entries, ElementsAre(FeatureCount{9, 9}));
}

TEST(RowSet, OfNothingHasNoGames) {
  const RowSet rows;
  EXPECT_EQ(rows.size(), 0U);
  EXPECT_EQ(rows.games(), 0U);
}

Row numbered_row(std::size_t i) {
  return {{0, static_cast<std::uint8_t>(i % 25)}, {{static_cast<std::uint16_t>(i % 1000), 1}, {2000, -3}}};
}

void expect_numbered(const RowSet& rows, std::size_t size) {
  ASSERT_EQ(rows.size(), size);
  for (std::size_t i = 0; i < size; ++i) {
    ASSERT_EQ(rows[i].label.game, i);
    ASSERT_EQ(rows[i].phase, numbered_row(i).phase);
    ASSERT_EQ(rows[i].entries[0].term, i % 1000);
  }
}

TEST(RowSet, KeepsRowsInChunks) {
  const std::size_t size = 2 * RowSet::chunk_rows + 5;
  RowSet rows;
  for (std::uint32_t i = 0; i < size; ++i) rows.add(numbered_row(i), {.game = i});
  expect_numbered(rows, size);
  EXPECT_EQ(rows.chunks(), 3U);
  EXPECT_EQ(rows.chunk(2).size(), 5U);
  EXPECT_EQ(rows.nonzeros(), 2 * size);
  EXPECT_EQ(rows.games(), size);
}

TEST(RowSet, GrowsBehindChunksThatOthersKeep) {
  const auto kept = std::make_shared<RowSet>();
  for (std::uint32_t i = 0; i < RowSet::chunk_rows + 3; ++i) kept->add(numbered_row(i), {.game = i});
  int released = 0;
  RowSet rows({kept->chunk(0), kept->chunk(1)}, kept, [&](const RowChunk&) { ++released; });
  expect_numbered(rows, RowSet::chunk_rows + 3);
  rows.release(0);
  EXPECT_EQ(released, 1);
  for (std::uint32_t i = RowSet::chunk_rows + 3; i < RowSet::chunk_rows + 10; ++i) {
    rows.add(numbered_row(i), {.game = i});
  }
  expect_numbered(rows, RowSet::chunk_rows + 10);
  expect_numbered(*kept, RowSet::chunk_rows + 3);
}

}  // namespace
}  // namespace hone
