// SPDX-License-Identifier: MIT
//
// Negamax, principal variation search, MTD(f) and the table of the plain algorithms against minimax and alpha-beta, on
// positions of every game as they are met in random play, with the games before them.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "engine/game_driver.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using testing::Random;

constexpr Algorithm windowed[] = {Algorithm::alpha_beta, Algorithm::pvs, Algorithm::mtd_f};

// Small weights make many equal values, so that the choice among equals is tried too.
Weights small_weights(const GameDriver& game, Random& random) {
  Weights weights = zero_weights(game.schema());
  for (double& value : weights.values) value = static_cast<int>(testing::below(random, 7)) - 3;
  return weights;
}

std::unique_ptr<Board> random_board(const GameDriver& game, std::unique_ptr<Board> board, Random& random) {
  std::vector<std::unique_ptr<Board>> met;
  while (board->plies() < game.max_plies()) {
    met.push_back(board->clone());
    const std::vector<MoveCode> moves = board->legal_moves();
    if (moves.empty()) break;
    board->play(moves[testing::below(random, moves.size())]);
  }
  return std::move(met[testing::below(random, met.size())]);
}

class PlainWindows : public ::testing::TestWithParam<const GameDriver*> {
 protected:
  PlainWindows() { std::cout << "random positions of " << game_.name() << ": seed " << seed << '\n'; }

  SearchResult search(const Board& board, Depth depth, Algorithm algorithm, bool table = false, bool deepening = false,
                      Score first_guess = 0) const {
    PlainOptions options;
    options.algorithm = algorithm;
    options.depth = depth;
    options.table = table;
    options.deepening = deepening;
    options.first_guess = first_guess;
    return game_.plain_search(board, options, weights_);
  }

  // From the initial position and from those of `bench`, in turn.
  std::vector<std::unique_ptr<Board>> random_boards(std::size_t count) {
    const std::vector<std::string> starts = game_.bench_positions();
    std::vector<std::unique_ptr<Board>> boards;
    for (std::size_t i = 0; i < count; ++i) {
      auto start = i % 2 == 0 ? game_.initial() : game_.parse(starts[i / 2 % starts.size()]);
      boards.push_back(random_board(game_, std::move(start), random_));
    }
    return boards;
  }

  // The deepest depth, at most this one, at which the tree of legal moves is likely to have few leaves.
  Depth affordable(const Board& board, Depth deepest) const {
    constexpr std::uint64_t most_leaves = 12'000;
    const std::uint64_t width = std::max<std::uint64_t>(board.legal_moves().size(), 10);
    Depth depth = 1;
    while (depth < deepest && !board.outcome() && game_.perft(board, depth) * width <= most_leaves) ++depth;
    return depth;
  }

  static constexpr std::uint64_t seed = 1'983;
  const GameDriver& game_ = *GetParam();
  Random random_{seed};
  Weights weights_ = small_weights(game_, random_);
};

TEST_P(PlainWindows, FindWhatMinimaxFinds) {
  for (const auto& board : random_boards(24)) {
    const auto depth = static_cast<Depth>(testing::below(random_, static_cast<std::size_t>(affordable(*board, 5)) + 1));
    SCOPED_TRACE(board->text() + " depth " + std::to_string(depth));
    const SearchResult minimax = search(*board, depth, Algorithm::minimax);
    const SearchResult negamax = search(*board, depth, Algorithm::negamax);
    ASSERT_EQ(negamax.score, minimax.score);
    ASSERT_EQ(negamax.pv, minimax.pv);
    ASSERT_EQ(negamax.counters.leaves, minimax.counters.leaves);
    for (const Algorithm algorithm : windowed) {
      for (const bool table : {false, true}) {
        const SearchResult result = search(*board, depth, algorithm, table);
        ASSERT_EQ(result.score, minimax.score);
        ASSERT_EQ(result.move, minimax.move) << "the first of equal ones";
        ASSERT_GE(result.proved, minimax.proved) << "a cut-off may do without an estimate";
      }
    }
  }
}

// That nothing is evaluated which alpha-beta leaves out is proved for trees; positions that a table takes for one are
// several nodes of the tree.
TEST_P(PlainWindows, NeedNoMoreLeavesThanAlphaBetaIfTheyHaveATable) {
  for (const auto& board : random_boards(16)) {
    const Depth depth = affordable(*board, 6);
    const auto most = search(*board, depth, Algorithm::alpha_beta).counters.leaves;
    for (const Algorithm algorithm : windowed) {
      ASSERT_LE(search(*board, depth, algorithm, true).counters.leaves, most) << board->text() << " depth " << depth;
    }
    for (const Score guess : {-infinite_score, 50, infinite_score}) {
      const SearchResult result = search(*board, depth, Algorithm::mtd_f, true, false, guess);
      ASSERT_LE(result.counters.leaves, most) << board->text() << " depth " << depth;
    }
  }
}

TEST_P(PlainWindows, PlayALegalLineToItsEnd) {
  for (const auto& board : random_boards(10)) {
    const Depth depth = affordable(*board, 4);
    for (const Algorithm algorithm : windowed) {
      const SearchResult result = search(*board, depth, algorithm, true);
      const auto walker = board->clone();
      for (const MoveCode move : result.pv) {
        ASSERT_TRUE(walker->is_legal(move)) << board->text();
        walker->play(move);
      }
      const bool at_end =
          result.pv.size() == static_cast<std::size_t>(depth) || walker->outcome() || walker->occurrences() > 1;
      ASSERT_TRUE(at_end) << board->text();
    }
  }
}

TEST_P(PlainWindows, DeepenToTheSameValue) {
  for (const auto& board : random_boards(10)) {
    const Depth depth = affordable(*board, 4);
    const SearchResult expected = search(*board, depth, Algorithm::alpha_beta);
    for (const Algorithm algorithm : windowed) {
      for (const bool table : {false, true}) {
        const SearchResult result = search(*board, depth, algorithm, table, true);
        ASSERT_EQ(result.score, expected.score) << board->text();
        ASSERT_TRUE(!result.move || board->is_legal(*result.move)) << board->text();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, PlainWindows, ::testing::ValuesIn(all_drivers().begin(), all_drivers().end()),
                         [](const auto& game) { return std::string(game.param->name()); });

// Positions of which a table that knows positions by their hash alone finds wrong values (at some of these depths and
// weights), because what a draw by repetition is worth depends on the way to a position.
struct RepeatingCase {
  const char* game;
  const char* position;
  Depth depth;
};
const RepeatingCase repeating[] = {
    {"chess", "8/8/1p1p1p1p/1P1P1P1P/8/k7/8/K7 w - - 0 1", 7},
    {"chess", "8/8/k7/p1p1p1p1/P1P1P1P1/K7/8/8 w - - 0 1", 8},
    {"chess", "8/8/8/8/8/1k6/1p6/1K2R3 b - - 95 120", 6},
    {"checkers", "B:WK30,K31:BK1,K2", 8},
};

TEST(PlainTable, KnowsRepetitionsByTheWayToThem) {
  Random random(1'985);
  for (const RepeatingCase& repeats : repeating) {
    const GameDriver& game = find_driver(repeats.game);
    for (int i = 0; i < 15; ++i) {
      const Weights weights = small_weights(game, random);
      const auto board = game.parse(repeats.position);
      for (int ply = 0; ply < i % 6; ++ply) {
        const std::vector<MoveCode> moves = board->legal_moves();
        if (!moves.empty()) board->play(moves[testing::below(random, moves.size())]);
      }
      PlainOptions options;
      options.depth = repeats.depth;
      const SearchResult expected = game.plain_search(*board, options, weights);
      for (const Algorithm algorithm : windowed) {
        options.algorithm = algorithm;
        options.table = true;
        const SearchResult result = game.plain_search(*board, options, weights);
        ASSERT_EQ(result.score, expected.score) << board->text();
        ASSERT_EQ(result.move, expected.move) << board->text();
      }
    }
  }
}

}  // namespace
}  // namespace hone
