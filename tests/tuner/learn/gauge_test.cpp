// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/gauge.hpp"

#include <gtest/gtest.h>

#include "tests/tuner/learn/synthetic_rows.hpp"

namespace hone::learn {
namespace {

// Knights on squares 0 .. 4 of the board of 6; square 5 stays empty.
RowSet knights(const Schema& schema, bool material_counts = true) {
  std::mt19937 random(9);
  RowSet rows;
  for (int i = 0; i < 300; ++i) {
    RowSink sink;
    for (int square = 0; square < 5; ++square) {
      const int count = small_count(random);
      sink.add(schema.find("psqt.knight")->first + square, count);
      if (material_counts) sink.add(schema.find("material.knight")->first, count);
    }
    sink.add(schema.find("tempo")->first);
    rows.add(sink.finish({0, static_cast<std::uint8_t>(i % 25)}), {});
  }
  return rows;
}

void center(Weights& weights, const RowSet& rows, const std::vector<bool>& chosen, int decimals) {
  center_boards(weights, centered_boards(weights.schema, rows, chosen), zero_weights(weights.schema), decimals);
}

std::vector<bool> all_terms() { return std::vector<bool>(15, true); }

TEST(Gauge, MovesTheMeanOfTheSeenSquaresIntoMaterial) {
  const Schema schema = synthetic_schema();
  Weights weights = planted_weights(schema);
  const Weights before = weights;
  center(weights, knights(schema), all_terms(), 3);
  for (int phase = 0; phase < 2; ++phase) {
    double sum = 0, old_sum = 0;
    for (int square = 0; square < 5; ++square) {
      sum += weights.at(1 + square, phase);
      old_sum += before.at(1 + square, phase);
    }
    EXPECT_NEAR(sum, 0, 5 * 0.0005);
    EXPECT_NEAR(weights.at(0, phase), before.at(0, phase) + old_sum / 5, 0.001);
    EXPECT_EQ(weights.at(6, phase), before.at(6, phase));  // the square that never occurs
    for (int term = 7; term < schema.terms(); ++term) EXPECT_EQ(weights.at(term, phase), before.at(term, phase));
  }
}

TEST(Gauge, KeepsTheMeansOfTheStart) {
  const Schema schema = synthetic_schema();
  const Weights start = planted_weights(schema);
  const std::vector<CenteredBoard> boards = centered_boards(schema, knights(schema), all_terms());
  Weights same = start;
  center_boards(same, boards, start, 3);
  EXPECT_EQ(same.values, start.values);
  Weights moved = start;
  for (int square = 0; square < 5; ++square) moved.values[static_cast<std::size_t>(2 * (1 + square))] += 7;
  center_boards(moved, boards, start, 3);
  Weights expected = start;
  expected.values[0] += 7;
  for (std::size_t i = 0; i < expected.values.size(); ++i) EXPECT_NEAR(moved.values[i], expected.values[i], 0.001) << i;
}

TEST(Gauge, ChangesNoScoreOfIntegerWeights) {
  const Schema schema = synthetic_schema();
  Weights weights = planted_weights(schema);
  const RowSet rows = knights(schema);
  const std::vector<double> before = row_scores(rows, all_rows(rows), weights, 1);
  center(weights, rows, all_terms(), 0);
  EXPECT_NE(weights.values, planted_weights(schema).values);
  const std::vector<double> after = row_scores(rows, all_rows(rows), weights, 1);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-9);
  for (const double value : weights.values) EXPECT_EQ(value, std::round(value));
}

TEST(Gauge, LeavesBoardsAloneThatTheRowsCountDifferently) {
  const Schema schema = synthetic_schema();
  Weights weights = planted_weights(schema);
  center(weights, knights(schema, false), all_terms(), 3);
  EXPECT_EQ(weights.values, planted_weights(schema).values);
}

TEST(Gauge, LeavesFrozenGroupsAlone) {
  const Schema schema = synthetic_schema();
  for (const std::size_t frozen : {std::size_t{0}, std::size_t{3}}) {  // the material, one square
    Weights weights = planted_weights(schema);
    std::vector<bool> chosen = all_terms();
    chosen[frozen] = false;
    center(weights, knights(schema), chosen, 3);
    EXPECT_EQ(weights.values, planted_weights(schema).values);
  }
}

TEST(Gauge, LeavesABoardWithoutMaterialAlone) {
  const Schema schema("kings", {"only"}, 1, std::vector<GroupSpec>{{"psqt.king", board(2, 3), ""}});
  Weights weights = zero_weights(schema);
  weights.values = {1, 2, 3, 4, 5, 6};
  RowSet rows;
  RowSink sink;
  sink.add(2);
  rows.add(sink.finish({0, 0}), {});
  center(weights, rows, std::vector<bool>(6, true), 0);
  EXPECT_EQ(weights.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

}  // namespace
}  // namespace hone::learn
