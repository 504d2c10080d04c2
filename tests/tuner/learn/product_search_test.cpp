// SPDX-License-Identifier: MIT
//
// Products that the results of made-up games depend on are found, with their values; products that they do not depend
// on are not. Seeds are fixed, so that a test that passed passes.
#include "tuner/learn/products/product_search.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/random.hpp"
#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/targets.hpp"
#include "tuner/learn/products/product_report.hpp"

namespace hone::learn {
namespace {

// Groups of which either player has some, each with a linear weight; those named noise have none.
struct ProductGames {
  int real = 4, noise = 0;
  std::uint32_t games = 800;
  int positions = 6;  // of a game
  std::uint64_t seed = 1;
  std::vector<std::pair<Product, double>> planted = {};  // centi-units a count, twice as much at the second phase
  std::vector<std::string> phases = {"mg", "eg"};
};

Schema product_schema(const ProductGames& games) {
  std::vector<std::string> names;
  for (int i = 0; i < games.real + games.noise; ++i) {
    names.push_back(i < games.real ? "real_" + std::string(1, static_cast<char>('a' + i))
                                   : "noise_" + std::to_string(i - games.real));
  }
  std::vector<GroupSpec> groups;
  for (const std::string& name : names) groups.push_back({name, scalar(), ""});
  return {"products", games.phases, games.phases.size() > 1 ? 8 : 1, groups};
}

struct ProductData {
  Schema schema;
  RowSet rows;
  SideCounts sides;
};

// One number drawn for each game decides all its positions, as in rows_by_luck: their results depend on each other as
// much as they can. Half of the counts are those of the whole game.
ProductData product_data(const ProductGames& games) {
  ProductData data{product_schema(games), {}, {}};
  data.sides = SideCounts(factors_of(data.schema));
  Random random(games.seed);
  const auto factors = static_cast<std::size_t>(games.real + games.noise);
  std::vector<std::int16_t> counts(2 * factors);
  for (std::uint32_t game = 0; game < games.games; ++game) {
    const double luck = random.uniform();
    for (int position = 0; position < games.positions; ++position) {
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (position == 0 || i % 2 == 0) counts[i] = static_cast<std::int16_t>(random.below(4));
      }
      RowSink sink;
      double score = 0;
      for (std::size_t i = 0; i < factors; ++i) {
        const int difference = counts[i] - counts[factors + i];
        sink.add(static_cast<int>(i), difference);
        if (std::cmp_less(i, games.real)) score += 30 * difference;
      }
      const int step = games.phases.size() > 1 ? position * 8 / games.positions : 0;
      for (const auto& [product, value] : games.planted) {
        score += value * (1 + step / 8.0) * product_count(product, counts.data(), counts.data() + factors);
      }
      const double p = outcome_of_logit(logit_per_score(1) * score);
      data.rows.add(sink.finish({0, static_cast<std::uint8_t>(step)}),
                    {.target = luck < p ? 1.0F : 0.0F, .game = game});
      data.sides.add(counts);
    }
  }
  return data;
}

ProductReport find(const ProductData& data, const ProductOptions& products, int threads = 2) {
  const FitOptions options{.loss = Loss::cross_entropy, .k = 1, .holdout = 0, .threads = threads};
  const Weights start = zero_weights(data.schema);
  return find_products(data.rows, start, fit(data.rows, start, options), options, data.sides, products);
}

// Noise groups that are in some product kept.
std::size_t noise_groups_kept(const ProductReport& report) {
  std::set<std::size_t> groups;
  for (const FoundProduct& found : report.found) {
    for (const std::size_t factor : {found.product.first, found.product.second}) {
      const std::size_t group = report.factors[factor].group;
      if (found.kept && report.schema.groups()[group].name.starts_with("noise")) groups.insert(group);
    }
  }
  return groups.size();
}

TEST(ProductSearch, FindsPlantedProductsWithTheirValues) {
  const Product own{ProductKind::own, 0, 1}, enemy{ProductKind::enemy, 2, 3};
  const ProductReport report =
      find(product_data({.games = 3'000, .planted = {{own, 20}, {enemy, -16}}}), {.false_share = 0.05, .noise = 40});
  ASSERT_GE(report.found.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const FoundProduct& found = report.found[i];
    EXPECT_TRUE(found.kept);
    const double value = found.product == own ? 20 : -16;
    EXPECT_TRUE(found.product == own || found.product == enemy) << product_name(report, found.product);
    for (std::size_t phase = 0; phase < 2; ++phase) {
      const double error = found.estimate.errors[phase];
      EXPECT_NEAR(found.estimate.values[phase], value * static_cast<double>(phase + 1), 3 * error);
      EXPECT_LT(error, 8);
    }
    EXPECT_GT(found.estimate.gain, 0);
    EXPECT_NEAR(found.row_share, 0.7, 0.3);
  }
  EXPECT_NE(report.found[0].product, report.found[1].product);
  EXPECT_EQ(report.noise_kept, 0U);
}

TEST(ProductSearch, FindsTheSquareOfACount) {
  const Product square{ProductKind::own, 1, 1};
  const ProductReport report =
      find(product_data({.games = 3'000, .planted = {{square, 25}}, .phases = {"all"}}), {.false_share = 0.05});
  ASSERT_GE(report.found.size(), 1U);
  EXPECT_EQ(report.found[0].product, square);
  EXPECT_TRUE(report.found[0].kept);
  EXPECT_NEAR(report.found[0].estimate.values[0], 25, 3 * report.found[0].estimate.errors[0]);
}

TEST(ProductSearch, RefusesOptionsOutOfBounds) {
  const ProductData data = product_data({.games = 300});
  EXPECT_THROW((void)find(data, {.false_share = 1}), Error);
  EXPECT_THROW((void)find(data, {.false_share = 0.05, .listed = 0}), Error);
  EXPECT_THROW((void)find(data, {.false_share = 0.05, .entry = 0}), Error);
}

// Of 200 noise groups at most one in twenty is kept, where products of the others are to be found and where none are.
TEST(ProductSearch, KeepsHardlyAnyOf200NoiseGroups) {
  const std::vector<std::pair<Product, double>> planted{{{ProductKind::own, 0, 1}, 25},
                                                        {{ProductKind::enemy, 0, 2}, 25}};
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    ProductGames games{.real = 4, .noise = 200, .games = 1'200, .positions = 4, .seed = seed, .phases = {"all"}};
    if (seed % 2 == 0) games.planted = planted;
    const ProductReport report = find(product_data(games), {.false_share = 0.05, .seed = seed});
    EXPECT_EQ(report.used_factors, 204U);
    EXPECT_LE(noise_groups_kept(report), 10U) << "seed " << seed;
    EXPECT_GE(report.kept(), games.planted.size()) << "seed " << seed;
    EXPECT_EQ(report.noise, 200U);
    EXPECT_LE(report.noise_kept, 10U);
  }
}

// With nothing to find every discovery is false, so that the share of searches with one is at most the share asked for:
// of 30 searches 1.5 at 0.05, and more than 5 with a chance of 0.003.
TEST(ProductSearch, FindsNothingWhereThereIsNothing) {
  int with_discoveries = 0;
  std::size_t by_chance = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    // A p that lets many products through to the test, which is what has to hold.
    const ProductReport report = find(product_data({.noise = 8, .games = 400, .positions = 4, .seed = seed}),
                                      {.false_share = 0.05, .noise = 40, .entry = 0.2, .seed = seed});
    EXPECT_GT(report.found.size(), 0U);
    with_discoveries += report.kept() > 0 ? 1 : 0;
    by_chance += report.noise_by_chance;
  }
  EXPECT_LE(with_discoveries, 5);
  // Of 1200 noise products 60, with a standard deviation of 7.5 were they independent.
  EXPECT_NEAR(static_cast<double>(by_chance), 60, 30);
}

TEST(ProductSearch, FindsTheSameWithAnyNumberOfThreads) {
  const ProductData data = product_data({.games = 600, .planted = {{{ProductKind::own, 0, 1}, 15}}});
  const ProductOptions options{.false_share = 0.05, .noise = 20};
  const std::string one = to_json(find(data, options, 1)).dump();
  EXPECT_EQ(one, to_json(find(data, options, 2)).dump());
  EXPECT_EQ(one, to_json(find(data, options, 7)).dump());
}

TEST(ProductSearch, NeedsGamesInBothHalves) {
  EXPECT_THROW((void)find(product_data({.games = 150}), {.false_share = 0.05}), Error);
}

// A count that another one is already, and one that never changes, make no products.
TEST(ProductSearch, LeavesOutWhatIsNoCountOfItsOwn) {
  ProductData data = product_data({.real = 3, .games = 300});
  SideCounts sides(data.sides.factors());
  for (std::size_t row = 0; row < data.sides.size(); ++row) {
    const std::int16_t *const first = data.sides.first(row), *const second = data.sides.second(row);
    sides.add(std::vector<std::int16_t>{first[0], static_cast<std::int16_t>(2 * first[0] + 1), 1, second[0],
                                        static_cast<std::int16_t>(2 * second[0] + 1), 1});
  }
  data.sides = sides;
  const ProductReport report = find(data, {.false_share = 0.05});
  EXPECT_EQ(report.used_factors, 1U);
  EXPECT_EQ(report.products, 1U);
}

}  // namespace
}  // namespace hone::learn
