// SPDX-License-Identifier: MIT
//
// The strong searcher against the plain algorithms, on random positions of every game.
#include "engine/searcher.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "engine/bench.hpp"
#include "engine/game_driver.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using testing::Random;

constexpr std::uint64_t seed = 20'240'301;

SearchControl depth_limit(Depth depth) {
  SearchControl control;
  control.limits.depth = depth;
  return control;
}

// Boards of random positions that are not over.
template <class G>
std::vector<std::unique_ptr<Board>> random_boards(const GameDriver& driver, std::size_t count) {
  std::cout << "random positions of " << G::name << ": seed " << seed << '\n';
  Random random(seed);
  std::vector<std::unique_ptr<Board>> boards;
  for (const auto& pos : testing::random_positions<G>(count, random)) {
    boards.push_back(driver.parse(G::to_text(pos)));
    if (boards.back()->outcome()) boards.pop_back();
  }
  return boards;
}

template <class G>
class Searcher : public ::testing::Test {
 protected:
  const GameDriver& driver_ = find_driver(G::name);
  const Weights weights_ = bench_weights(driver_);

  void compare(const EngineOptions& options, std::size_t positions, Depth deepest) {
    // Of games with many moves fewer positions are enough.
    const std::uint64_t most_nodes = deepest <= 3 ? 3'000'000 : 30'000'000;
    std::uint64_t nodes = 0;
    const auto engine = driver_.engine(weights_, options);
    for (const auto& board : random_boards<G>(driver_, positions)) {
      for (Depth depth = 1; depth <= deepest; ++depth) {
        const SearchResult plain = driver_.plain_search(*board, depth, Algorithm::alpha_beta, weights_);
        nodes += plain.counters.nodes;
        engine->new_game();
        const SearchResult result = engine->search(*board, depth_limit(depth));
        ASSERT_EQ(result.score, plain.score) << board->text() << " depth " << depth;
        ASSERT_TRUE(result.move.has_value());
      }
      if (nodes > most_nodes) return;
    }
  }
};
TYPED_TEST_SUITE(Searcher, testing::GameTypes, testing::GameNames);

TYPED_TEST(Searcher, WithoutSelectivityAgreesWithAlphaBeta) {
  this->compare({.hash_bytes = 1 << 16, .selective = false, .transposition_table = false}, 600, 3);
}

TYPED_TEST(Searcher, WithATableStillAgreesWithAlphaBeta) {
  this->compare({.hash_bytes = 1 << 20, .selective = false, .transposition_table = true}, 600, 3);
}

template <class G>
class NightSearcher : public Searcher<G> {};
TYPED_TEST_SUITE(NightSearcher, testing::GameTypes, testing::GameNames);

TYPED_TEST(NightSearcher, WithoutSelectivityAgreesWithAlphaBetaDeep) {
  // A board of go has too many moves for as many of them, and for four plies on the larger ones.
  constexpr bool is_go = HasSuperko<TypeParam>;
  this->compare({.hash_bytes = 1 << 16, .selective = false, .transposition_table = false}, is_go ? 25 : 1'000, 3);
  this->compare({.hash_bytes = 1 << 20, .selective = false, .transposition_table = true}, is_go ? 25 : 150,
                is_go ? 3 : 4);
}

TYPED_TEST(Searcher, ReturnsALegalMoveWhereverItIsStopped) {
  const auto engine = this->driver_.engine(this->weights_, {.hash_bytes = 1 << 16});
  std::uint64_t nodes = 1;
  for (const auto& board : random_boards<TypeParam>(this->driver_, 500)) {
    SearchControl control;
    control.limits.nodes = nodes;
    nodes = nodes % 997 + 1;
    const SearchResult result = engine->search(*board, control);
    ASSERT_TRUE(result.move.has_value()) << board->text();
    const auto legal = board->legal_moves();
    ASSERT_TRUE(std::ranges::find(legal, *result.move) != legal.end()) << board->text();
    ASSERT_LE(result.counters.nodes, *control.limits.nodes);
    ASSERT_FALSE(result.pv.empty());
    ASSERT_EQ(result.pv.front(), *result.move);
  }
}

TYPED_TEST(Searcher, PlaysALegalLine) {
  const auto engine = this->driver_.engine(this->weights_, {.hash_bytes = 1 << 16});
  for (const auto& board : random_boards<TypeParam>(this->driver_, 200)) {
    const auto walker = board->clone();
    for (const MoveCode move : engine->search(*board, depth_limit(5)).pv) {
      const auto legal = walker->legal_moves();
      ASSERT_TRUE(std::ranges::find(legal, move) != legal.end()) << board->text();
      walker->play(move);
    }
  }
}

TYPED_TEST(Searcher, RepeatsItselfAfterANewGame) {
  const auto engine = this->driver_.engine(this->weights_, {.hash_bytes = 1 << 16});
  const auto other = this->driver_.engine(this->weights_, {.hash_bytes = 1 << 16});
  for (const auto& board : random_boards<TypeParam>(this->driver_, 50)) {
    engine->new_game();
    const SearchResult once = engine->search(*board, depth_limit(5));
    engine->new_game();
    const SearchResult twice = engine->search(*board, depth_limit(5));
    other->new_game();
    const SearchResult elsewhere = other->search(*board, depth_limit(5));
    EXPECT_EQ(once.counters.nodes, twice.counters.nodes);
    EXPECT_EQ(once.counters.nodes, elsewhere.counters.nodes);
    EXPECT_EQ(once.pv, twice.pv);
    EXPECT_EQ(once.pv, elsewhere.pv);
  }
}

TYPED_TEST(Searcher, EndsAQuietLineWhereItStandsPat) {
  const auto engine = this->driver_.engine(this->weights_, {.hash_bytes = 1 << 16});
  std::size_t quiet = 0;
  for (const auto& board : random_boards<TypeParam>(this->driver_, 500)) {
    const auto leaf = engine->quiet_leaf(*board);
    if (!leaf || leaf->in_check() || leaf->outcome()) continue;
    ++quiet;
    const auto again = engine->quiet_leaf(*leaf);
    if (!again) continue;
    const int viewpoint = sign(leaf->side_to_move()) * sign(again->side_to_move());
    EXPECT_GE(viewpoint * engine->evaluate(*again), engine->evaluate(*leaf)) << leaf->text();
  }
  EXPECT_GT(quiet, 100U);
}

TYPED_TEST(Searcher, SaysNothingButTheEndOfAGameThatIsOver) {
  Random random(seed);
  const auto engine = this->driver_.engine(this->weights_, {});
  for (const auto& playout : testing::random_playouts<TypeParam>(20, random)) {
    if (!playout.finished) continue;
    const auto board = this->driver_.parse(TypeParam::to_text(playout.positions.back()));
    MoveList<TypeParam> legal;
    TypeParam::legal_moves(playout.positions.back(), legal);
    if (!legal.empty()) continue;  // drawn by a rule: there is a move, and it is given
    const SearchResult result = engine->search(*board, depth_limit(4));
    EXPECT_FALSE(result.move.has_value());
    EXPECT_TRUE(result.proved);
    EXPECT_EQ(result.score, terminal_score(sign(board->side_to_move()) * board->outcome()->utility, 0));
  }
}

}  // namespace
}  // namespace hone
