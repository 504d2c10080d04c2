// SPDX-License-Identifier: MIT
//
// Rows from inside of searches: which there are, and what they say.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "data/error.hpp"
#include "tests/tuner/learn/sampled_games.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/learn/sampling.hpp"
#include "tuner/learn/tree_rows.hpp"
#include "tuner/learn/tree_samples.hpp"

namespace hone::learn {
namespace {

TEST(TreeRowsText, IsReadBack) {
  EXPECT_EQ(to_string(TreeRows{}), "");
  const TreeRows all{.searches = 0.5, .nodes = 20, .depth = 3, .rows = 7, .weight = 0.25};
  EXPECT_EQ(to_string(all), "searches=0.5,nodes=20,depth=3,rows=7,weight=0.25");
  EXPECT_EQ(parse_tree_rows(to_string(all)), all);
  EXPECT_EQ(parse_tree_rows("depth=6"), TreeRows{.depth = 6});
  for (const char* text : {"nodes=0", "depth=0", "searches=2", "weight=-1", "rows=-1", "leaves=3", "nodes"}) {
    EXPECT_THROW((void)parse_tree_rows(text), Error) << text;
  }
}

class TreeSampling : public SampledGames {
 protected:
  TreeSampling() : SampledGames(60) {}

  static SamplingOptions trees(const std::string& target) {
    SamplingOptions options = run::everything();
    options.target = parse_target(target);
    return options;
  }
};

TEST_F(TreeSampling, LeavesTheRowsOfPositionsAsTheyAre) {
  RowSet without, with;
  sample(trees("outcome"), without);
  const SamplingSummary summary = sample(trees("outcome+treestrap:searches=0.5,nodes=200,depth=1"), with);
  EXPECT_EQ(summary.rows, without.size());
  EXPECT_EQ(summary.rows + summary.tree_rows, with.size());
  EXPECT_GT(summary.tree_rows, 100U);
  std::size_t position = 0;
  for (std::size_t i = 0; i < with.size(); ++i) {
    if (with[i].label.is_tree_row()) continue;
    ASSERT_LT(position, without.size());
    EXPECT_EQ(with[i].label, without[position].label);
    EXPECT_TRUE(std::ranges::equal(with[i].entries, without[position].entries));
    ++position;
  }
}

TEST_F(TreeSampling, SearchesTheShareOfThePositionsThatItIsTold) {
  for (const double share : {0.1, 0.25, 1.0}) {
    RowSet rows;
    const SamplingSummary summary = sample(trees("treestrap:nodes=50,searches=" + std::to_string(share)), rows);
    const double wanted = share * static_cast<double>(summary.positions);
    EXPECT_NEAR(static_cast<double>(summary.searches), wanted, 3 * std::sqrt(60.0) / 2 + 0.2 * wanted) << share;
  }
}

// The trees of a game weigh together what its positions weigh.
TEST_F(TreeSampling, WeighsTheTreesOfAGameAsItsPositions) {
  RowSet rows;
  sample(trees("outcome+treestrap:searches=1,nodes=200,depth=1"), rows);
  std::map<std::uint32_t, std::pair<double, double>> weights;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& [position, tree] = weights[rows[i].label.game];
    (rows[i].label.is_tree_row() ? tree : position) += static_cast<double>(rows[i].label.weight);
  }
  for (const auto& [game, weight] : weights) {
    EXPECT_TRUE(weight.second == 0 || std::abs(weight.second - weight.first) < 1e-4) << game;
  }
}

TEST_F(TreeSampling, IsTheSameForAnyNumberOfThreads) {
  RowSet one, four;
  SamplingOptions options = trees("rootstrap+treestrap:searches=0.5,nodes=200,depth=1,rows=6");
  sample(options, one);
  options.threads = 4;
  sample(options, four);
  ASSERT_EQ(one.size(), four.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].label, four[i].label);
    EXPECT_TRUE(std::ranges::equal(one[i].entries, four[i].entries));
  }
}

TEST_F(TreeSampling, TakesNoMoreRowsOfASearchThanItIsTold) {
  RowSet rows;
  const SamplingSummary summary = sample(trees("treestrap:searches=1,nodes=200,depth=1,rows=3"), rows);
  EXPECT_LE(summary.tree_rows, 3 * summary.searches);
  EXPECT_GT(summary.tree_rows, summary.searches);
}

// Chess has noisy moves and check: a row is the quiescence leaf of its node.
TEST(TreeSamples, AreQuietPositionsInTheWindow) {
  const GameDriver& chess = find_driver("chess");
  SamplingOptions options;
  options.target = parse_target("treestrap:nodes=2000,depth=1");
  options.max_score = 300;
  SamplingEngines engines = sampling_engines(chess, chess.material_weights(), options);
  const auto board = chess.parse("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
  const std::vector<TreeSample> samples = tree_samples(engines, *board, options, {});
  EXPECT_GT(samples.size(), 50U);
  std::set<std::uint64_t> hashes;
  for (const TreeSample& sample : samples) {
    EXPECT_LE(std::abs(sample.score), 300.0F);
    EXPECT_NE(sample.bound, RowBound::none);
    EXPECT_TRUE(hashes.insert(sample.hash).second);
  }
  const std::vector<TreeSample> again = tree_samples(engines, *board, options, {});
  ASSERT_EQ(again.size(), samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) EXPECT_EQ(again[i].row, samples[i].row);
}

}  // namespace
}  // namespace hone::learn
