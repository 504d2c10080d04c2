// SPDX-License-Identifier: MIT
//
// The plain algorithms against each other, on random positions of every game.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/plain_search.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using testing::alpha_beta;
using testing::branch_and_bound;
using testing::minimax;
using testing::Playout;
using testing::Random;

constexpr std::uint64_t seed = 1'928;

// A position met in a random game, with the game before it.
template <class G>
struct Root {
  typename G::Position pos;
  std::vector<std::uint64_t> history;
};

template <class G>
std::vector<Root<G>> random_roots(std::size_t count, Random& random) {
  std::vector<Root<G>> roots;
  while (roots.size() < count) {
    for (const Playout<G>& playout : testing::random_playouts<G>(count - roots.size(), random)) {
      Root<G> root;
      const std::size_t plies = testing::below(random, playout.positions.size());
      for (std::size_t i = 0; i < plies; ++i) root.history.push_back(past_hash<G>(playout.positions[i]));
      root.pos = playout.positions[plies];
      roots.push_back(root);
    }
  }
  return roots;
}

template <class G>
class PlainSearch : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { std::cout << "random positions of " << G::name << ": seed " << seed << '\n'; }
  Random random_{seed};
};
TYPED_TEST_SUITE(PlainSearch, testing::GameTypes, testing::GameNames);

// Small weights make many equal values, so that the choice among equals is tried too.
TYPED_TEST(PlainSearch, AlphaBetaIsMinimax) {
  const WeightTable weights(testing::random_weights<TypeParam>(3, this->random_));
  constexpr std::size_t roots_at_depth[] = {1'000, 1'000, 300, 40};
  constexpr std::uint64_t most_nodes = 3'000'000;  // of games with many moves fewer roots are enough
  std::uint64_t nodes = 0;
  for (Depth depth = 0; depth < 4; ++depth) {
    for (const auto& [pos, history] : random_roots<TypeParam>(roots_at_depth[depth], this->random_)) {
      if (nodes > most_nodes) break;
      const SearchResult full = minimax<TypeParam>(pos, history, depth, weights);
      nodes += full.counters.nodes;
      const SearchResult cut = alpha_beta<TypeParam>(pos, history, depth, weights);
      const SearchResult one = branch_and_bound<TypeParam>(pos, history, depth, weights);
      ASSERT_EQ(one.score, full.score) << TypeParam::to_text(pos) << " depth " << depth;
      ASSERT_EQ(one.pv, full.pv) << TypeParam::to_text(pos) << " depth " << depth;
      ASSERT_LE(one.counters.nodes, full.counters.nodes) << TypeParam::to_text(pos) << " depth " << depth;
      ASSERT_LE(cut.counters.nodes, one.counters.nodes) << TypeParam::to_text(pos) << " depth " << depth;
      ASSERT_EQ(cut.score, full.score) << TypeParam::to_text(pos) << " depth " << depth;
      ASSERT_EQ(cut.move, full.move) << TypeParam::to_text(pos) << " depth " << depth;
      ASSERT_EQ(cut.pv, full.pv) << TypeParam::to_text(pos) << " depth " << depth;
      ASSERT_LE(cut.counters.nodes, full.counters.nodes) << TypeParam::to_text(pos) << " depth " << depth;
    }
  }
}

// Knuth and Moore 1975; Fishburn 1983: what the returned score says about the value.
TYPED_TEST(PlainSearch, FailSoftBoundsHoldForAnyWindow) {
  const WeightTable weights(testing::random_weights<TypeParam>(50, this->random_));
  int low = 0, exact = 0, high = 0;
  for (const auto& [pos, history] : random_roots<TypeParam>(200, this->random_)) {
    const Score value = minimax<TypeParam>(pos, history, 2, weights).score;
    for (int i = 0; i < 5; ++i) {
      const Score alpha = value + static_cast<Score>(testing::below(this->random_, 401)) - 250;
      const Score beta = alpha + 1 + static_cast<Score>(testing::below(this->random_, 200));
      const Score score = alpha_beta<TypeParam>(pos, history, 2, weights, {alpha, beta}).score;
      if (score <= alpha) {
        ASSERT_LE(value, score) << TypeParam::to_text(pos);
        ++low;
      } else if (score >= beta) {
        ASSERT_GE(value, score) << TypeParam::to_text(pos);
        ++high;
      } else {
        ASSERT_EQ(value, score) << TypeParam::to_text(pos);
        ++exact;
      }
    }
  }
  EXPECT_GT(low, 50);
  EXPECT_GT(exact, 50);
  EXPECT_GT(high, 50);
}

TYPED_TEST(PlainSearch, ValueInsideTheWindowIsFound) {
  const WeightTable weights(testing::random_weights<TypeParam>(50, this->random_));
  for (const auto& [pos, history] : random_roots<TypeParam>(100, this->random_)) {
    const Score value = minimax<TypeParam>(pos, history, 2, weights).score;
    ASSERT_EQ(alpha_beta<TypeParam>(pos, history, 2, weights, {value - 1, value + 1}).score, value);
    ASSERT_LE(alpha_beta<TypeParam>(pos, history, 2, weights, {value, value + 1}).score, value);
    ASSERT_GE(alpha_beta<TypeParam>(pos, history, 2, weights, {value - 1, value}).score, value);
  }
}

TYPED_TEST(PlainSearch, DepthZeroIsTheEvaluation) {
  const WeightTable weights(testing::random_weights<TypeParam>(50, this->random_));
  for (const auto& [pos, history] : random_roots<TypeParam>(200, this->random_)) {
    MoveList<TypeParam> legal;
    TypeParam::legal_moves(pos, legal);
    if (TypeParam::outcome(pos, legal)) continue;
    const SearchResult result = minimax<TypeParam>(pos, history, 0, weights);
    ASSERT_EQ(result.score, evaluate<TypeParam>(pos, weights)) << TypeParam::to_text(pos);
    ASSERT_EQ(result.counters.nodes, 1U);
    ASSERT_TRUE(result.move);
    ASSERT_FALSE(result.proved);
  }
}

TYPED_TEST(PlainSearch, DecidedGameHasNoMoveAndItsUtility) {
  const WeightTable weights(testing::random_weights<TypeParam>(50, this->random_));
  int decided = 0;
  for (const auto& playout : testing::random_playouts<TypeParam>(60, this->random_)) {
    if (!playout.finished) continue;
    const auto& pos = playout.positions.back();
    MoveList<TypeParam> legal;
    TypeParam::legal_moves(pos, legal);
    const int utility = sign(TypeParam::side_to_move(pos)) * TypeParam::outcome(pos, legal)->utility;
    const SearchResult result = alpha_beta<TypeParam>(pos, {}, 3, weights);
    ASSERT_EQ(result.score, terminal_score(utility, 0)) << TypeParam::to_text(pos);
    ASSERT_FALSE(result.move) << TypeParam::to_text(pos);
    ASSERT_TRUE(result.proved);
    ++decided;
  }
  EXPECT_GT(decided, 10);
}

// 549,946 nodes and 255,168 leaves: the number of move sequences and of games, sum of 1, 9, 72, 504, 3024, 15120,
// 54720, 148176, 200448, 127872; en.wikipedia.org/wiki/Tic-tac-toe, "Combinatorics".
TEST(Minimax, SeesTheWholeGameOfTicTacToe) {
  const WeightTable weights(zero_weights(TicTacToe::schema()));
  const SearchResult result = minimax<TicTacToe>(TicTacToe::initial(), {}, 9, weights);
  EXPECT_EQ(result.score, draw_score);
  EXPECT_TRUE(result.proved);
  EXPECT_EQ(result.counters.nodes, 549'946U);
  EXPECT_EQ(result.counters.leaves, 255'168U);
  EXPECT_EQ(result.counters.evaluations, 0U);
  EXPECT_EQ(result.pv.size(), 9U);
  EXPECT_EQ(result.selective_depth, 9);
}

TEST(AlphaBeta, ProvesTheDrawOfTicTacToeWithFewerNodes) {
  const WeightTable weights(zero_weights(TicTacToe::schema()));
  const SearchResult full = minimax<TicTacToe>(TicTacToe::initial(), {}, 9, weights);
  const SearchResult cut = alpha_beta<TicTacToe>(TicTacToe::initial(), {}, 9, weights);
  EXPECT_EQ(cut.score, draw_score);
  EXPECT_TRUE(cut.proved);
  EXPECT_EQ(cut.pv, full.pv);
  EXPECT_LT(cut.counters.nodes, full.counters.nodes / 10);
  EXPECT_GT(cut.counters.cutoffs, cut.counters.first_move_cutoffs);
}

TEST(AlphaBeta, PrefersTheQuickWin) {
  const WeightTable weights(zero_weights(TicTacToe::schema()));
  // X wins at once on c3, and later in other ways.
  const auto pos = TicTacToe::parse_position("XX./.O./O.. X");
  const SearchResult result = alpha_beta<TicTacToe>(pos, {}, 9, weights);
  EXPECT_EQ(result.score, terminal_score(+1, 0) - 1);
  EXPECT_EQ(TicTacToe::to_text(pos, TicTacToe::decode(*result.move)), "c3");
}

SearchResult search_chess(std::string_view fen, Depth depth) {
  Weights material = zero_weights(Chess::schema());
  material.values = Chess::material_weights();
  return alpha_beta<Chess>(Chess::parse_position(fen), {}, depth, WeightTable(material));
}

// FIDE Laws of Chess 9.6.2: seventy-five moves, "if the last move resulted in checkmate, that shall take precedence".
TEST(AlphaBeta, MateOnTheLastMoveBeatsTheMoveRule) {
  const SearchResult result = search_chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", 1);
  EXPECT_EQ(result.score, terminal_score(+1, 0) - 1);
}

TEST(AlphaBeta, MoveRuleDrawsWhenThereIsNoMate) {
  const SearchResult result = search_chess("6k1/8/8/8/8/8/8/R3K3 w - - 99 80", 1);
  EXPECT_EQ(result.score, draw_score);
}

}  // namespace
}  // namespace hone
