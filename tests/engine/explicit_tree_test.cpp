// SPDX-License-Identifier: MIT
//
// The plain algorithms on trees that can be worked out by hand, and on random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <numeric>
#include <set>
#include <thread>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "engine/plain/explicit_search.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

struct Drawn {
  Deepened<ExplicitSearch> result;
  TreeRecord record;

  // Leaves that were never looked at, in the order of the drawing.
  [[nodiscard]] std::vector<std::string> unseen() const {
    std::vector<std::string> leaves;
    for (const RecordedNode& node : record.nodes()) {
      if (!node.unseen.empty()) leaves.push_back(node.unseen);
    }
    return leaves;
  }
};

Drawn run(const std::string& text, Algorithm algorithm, bool best_first = false) {
  const ExplicitTree tree = parse_tree(text);
  Drawn run;
  PlainOptions options;
  options.algorithm = algorithm;
  options.best_first = best_first;
  options.record = &run.record;
  run.result = search_tree(tree, options);
  return run;
}

using Leaves = std::vector<std::string>;

// Lines of different lengths, and inner nodes with estimates.
std::string uneven_tree(int length, testing::Random& random) {
  const std::string value = std::to_string(static_cast<int>(testing::below(random, 201)) - 100);
  if (length == 0 || testing::below(random, 6) == 0) return value;
  std::string text = value + ":(";
  for (std::uint64_t i = 0; i <= testing::below(random, 4); ++i) text += " " + uneven_tree(length - 1, random);
  return text + ")";
}

int value_at_end(const ExplicitTree& tree, const std::vector<std::size_t>& line) {
  std::size_t index = 0;
  for (const std::size_t child : line) index = tree.nodes[index].children.at(child);
  return tree.nodes[index].value;
}

// Worked example of the lecture notes: MAX, MIN, MAX.
TEST(ExplicitTree, AlphaBetaLooksAtFiveLeavesOfEight) {
  const std::string text = "((1 4) (5 6)) ((2 1) (1 1))";
  const Drawn full = run(text, Algorithm::minimax);
  const Drawn cut = run(text, Algorithm::alpha_beta);
  EXPECT_EQ(full.result.found.value, 4);
  EXPECT_EQ(cut.result.found.value, 4);
  EXPECT_EQ(full.result.found.counters.leaves, 8U);
  EXPECT_EQ(cut.result.found.counters.leaves, 5U);
  EXPECT_EQ(cut.result.found.line, (std::vector<std::size_t>{0, 0, 1}));
  EXPECT_EQ(full.result.found.line, cut.result.found.line);
  EXPECT_EQ(cut.unseen(), (Leaves{"6", "1", "1"}));
}

TEST(ExplicitTree, ValuesOfPrunedNodesAreBoundsAndSaySo) {
  const Drawn cut = run("((1 4) (5 6)) ((2 1) (1 1))", Algorithm::alpha_beta);
  const auto& nodes = cut.record.nodes();
  const auto& root = nodes[0];
  const auto& first = nodes[root.children[0]];
  const auto& second = nodes[root.children[1]];
  EXPECT_EQ(value_text(root), "4");
  EXPECT_EQ(value_text(first), "4");
  EXPECT_EQ(value_text(nodes[first.children[1]]), ">= 5");
  EXPECT_EQ(value_text(second), "<= 2");
  EXPECT_EQ(cut_text(second), "alpha cut-off");
  EXPECT_EQ(cut_text(nodes[first.children[1]]), "beta cut-off");
}

TEST(ExplicitTree, NineZeroAndMinusOneAreNeverLookedAt) {
  const Drawn cut = run("((3 5) (6 9)) ((1 2) (0 -1))", Algorithm::alpha_beta);
  EXPECT_EQ(cut.result.found.value, 5);
  EXPECT_EQ(cut.unseen(), (Leaves{"9", "0", "-1"}));
}

TEST(ExplicitTree, OneBetaAndTwoAlphaCutOffs) {
  const Drawn cut = run("((2 3) (5 9)) ((0) (7 4)) ((2 1) (5 6))", Algorithm::alpha_beta);
  EXPECT_EQ(cut.result.found.value, 3);
  EXPECT_EQ(std::ranges::count(cut.record.nodes(), "beta cut-off", cut_text), 1);
  EXPECT_EQ(std::ranges::count(cut.record.nodes(), "alpha cut-off", cut_text), 2);
  EXPECT_EQ(cut.result.found.counters.cutoffs, 3U);
}

// Connect-3 after nine moves, XO.. / OX.O / XXOX, O (MIN) to move, worked out by hand. O in the third column: X wins
// diagonally there (3), or plays the fourth and O wins vertically (-2). O in the fourth: O wins horizontally (-1).
TEST(ExplicitTree, ReorderingMakesTheCutOffOfTheConnectThreeTree) {
  const std::string text = "min (3 (-2)) ((-1))";
  const Drawn column = run(text, Algorithm::alpha_beta);
  const Drawn ordered = run(text, Algorithm::alpha_beta, true);
  EXPECT_EQ(run(text, Algorithm::minimax).result.found.value, -1);
  EXPECT_EQ(column.result.found.value, -1);
  EXPECT_EQ(ordered.result.found.value, -1);
  EXPECT_EQ(column.unseen(), Leaves{});
  EXPECT_EQ(ordered.unseen(), Leaves{"-2"});
  EXPECT_EQ(ordered.result.found.line, (std::vector<std::size_t>{1, 0, 0}));
}

// The second move's value is at most 5, a bound; it must not take the place of the first.
TEST(ExplicitTree, AmongEqualRootValuesTheFirstStaysChosen) {
  for (const Algorithm algorithm :
       {Algorithm::minimax, Algorithm::negamax, Algorithm::branch_and_bound, Algorithm::alpha_beta, Algorithm::pvs,
        Algorithm::mtd_f, Algorithm::iterative_deepening}) {
    EXPECT_EQ(run("(5 7) (5 1) (9 5)", algorithm).result.found.line.front(), 0U);
  }
}

// Deep cut-off (Knuth and Moore 1975, section 4): a bound from three levels up, which one bound cannot use.
TEST(ExplicitTree, OnlyTwoBoundsMakeADeepCutOff) {
  const std::string text = "(5) (((4 8)))";
  const Drawn one = run(text, Algorithm::branch_and_bound);
  const Drawn two = run(text, Algorithm::alpha_beta);
  EXPECT_EQ(one.unseen(), Leaves{});
  EXPECT_EQ(two.unseen(), Leaves{"8"});
  EXPECT_EQ(one.result.found.value, two.result.found.value);
}

TEST(ExplicitTree, TheStrongSearcherAgreesWithMinimaxAtEveryDepth) {
  constexpr std::uint64_t seed = 1'950;
  std::cout << "random trees: seed " << seed << '\n';
  testing::Random random(seed);
  for (int i = 0; i < 200; ++i) {
    const bool max = i % 2 == 0;
    const ExplicitTree tree = parse_tree((max ? "max" : "min") + uneven_tree(5, random));
    for (Depth depth = 0; depth <= 6; ++depth) {
      PlainOptions options;
      options.depth = depth;
      options.algorithm = Algorithm::minimax;
      const Score value = search_tree(tree, options).found.value;
      options.algorithm = Algorithm::searcher;
      const auto strong = search_tree(tree, options);
      ASSERT_EQ(strong.found.value, value) << i << " " << depth;
      ASSERT_EQ(value_at_end(tree, strong.found.line), value) << i << " " << depth;
    }
  }
}

TEST(ExplicitTree, TheSearcherRefusesMoreSuccessorsThanItTakes) {
  std::string wide = "(";
  for (int i = 0; i < 257; ++i) wide += "1 ";
  PlainOptions options;
  options.algorithm = Algorithm::searcher;
  EXPECT_THROW(static_cast<void>(search_tree(parse_tree(wide + ")"), options)), Error);
}

TEST(ExplicitTree, DeepeningUsesEstimatesUntilTheTreeEnds) {
  const std::string text = "1:(2 3) 9:(0 4)";
  PlainOptions options;
  options.algorithm = Algorithm::iterative_deepening;
  options.depth = 1;
  const ExplicitTree tree = parse_tree(text);
  EXPECT_EQ(search_tree(tree, options).found.value, 9);
  options.depth = 10;
  const auto whole = search_tree(tree, options);
  EXPECT_EQ(whole.found.value, 2);
  EXPECT_EQ(whole.depth, 2);
}

std::string random_tree(int width, int length, testing::Random& random) {
  if (length == 0) return std::to_string(static_cast<int>(testing::below(random, 2'001)) - 1'000);
  std::string text = "(";
  for (int i = 0; i < width; ++i) text += (i > 0 ? " " : "") + random_tree(width, length - 1, random);
  return text + ")";
}

std::uint64_t power(std::uint64_t base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

// Knuth and Moore 1975, corollary of theorem 1: W^ceil(L/2) + W^floor(L/2) - 1.
TEST(ExplicitTree, BestFirstAlphaBetaLooksAtTheMinimalTree) {
  constexpr std::uint64_t seed = 1'975;
  std::cout << "random trees: seed " << seed << '\n';
  testing::Random random(seed);
  for (int width = 2; width <= 4; ++width) {
    for (int length = 1; length <= 5; ++length) {
      const ExplicitTree tree = parse_tree(random_tree(width, length, random));
      PlainOptions options;
      options.best_first = true;
      const auto w = static_cast<std::uint64_t>(width);
      EXPECT_EQ(search_tree(tree, options).found.counters.leaves, power(w, (length + 1) / 2) + power(w, length / 2) - 1)
          << width << " " << length;
    }
  }
}

TEST(ExplicitTree, FailSoftAlphaBetaKeepsItsThreeCaseContract) {
  constexpr std::uint64_t seed = 1'983;
  std::cout << "random trees: seed " << seed << '\n';
  testing::Random random(seed);
  std::set<int> cases;
  for (int i = 0; i < 300; ++i) {
    const ExplicitTree tree = parse_tree(random_tree(3, 4, random));
    ExplicitSearch search(tree);
    const Score value = Minimax(search).search(search.root(), max_ply).value;
    const Score alpha = static_cast<Score>(testing::below(random, 1'600)) - 800;
    const Score beta = alpha + 1 + static_cast<Score>(testing::below(random, 300));
    const Score score = AlphaBeta(search).search(search.root(), max_ply, {alpha, beta}).value;
    if (score <= alpha) {
      EXPECT_LE(value, score);
    }
    if (score >= beta) {
      EXPECT_GE(value, score);
    }
    if (alpha < score && score < beta) {
      EXPECT_EQ(value, score);
    }
    cases.insert(score <= alpha ? -1 : score >= beta ? 1 : 0);
  }
  EXPECT_EQ(cases.size(), 3U);
}

constexpr std::chrono::milliseconds time_to_search{300};
constexpr Depth endless = 12;

// A tree whose search to depth 12 begins in time and is not done in it: two moves everywhere, values by a hash of the
// path.
struct SlowTree {
  using Node = std::uint64_t;
  using Move = int;
  using Moves = std::vector<int>;
  static constexpr bool is_known_whole = false;

  void moves(Node /*node*/, Moves& moves, Depth depth, Ply ply) {
    if (ply == 0 && depth == endless) std::this_thread::sleep_for(time_to_search);
    moves = {0, 1};
  }
  [[nodiscard]] std::optional<EndValue> end_value(Node node, const Moves& /*moves*/, Depth depth, Ply /*ply*/) const {
    if (depth > 0) return std::nullopt;
    return EndValue{static_cast<Score>(mix(node) % 1'000), true};
  }
  [[nodiscard]] Node child(Node node, Move move) const { return 2 * node + static_cast<Node>(move); }
  void enter(Node /*node*/) {}
  void leave() {}
  [[nodiscard]] std::uint64_t key(Node node) const { return node; }
  [[nodiscard]] bool max_to_move(Node /*node*/) const { return true; }
  [[nodiscard]] std::string text(Node /*node*/, Move /*move*/) const { return ""; }
};

// A machine under load searches less deeply in that time, and never as deep as the tree lets nobody.
TEST(IterativeDeepening, ReturnsTheDeepestCompletedResultWhenTheTimeIsUp) {
  const SlowTree tree;
  std::vector<Depth> depths;
  std::uint64_t nodes = 0;
  const auto deepened = iterative_deepening(tree, SlowTree::Node{1}, max_ply, time_to_search, nullptr,
                                            [&](const auto& result) { depths.push_back(result.depth); });
  ASSERT_GE(deepened.depth, 1);
  ASSERT_LT(deepened.depth, endless);
  std::vector<Depth> all(static_cast<std::size_t>(deepened.depth));
  std::iota(all.begin(), all.end(), 1);
  EXPECT_EQ(depths, all);
  for (const Depth depth : all) {
    SlowTree fresh;
    const auto found = AlphaBeta<SlowTree>(fresh).search(1, depth);
    nodes += found.counters.nodes;
    if (depth < deepened.depth) continue;
    EXPECT_EQ(deepened.found.value, found.value);
    EXPECT_EQ(deepened.found.line, found.line);
  }
  EXPECT_EQ(deepened.found.counters.nodes, nodes) << "of all depths together, without the search that was interrupted";
}

}  // namespace
}  // namespace hone
