// SPDX-License-Identifier: MIT
//
// What a search tells of its nodes, against plain minimax.
#include "engine/node_sample.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>

#include "engine/bench.hpp"
#include "engine/board_of.hpp"
#include "engine/searcher.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

constexpr std::uint64_t seed = 20'261'122;

SearchControl to_depth(Depth depth) {
  SearchControl control;
  control.limits.depth = depth;
  return control;
}

SearchControl to_nodes(std::uint64_t nodes) {
  SearchControl control;
  control.limits.nodes = nodes;
  return control;
}

template <class G>
class NodeSampleTest : public ::testing::Test {
 protected:
  // Boards of random positions that are not over.
  std::vector<std::unique_ptr<Board>> random_boards(std::size_t count) {
    std::cout << "random positions of " << G::name << ": seed " << seed << '\n';
    testing::Random random(seed);
    std::vector<std::unique_ptr<Board>> boards;
    for (const auto& pos : testing::random_positions<G>(count, random)) {
      boards.push_back(driver_.parse(G::to_text(pos)));
      if (boards.back()->outcome()) boards.pop_back();
    }
    return boards;
  }

  [[nodiscard]] Score minimax(const TreeNode& node) const {
    const Score score = driver_.plain_search(*node.board, node.depth, Algorithm::minimax, weights_).score;
    return sign(node.board->side_to_move()) * score;
  }

  const GameDriver& driver_ = find_driver(G::name);
  const Weights weights_ = bench_weights(driver_);
};
TYPED_TEST_SUITE(NodeSampleTest, testing::GameTypes, testing::GameNames);

// Without selectivity a search of a depth is minimax of that depth, at every node.
TYPED_TEST(NodeSampleTest, TellsTheTruthOfMinimax) {
  std::map<RowBound, int> told;
  for (const bool table : {false, true}) {
    const auto engine =
        this->driver_.engine(this->weights_, {.hash_bytes = 1 << 20, .selective = false, .transposition_table = table});
    for (const auto& board : this->random_boards(5)) {
      engine->new_game();
      for (const TreeNode& node : engine->search_tree(*board, to_depth(3), {.most = 12})) {
        const Score truth = this->minimax(node);
        ++told[node.bound];
        if (node.bound == RowBound::exact) {
          ASSERT_EQ(node.value, truth) << node.board->text();
        }
        if (node.bound == RowBound::lower) {
          ASSERT_LE(node.value, truth) << node.board->text();
        }
        if (node.bound == RowBound::upper) {
          ASSERT_GE(node.value, truth) << node.board->text();
        }
        ASSERT_NE(node.bound, RowBound::none);
      }
    }
  }
  EXPECT_GT(told[RowBound::exact], 0);
  EXPECT_GT(told[RowBound::lower], 0);
  EXPECT_GT(told[RowBound::upper], 0);
}

TYPED_TEST(NodeSampleTest, ChangesNothingOfTheSearch) {
  TranspositionTable table(1 << 16);
  const WeightTable weights(this->weights_);
  Searcher<TypeParam> searcher(weights, table, {});
  for (const auto& board : this->random_boards(30)) {
    const auto& typed = board_of<TypeParam>(*board);
    NodeSample<TypeParam> sample({});
    searcher.new_game();
    const SearchResult alone = searcher.search(typed.position(), typed.history(), to_nodes(2'000));
    searcher.new_game();
    searcher.tell_nodes_to(&sample);
    const SearchResult told = searcher.search(typed.position(), typed.history(), to_nodes(2'000));
    searcher.tell_nodes_to(nullptr);
    ASSERT_EQ(told.score, alone.score);
    ASSERT_EQ(told.pv, alone.pv);
    ASSERT_EQ(told.counters.nodes, alone.counters.nodes);
  }
}

TYPED_TEST(NodeSampleTest, TakesTheNodesThatTheOptionsAskFor) {
  const auto engine = this->driver_.engine(this->weights_, {.hash_bytes = 1 << 18});
  const auto texts = [&](const Board& board, const NodeSampling& sampling) {
    engine->new_game();
    std::set<std::string> result;
    for (const TreeNode& node : engine->search_tree(board, to_nodes(3'000), sampling)) {
      EXPECT_GE(node.depth, sampling.least_depth);
      EXPECT_LE(std::abs(node.value), max_eval);
      EXPECT_FALSE(node.board->outcome());
      result.insert(node.board->text());
    }
    return result;
  };
  for (const auto& board : this->random_boards(3)) {
    const auto all = texts(*board, {}), deep = texts(*board, {.least_depth = 3});
    EXPECT_LE(deep.size(), all.size());
    const auto some = texts(*board, {.most = 5, .seed = 3}), more = texts(*board, {.most = 9, .seed = 3});
    EXPECT_EQ(some.size(), std::min<std::size_t>(5, all.size()));
    EXPECT_TRUE(std::ranges::includes(more, some));
    EXPECT_TRUE(std::ranges::includes(all, more));
    EXPECT_EQ(texts(*board, {.most = 5, .seed = 3}), some);
  }
}

// The rows of the nodes are those that the engine evaluates.
TYPED_TEST(NodeSampleTest, GivesBoardsWithTheEvaluationOfTheirRows) {
  const auto engine = this->driver_.engine(this->weights_, {.hash_bytes = 1 << 16});
  const std::vector<int> weights = this->weights_.rounded();
  for (const auto& board : this->random_boards(10)) {
    for (const TreeNode& node : engine->search_tree(*board, to_nodes(1'000), {})) {
      const Score first_view = sign(node.board->side_to_move()) * engine->evaluate(*node.board);
      ASSERT_EQ(clamp_eval(dot(this->driver_.schema(), node.board->row(), weights)), first_view);
    }
  }
}

// A king that can only shuffle: whatever repeats or meets the fifty-move rule is no evaluation.
TEST(NodeSample, LeavesOutWhatHoldsForThePathAlone) {
  const GameDriver& chess = find_driver("chess");
  const auto engine = chess.engine(bench_weights(chess), {.hash_bytes = 1 << 18});
  const auto board = chess.parse("7k/8/8/8/8/8/R7/K7 w - - 97 90");
  for (const TreeNode& node : engine->search_tree(*board, to_nodes(20'000), {})) EXPECT_NE(node.value, draw_score);
}

TEST(NodeSample, KeepsTheDeepestAndThenTheExactValueOfAPosition) {
  using G = TicTacToe;
  NodeSample<G> sample({});
  const G::Position pos = G::initial();
  sample.tell({pos, 7, 2, 10, Bound::lower});
  sample.tell({pos, 7, 3, 20, Bound::exact});
  sample.tell({pos, 7, 3, 30, Bound::upper});
  sample.tell({pos, 7, 1, 40, Bound::exact});
  const auto nodes = sample.take();
  ASSERT_EQ(nodes.size(), 1U);
  EXPECT_EQ(nodes[0].value, 20);
  sample.tell({pos, 7, 4, 50, Bound::upper});
  EXPECT_EQ(sample.take()[0].value, 50);
}

}  // namespace
}  // namespace hone
