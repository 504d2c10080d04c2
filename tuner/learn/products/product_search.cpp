// SPDX-License-Identifier: MIT
#include "tuner/learn/products/product_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "data/error.hpp"
#include "data/random.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/products/product_half.hpp"
#include "tuner/learn/products/product_screen.hpp"

namespace hone::learn {

namespace {

constexpr std::uint64_t half_salt = 0x70726f64;  // so that the halves do not depend on other choices
constexpr std::uint64_t noise_salt = 0x6e6f6973;
constexpr std::size_t least_half = 100;    // games
constexpr std::size_t noise_of_donor = 8;  // products of one pairing of games
constexpr double half_tolerance = 1e-9;    // of the loss
constexpr double chance_p = 0.05;
constexpr double least_alike = 0.5;
constexpr std::size_t most_alike = 3;

struct Halves {
  Split choosing, testing;
};

Halves halves_of(const RowSet& rows, const Split& split, std::uint64_t seed) {
  Halves halves;
  const auto share_out = [&](const RowSelection& selected, RowSelection Split::*part) {
    for (const std::uint32_t row : selected) {
      const bool tests = is_held_out(rows[row].label.game, 0.5, seed ^ half_salt);
      ((tests ? halves.testing : halves.choosing).*part).push_back(row);
    }
  };
  share_out(split.train, &Split::train);
  share_out(split.tree, &Split::tree);
  return halves;
}

void require_games(const RowSet& rows, const Halves& halves) {
  for (const Split* half : {&halves.choosing, &halves.testing}) {
    const std::size_t games = count_games(rows, half->train);
    if (games >= least_half) continue;
    throw Error(expected_found(fmt::format("at least {} games in each half to search for products", least_half),
                               fmt::format("{}", games)));
  }
}

void require_matrix(std::size_t weights, const FitOptions& options) {
  if (weights <= options.dense_limit) return;
  throw Error(
      fmt::format("a search for products needs a matrix of second derivatives, and {} weights are more than "
                  "--dense-limit {}: choose --groups, or raise the limit",
                  weights, options.dense_limit));
}

// The weights of the fitted groups that some of these rows has.
std::size_t count_fitted_weights(const RowSet& rows, const Split& half, const Schema& schema,
                                 const FitOptions& options) {
  const std::vector<bool> fitted = terms_of_groups(schema, fitted_groups(schema, options));
  std::vector<bool> used(fitted.size());
  for (const RowSelection* const part : {&half.train, &half.tree}) {
    for (const std::uint32_t row : *part) {
      for (const std::uint16_t column : rows[row].entries.terms()) used[column % used.size()] = true;
    }
  }
  std::size_t terms = 0;
  for (std::size_t term = 0; term < used.size(); ++term) terms += used[term] && fitted[term] ? 1 : 0;
  return terms * static_cast<std::size_t>(schema.phase_count());
}

// The products of a list, in its order, with the constant before them.
std::vector<ProductColumn> columns_of(const std::vector<Product>& products) {
  std::vector<ProductColumn> columns(1);
  for (const Product& product : products) columns.push_back({product, std::nullopt});
  return columns;
}

std::vector<ProductColumn> noise_columns(const UsedFactors& factors, const ProductOptions& options) {
  const std::vector<Product> all = products_of(factors);
  Random random(options.seed ^ noise_salt);
  std::vector<ProductColumn> columns(1);
  for (std::size_t i = 0; i < options.noise; ++i) {
    columns.push_back({all[random.below(all.size())], i / noise_of_donor});
  }
  return columns;
}

// The tests of all columns but the constant, which is taken out of them.
std::vector<ScoreTest> tests_beside_constant(ProductScores scores, std::size_t columns) {
  scores.take_out(0);
  std::vector<ScoreTest> tests;
  for (std::size_t i = 1; i < columns; ++i) tests.push_back(scores.test(i));
  return tests;
}

class ProductSearch {
 public:
  ProductSearch(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options,
                const SideCounts& sides, const ProductOptions& products,
                const std::function<void(std::string_view)>& progress)
      : options_(as_fitted(options, result.summary)),
        sides_(sides),
        products_(products),
        progress_(progress),
        setup_(rows, start, options_),
        halves_(halves_of(rows, setup_.split, products.seed)),
        weights_(fit_again(result)),
        choosing_(setup_, sides, halves_.choosing.train, weights_, products.seed),
        testing_(setup_, sides, halves_.testing.train, weights_, products.seed) {}

  [[nodiscard]] ProductReport run() {
    ProductReport report{
        .schema = setup_.start.schema, .factors = sides_.factors(), .false_share = products_.false_share};
    report.choosing_games = choosing_.games();
    report.testing_games = testing_.games();
    factors_ = usable_factors(choosing_, sides_.factors(), report.schema, setup_.chosen);
    report.used_factors = factors_.factors.size();
    report.products = products_of(factors_).size();
    if (report.products == 0) return report;
    say("choosing products");
    const std::vector<Product> looked_at = screened_products(choosing_, factors_, products_);
    report.looked_at = looked_at.size();
    std::vector<ScoreTest> noise_chosen;
    {
      const LinearPart linear(choosing_.linear_terms(weights_));
      choose(looked_at, linear, report);
      noise_chosen = test_noise(choosing_, linear);
    }
    say("testing products");
    const LinearPart linear(testing_.linear_terms(weights_));
    judge(linear, report);
    judge_noise(noise_chosen, test_noise(testing_, linear), report);
    number_as_given(report);
    return report;
  }

 private:
  // Neither scales nor the share of what is carried are chosen again.
  static FitOptions as_fitted(FitOptions options, const FitSummary& summary) {
    options.k = summary.k;
    options.targets.score_k = summary.score_k;
    options.carry.share = summary.carried_share;
    return options;
  }

  void say(std::string_view what) const {
    if (progress_) progress_(what);
  }

  // The fit of the games that choose.
  [[nodiscard]] Weights fit_again(const FitResult& result) const {
    require_games(setup_.rows, halves_);
    say("fitting to half of the games");
    const FitProblem problem = setup_.problem(halves_.choosing);
    require_matrix(problem.rows().parameters(), options_);
    Vector x = parameters_of(problem, setup_.start, result.fitted);
    problem.solve({.strengths = result.summary.strengths, .relative_decrease = half_tolerance}, x);
    return problem.weights_at(x, result.summary.strengths);
  }

  // Picks the product that scores the most beside those picked, again and again.
  void choose(const std::vector<Product>& looked_at, const LinearPart& linear, ProductReport& report) const {
    ProductScores scores(choosing_, linear, factors_, columns_of(looked_at));
    scores.take_out(0);
    std::vector<double> whole;
    for (std::size_t i = 0; i < looked_at.size(); ++i) whole.push_back(scores.left(i + 1));
    std::vector<bool> open(looked_at.size(), true);
    const double entry = std::log(products_.entry);
    while (report.found.size() < products_.listed) {
      std::optional<std::size_t> best;
      ScoreTest best_test;
      for (std::size_t i = 0; i < looked_at.size(); ++i) {
        const ScoreTest test = open[i] ? scores.test(i + 1) : ScoreTest();
        if (test.log_p < entry && (!best || test.log_p < best_test.log_p)) {
          best = i;
          best_test = test;
        }
      }
      if (!best) return;
      open[*best] = false;
      report.found.push_back({.product = looked_at[*best], .chosen = best_test, .estimate = {}});
      std::vector<double> before;
      for (std::size_t i = 0; i < looked_at.size(); ++i) before.push_back(scores.left(i + 1));
      scores.take_out(*best + 1);
      for (std::size_t i = 0; i < looked_at.size(); ++i) {
        const double share = open[i] && whole[i] > 0 ? (before[i] - scores.left(i + 1)) / whole[i] : 0;
        if (share >= least_alike) report.found.back().alike.push_back({looked_at[i], share});
      }
      keep_most_alike(report.found.back().alike);
    }
  }

  static void keep_most_alike(std::vector<AlikeProduct>& alike) {
    std::ranges::stable_sort(alike, std::ranges::greater(), &AlikeProduct::share);
    alike.resize(std::min(alike.size(), most_alike));
  }

  void judge(const LinearPart& linear, ProductReport& report) const {
    std::vector<Product> list;
    for (const FoundProduct& found : report.found) list.push_back(found.product);
    ProductScores scores(testing_, linear, factors_, columns_of(list));
    scores.take_out(0);
    std::vector<double> log_p;
    for (std::size_t i = 0; i < list.size(); ++i) {
      FoundProduct& found = report.found[i];
      found.estimate = scores.estimate(i + 1);
      scores.take_out(i + 1);
      log_p.push_back(found.estimate.test.log_p);
      const ProductHalf::Seen seen = testing_.seen(found.product, factors_);
      found.games = seen.games;
      found.row_share = static_cast<double>(seen.rows) / static_cast<double>(testing_.rows());
    }
    const std::vector<double> shares = false_shares(log_p);
    for (std::size_t i = 0; i < list.size(); ++i) {
      report.found[i].false_share = shares[i];
      report.found[i].kept = shares[i] <= products_.false_share;
    }
  }

  [[nodiscard]] std::vector<ScoreTest> test_noise(const ProductHalf& half, const LinearPart& linear) const {
    const std::vector<ProductColumn> columns = noise_columns(factors_, products_);
    return tests_beside_constant(ProductScores(half, linear, factors_, columns), columns.size());
  }

  // Noise is kept where it has the p that products need in either half.
  void judge_noise(const std::vector<ScoreTest>& chosen, const std::vector<ScoreTest>& tested,
                   ProductReport& report) const {
    double needed =
        std::log(products_.false_share / static_cast<double>(std::max<std::size_t>(report.found.size(), 1)));
    for (const FoundProduct& found : report.found) {
      if (found.kept) needed = std::max(needed, found.estimate.test.log_p);
    }
    report.noise = tested.size();
    for (std::size_t i = 0; i < tested.size(); ++i) {
      if (tested[i].p() < chance_p) ++report.noise_by_chance;
      if (chosen[i].log_p < std::log(products_.entry) && tested[i].log_p <= needed) ++report.noise_kept;
    }
  }

  // From the factors that are used to all of them.
  void number_as_given(ProductReport& report) const {
    const auto rename = [this](Product& product) {
      product.first = factors_.factors[product.first];
      product.second = factors_.factors[product.second];
    };
    for (FoundProduct& found : report.found) {
      rename(found.product);
      for (AlikeProduct& alike : found.alike) rename(alike.product);
    }
  }

  FitOptions options_;
  const SideCounts& sides_;
  const ProductOptions& products_;
  const std::function<void(std::string_view)>& progress_;
  FitSetup setup_;
  Halves halves_;
  Weights weights_;
  ProductHalf choosing_, testing_;
  UsedFactors factors_;
};

}  // namespace

void require_searchable(const RowSet& rows, const Schema& schema, const FitOptions& options,
                        const ProductOptions& products) {
  products.validate();
  const Halves halves = halves_of(rows, split_by_game(rows, options.holdout, options.seed), products.seed);
  require_games(rows, halves);
  require_matrix(count_fitted_weights(rows, halves.choosing, schema, options), options);
}

std::size_t ProductReport::kept() const {
  return static_cast<std::size_t>(std::ranges::count_if(found, &FoundProduct::kept));
}

ProductReport find_products(const RowSet& rows, const Weights& start, const FitResult& result,
                            const FitOptions& options, const SideCounts& sides, const ProductOptions& products,
                            const std::function<void(std::string_view)>& progress) {
  products.validate();
  return ProductSearch(rows, start, result, options, sides, products, progress).run();
}

}  // namespace hone::learn
