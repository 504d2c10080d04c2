// SPDX-License-Identifier: MIT
//
// What each player has, beside the rows that hold the difference.
#include "tuner/learn/products/side_counts.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/learn/sampling.hpp"
#include "tuner/learn/target.hpp"

namespace hone::learn {
namespace {

// The number of a factor by its name.
std::size_t numbered(const GameDriver& driver, const std::string& name) {
  const std::vector<Factor> factors = factors_of(driver.schema());
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factor_name(driver.schema(), factors[i]) == name) return i;
  }
  ADD_FAILURE() << name;
  return 0;
}

// White has pawns on a7 and h4, both passed, so on ranks 7 and 4, of which the places in a list by rank are 6 and 3.
TEST(SideCounts, CountsTermsAndTheirPlaces) {
  const GameDriver& chess = find_driver("chess");
  const FactorCounter counter(chess.schema());
  const auto counts = counter.count(chess.parse("4k3/P7/8/3p4/7P/8/8/4K3 w - - 0 1")->evaluation_record());
  ASSERT_EQ(counts.size(), 2 * counter.factors().size());
  const auto expect = [&](const std::string& name, int white, int black) {
    const std::size_t factor = numbered(chess, name);
    EXPECT_EQ(counts[factor], white) << name;
    EXPECT_EQ(counts[counter.factors().size() + factor], black) << name;
  };
  expect("material.pawn", 2, 1);
  expect("psqt.pawn", 2, 1);
  expect("passed.rank", 2, 1);
  expect("place in passed.rank", 6 + 3, 3);  // d5 is Black's rank 4
  expect("tempo", 1, 0);
}

TEST(SideCounts, HasPlacesOfOrderedListsOfLinearGroupsAlone) {
  const Schema schema("s", {"a"}, 1,
                      std::vector<GroupSpec>{{"one", scalar(), ""},
                                             {"plain", list(3), ""},
                                             {"places", ordered(list(3)), ""},
                                             {"squares", board(2, 2), ""},
                                             {"unit", scalar(), "", nullptr, nullptr, squared("u", "a")}});
  std::vector<std::string> names;
  for (const Factor& factor : factors_of(schema)) names.push_back(factor_name(schema, factor));
  EXPECT_THAT(names, testing::ElementsAre("one", "plain", "places", "place in places", "squares"));
}

// Row by row the players' counts of a group differ by what the row says; rows from inside of searches have none.
TEST(SideCounts, ComeInTheOrderOfTheRows) {
  const GameDriver& game = find_driver("breakthrough");
  const TempFolder folder;
  play::self_play(game, game.material_weights(), run::shallow_self_play(20), folder / "x.games", play::Existing::refuse,
                  {});
  const FactorCounter counter(game.schema());
  SamplingOptions options;
  options.target = parse_target("outcome+treestrap:searches=0.1,nodes=300");
  options.side_factors = &counter;
  options.threads = 2;
  Sampler sampler(game, game.material_weights(), options);
  RowSet rows;
  ASSERT_TRUE(sampler.add_games(folder / "x.games", rows));
  const SideCounts sides = sampler.take_sides();
  ASSERT_EQ(sides.size(), rows.size());
  std::size_t tree = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<int> difference(game.schema().groups().size()), of_sides(difference.size());
    for (const FeatureCount entry : rows[i].entries) {
      const Group& group = game.schema().group_of(entry.term);
      difference[static_cast<std::size_t>(&group - game.schema().groups().data())] += static_cast<int>(entry.count);
    }
    for (std::size_t factor = 0; factor < sides.factors().size(); ++factor) {
      if (sides.factors()[factor].by_place) continue;
      of_sides[sides.factors()[factor].group] = sides.first(i)[factor] - sides.second(i)[factor];
    }
    tree += rows[i].label.is_tree_row() ? 1U : 0U;
    EXPECT_EQ(of_sides, rows[i].label.is_tree_row() ? std::vector<int>(difference.size()) : difference) << i;
  }
  EXPECT_GT(tree, 0U);
  EXPECT_LT(tree, rows.size());
}

}  // namespace
}  // namespace hone::learn
