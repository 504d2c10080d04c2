// SPDX-License-Identifier: MIT
//
// Principal variation search, MTD(f) and the table of the plain algorithms on explicit trees: worked examples, and laws
// that are proved for any tree.
#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "engine/plain/explicit_search.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using testing::Random;
using Table = PlainTable<ExplicitSearch::Move>;

constexpr std::size_t large_table = std::size_t{1} << 26;

// Notes the values of the leaves that are evaluated, in that order.
class NotedLeaves : public LikeTree<ExplicitSearch> {
 public:
  using LikeTree::LikeTree;

  [[nodiscard]] std::optional<EndValue> end_value(const Node& node, const Moves& moves, Depth depth, Ply ply) {
    const auto end = tree_.end_value(node, moves, depth, ply);
    if (end) indices.push_back(node.index);
    return end;
  }
  [[nodiscard]] std::set<std::size_t> once() const { return {indices.begin(), indices.end()}; }

  std::vector<std::size_t> indices;
};

struct Searched {
  Found<NotedLeaves> found;
  std::vector<std::size_t> leaves;

  [[nodiscard]] std::set<std::size_t> once() const { return {leaves.begin(), leaves.end()}; }
};

PlainOptions options_of(Algorithm algorithm, bool table, Score first_guess = 0) {
  PlainOptions options;
  options.algorithm = algorithm;
  options.table = table;
  options.first_guess = first_guess;
  return options;
}

Searched run_on(const ExplicitTree& tree, const PlainOptions& options) {
  ExplicitSearch search(tree);
  NotedLeaves noted(search);
  Table table(large_table);
  const auto found = run_fixed(noted, search.root(), options, options.has_table() ? &table : nullptr);
  return {found, noted.indices};
}

Searched run_on(const ExplicitTree& tree, Algorithm algorithm, bool table = false) {
  return run_on(tree, options_of(algorithm, table));
}

std::string random_tree(int width, int length, int bound, Random& random) {
  if (length == 0) {
    return std::to_string(static_cast<int>(testing::below(random, static_cast<std::size_t>(2 * bound + 1))) - bound);
  }
  std::string text = "(";
  for (int i = 0; i < width; ++i) text += " " + random_tree(width, length - 1, bound, random);
  return text + ")";
}

// Lines of different lengths.
std::string uneven_tree(int length, int bound, Random& random) {
  if (length == 0 || testing::below(random, 6) == 0) return random_tree(1, 0, bound, random);
  std::string text = "(";
  for (std::uint64_t i = 0; i <= testing::below(random, 4); ++i) text += " " + uneven_tree(length - 1, bound, random);
  return text + ")";
}

// Trees of all kinds, with many equal values and with few.
std::vector<ExplicitTree> random_trees(std::uint64_t seed) {
  std::cout << "random trees: seed " << seed << '\n';
  Random random(seed);
  std::vector<ExplicitTree> trees;
  for (int i = 0; i < 400; ++i) {
    const int bound = i % 4 < 2 ? 3 : 1'000;
    const std::string text = i % 8 < 4 ? random_tree(2 + i % 3, 4, bound, random) : uneven_tree(6, bound, random);
    trees.push_back(parse_tree((i % 2 == 0 ? "max" : "min") + (" (" + text + ")")));
  }
  return trees;
}

int value_at_end(const ExplicitTree& tree, const Line<ExplicitSearch>& line) {
  std::size_t index = 0;
  for (const std::size_t child : line) index = tree.nodes[index].children.at(child);
  EXPECT_TRUE(tree.nodes[index].children.empty());
  return tree.nodes[index].value;
}

constexpr Algorithm windowed[] = {Algorithm::alpha_beta, Algorithm::pvs, Algorithm::mtd_f};

TEST(WindowSearch, FindsTheValueAndTheFirstBestMoveOfMinimaxWithAndWithoutATable) {
  for (const ExplicitTree& tree : random_trees(1'982)) {
    const auto minimax = run_on(tree, Algorithm::minimax).found;
    const auto negamax = run_on(tree, Algorithm::negamax).found;
    ASSERT_EQ(negamax.value, minimax.value);
    ASSERT_EQ(negamax.line, minimax.line);
    ASSERT_EQ(negamax.counters.nodes, minimax.counters.nodes);
    for (const Algorithm algorithm : windowed) {
      for (const bool table : {false, true}) {
        const auto found = run_on(tree, algorithm, table).found;
        ASSERT_EQ(found.value, minimax.value);
        ASSERT_EQ(found.line.empty(), minimax.line.empty());
        if (minimax.line.empty()) continue;
        ASSERT_EQ(found.line.front(), minimax.line.front());
        const Score value = tree.max_at_root ? found.value : -found.value;
        if (table || algorithm != Algorithm::mtd_f) {
          ASSERT_EQ(value_at_end(tree, found.line), value);
        }
      }
    }
  }
}

// The narrower the window, the fewer nodes: whatever they visit, alpha-beta visits too. With a table no leaf is
// evaluated twice.
TEST(WindowSearch, EvaluatesOnlyLeavesThatAlphaBetaEvaluates) {
  std::uint64_t repeated = 0, fewer = 0;
  for (const ExplicitTree& tree : random_trees(1'983)) {
    const Searched plain = run_on(tree, Algorithm::alpha_beta);
    const std::set<std::size_t> allowed = plain.once();
    ASSERT_EQ(allowed.size(), plain.leaves.size());
    for (const Algorithm algorithm : windowed) {
      for (const Score guess : {-infinite_score, -500, -1, 0, 2, 700, +infinite_score}) {
        const Searched without = run_on(tree, options_of(algorithm, false, guess));
        const Searched with = run_on(tree, options_of(algorithm, true, guess));
        ASSERT_TRUE(std::ranges::includes(allowed, without.once()));
        ASSERT_TRUE(std::ranges::includes(allowed, with.once()));
        ASSERT_EQ(with.once().size(), with.leaves.size());
        ASSERT_EQ(with.leaves.size(), with.found.counters.leaves);
        ASSERT_LE(with.leaves.size(), plain.leaves.size());
        if (without.leaves.size() > plain.leaves.size()) ++repeated;
        if (with.leaves.size() < plain.leaves.size()) ++fewer;
        if (algorithm != Algorithm::mtd_f) break;
      }
    }
  }
  EXPECT_GT(repeated, 100U) << "without a table what is searched again can cost more than it saves";
  EXPECT_GT(fewer, 100U);
}

std::uint64_t power(std::uint64_t base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

// Knuth and Moore 1975: no search can do with fewer leaves than W^ceil(L/2) + W^floor(L/2) - 1. One proof shows that
// the value is at least V and one that it is at most V; they share a leaf.
TEST(WindowSearch, OnTheBestOrderNeedsTheMinimalTreeAndNoMore) {
  constexpr std::uint64_t seed = 1'976;
  std::cout << "random trees: seed " << seed << '\n';
  Random random(seed);
  for (int width = 2; width <= 4; ++width) {
    for (int length = 1; length <= 5; ++length) {
      const ExplicitTree tree = parse_tree(random_tree(width, length, 1'000, random));
      const auto w = static_cast<std::uint64_t>(width);
      const std::uint64_t minimal = power(w, (length + 1) / 2) + power(w, length / 2) - 1;
      const auto searched = [&](Algorithm algorithm, bool table, Score guess) {
        PlainOptions options = options_of(algorithm, table, guess);
        options.best_first = true;
        return search_tree(tree, options).found;
      };
      const auto expected = searched(Algorithm::alpha_beta, false, 0);
      ASSERT_EQ(expected.counters.leaves, minimal);
      for (const bool table : {false, true}) {
        const auto found = searched(Algorithm::pvs, table, 0);
        EXPECT_EQ(found.counters.leaves, minimal);
        EXPECT_EQ(found.counters.nodes, expected.counters.nodes);
        EXPECT_EQ(found.counters.researches, 0U);
      }
      for (const Score guess : {-infinite_score, -77, 0, 500, expected.value, +infinite_score}) {
        EXPECT_EQ(searched(Algorithm::mtd_f, true, guess).counters.leaves, minimal) << width << " " << length;
      }
      const auto exact_guess = searched(Algorithm::mtd_f, false, expected.value);
      EXPECT_EQ(exact_guess.counters.leaves, minimal + 1) << "the two proofs one after the other";
      EXPECT_EQ(exact_guess.counters.researches, 1U);
    }
  }
}

std::vector<int> values_of(const ExplicitTree& tree, const std::vector<std::size_t>& leaves) {
  std::vector<int> values;
  for (const std::size_t leaf : leaves) values.push_back(tree.nodes[leaf].value);
  return values;
}

// Plaat, Schaeffer, Pijls and de Bruin, "A minimax algorithm better than alpha-beta? No and yes" (1995), figures 4 to
// 7: SSS* as a sequence of alpha-beta searches. The upper bounds are 41, 36 and 35; the first pass evaluates 41, 12, 34
// and 36, the second 5, the third 35. The tree is Pearl's (Heuristics, 1984).
TEST(MtdF, FromInfinityTakesTheStepsOfSssStar) {
  const ExplicitTree tree = parse_tree(
      "(((41 5) (12 90)) ((101 80) (20 30))) "
      "(((34 80) (36 35)) ((50 36) (25 3)))");
  const Searched sss = run_on(tree, options_of(Algorithm::mtd_f, true, +infinite_score));
  EXPECT_EQ(sss.found.value, 35);
  EXPECT_EQ(sss.found.counters.researches, 3U);
  const std::vector<int> values = values_of(tree, sss.leaves);
  ASSERT_GE(values.size(), 6U);
  EXPECT_EQ(std::vector<int>(values.begin(), values.begin() + 6), (std::vector<int>{41, 12, 34, 36, 5, 35}));
  EXPECT_LE(sss.leaves.size(), run_on(tree, Algorithm::alpha_beta).leaves.size());

  PlainOptions options = options_of(Algorithm::mtd_f, true, +infinite_score);
  TreeRecord record;
  options.record = &record;
  static_cast<void>(search_tree(tree, options));
  std::vector<std::string> passes;
  for (const std::size_t root : record.roots()) {
    passes.push_back(record.nodes()[root].question + ": " + value_text(record.nodes()[root]));
  }
  EXPECT_EQ(passes, (std::vector<std::string>{">= infinity: <= 41", ">= 41: <= 36", ">= 36: <= 35", ">= 35: 35"}));
}

TEST(MtdF, NeedsTwoPassesWhenTheGuessIsRight) {
  for (const ExplicitTree& tree : random_trees(1'995)) {
    const Score value = run_on(tree, Algorithm::minimax).found.value;
    const auto found = run_on(tree, options_of(Algorithm::mtd_f, true, value)).found;
    ASSERT_EQ(found.value, value);
    ASSERT_EQ(found.counters.researches, 1U);
  }
}

TEST(PrincipalVariationSearch, KeepsTheThreeCaseContractOfFailSoft) {
  std::set<int> cases;
  Random random(1'989);
  for (const ExplicitTree& tree : random_trees(1'989)) {
    ExplicitSearch search(tree);
    Table table(large_table);
    const Score value = Minimax(search).search(search.root(), max_ply).value;
    for (auto* const its_table : {static_cast<Table*>(nullptr), &table}) {
      const Score alpha = value + static_cast<Score>(testing::below(random, 201)) - 120;
      const Score beta = alpha + 1 + static_cast<Score>(testing::below(random, 150));
      const Score score =
          PrincipalVariationSearch(search, nullptr, its_table).search(search.root(), max_ply, {alpha, beta}).value;
      if (score <= alpha) {
        ASSERT_LE(value, score);
      }
      if (score >= beta) {
        ASSERT_GE(value, score);
      }
      if (alpha < score && score < beta) {
        ASSERT_EQ(value, score);
      }
      cases.insert(score <= alpha ? -1 : score >= beta ? 1 : 0);
    }
  }
  EXPECT_EQ(cases.size(), 3U);
}

// A full table keeps what it has: what is missing is searched again, and nothing is wrong.
TEST(PlainTable, OfAnySizeChangesNoValue) {
  for (const ExplicitTree& tree : random_trees(1'970)) {
    ExplicitSearch search(tree);
    const auto value = Minimax(search).search(search.root(), max_ply).value;
    for (const std::size_t bytes : {0U, 100U, 1'000U}) {
      Table table(bytes);
      ASSERT_EQ(MtdF(search, nullptr, &table).search(search.root(), max_ply).value, value);
      ASSERT_LE(table.size() * sizeof(Table::Entry), bytes);
      ASSERT_EQ(PrincipalVariationSearch(search, nullptr, &table).search(search.root(), max_ply).value, value);
    }
  }
}

TEST(PlainTable, KeepsBothBoundsAndForgetsNone) {
  Table table(large_table);
  EXPECT_EQ(table.find(7, 2, 1), nullptr);
  table.keep(7, 2, 1, {10, 11}, 15, 3);
  table.keep(7, 2, 1, {20, 21}, 18, {});
  table.keep(7, 2, 1, {0, 5}, 12, {});
  const auto* entry = table.find(7, 2, 1);
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->lower, 15);
  EXPECT_EQ(entry->upper, 18);
  EXPECT_EQ(entry->best, 3U);
  EXPECT_EQ(entry->decide({14, 15}), 15);
  EXPECT_EQ(entry->decide({18, 30}), 18);
  EXPECT_EQ(entry->decide({15, 18}), std::nullopt);
  EXPECT_EQ(table.find(7, 3, 1), nullptr) << "another depth";
  EXPECT_EQ(table.find(7, 2, 2), nullptr) << "another ply";
}

TEST(Deepening, OfALeafIsItsValue) {
  for (const Algorithm algorithm : windowed) {
    PlainOptions options = options_of(algorithm, true);
    options.deepening = true;
    EXPECT_EQ(search_tree(parse_tree("min -10000"), options).found.value, -10'000);
  }
}

// With a table each depth tries first what was best at the depth before. That changes the order and not the value.
TEST(Deepening, WithATableFindsTheValueOfMinimax) {
  std::uint64_t with = 0, without = 0;
  for (const ExplicitTree& tree : random_trees(1'977)) {
    const Score value = search_tree(tree, {.algorithm = Algorithm::minimax}).found.value;
    for (const Algorithm algorithm : windowed) {
      PlainOptions options = options_of(algorithm, true);
      options.deepening = true;
      const auto found = search_tree(tree, options).found;
      ASSERT_EQ(found.value, value);
      if (!found.line.empty()) {
        ASSERT_EQ(value_at_end(tree, found.line), value);
      }
      with += found.counters.leaves;
      options.table = false;
      without += search_tree(tree, options).found.counters.leaves;
    }
  }
  EXPECT_LT(with, without);
}

}  // namespace
}  // namespace hone
