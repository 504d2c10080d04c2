// SPDX-License-Identifier: MIT
//
// A search for products of two counts that a fitted evaluation lacks, with the share of false discoveries held.
//
// The games of the fit are cut into two halves. Those that choose fit the linear weights again, look at all products
// (product_screen.hpp), and pick from the best of these one after the other, each with what the linear terms and those
// before it explain taken out. Those that test, which nothing has been fitted to and nothing chosen by, judge the list
// as it stands: each product by its score beside the linear terms and the products before it (product_scores.hpp). As
// all that stands before a product is taken out of its score, the scores of the list are nearly independent of each
// other, for which Benjamini and Hochberg's procedure holds the share of false discoveries; that of Benjamini and
// Yekutieli, for any dependence, would ask for a p four times as small in a list of 40 for nothing. Nor can many
// products that say the same stand in the list, which would make the share of false ones among the different ones
// larger than it is among all.
//
// Noise is planted to see whether this holds: products of counts from other games. They have the same distribution and
// nothing to do with the outcome, and go through both halves with the same bounds.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/products/product.hpp"
#include "tuner/learn/products/product_options.hpp"
#include "tuner/learn/products/product_scores.hpp"
#include "tuner/learn/products/side_counts.hpp"

namespace hone::learn {

// Another product that the games which chose could have picked instead.
struct AlikeProduct {
  Product product;
  double share = 0;  // of its curvature that the product in the list explains
};

struct FoundProduct {
  Product product;
  ScoreTest chosen;          // by the games that choose
  ProductEstimate estimate;  // by the games that test
  double false_share = 1;    // the least at which it is a discovery
  bool kept = false;
  std::size_t games = 0;  // that test, in which it is not 0
  double row_share = 0;   // of their rows
  std::vector<AlikeProduct> alike = {};
};

struct ProductReport {
  Schema schema;
  std::vector<Factor> factors;  // that products are of, by their numbers
  double false_share = 0;       // that was asked for
  std::size_t used_factors = 0, products = 0, looked_at = 0;
  std::size_t choosing_games = 0, testing_games = 0;
  std::vector<FoundProduct> found = {};  // in the order of the list; also those that the test did not keep
  std::size_t noise = 0;                 // products planted
  std::size_t noise_kept = 0;            // that passed both halves
  std::size_t noise_by_chance = 0;       // with p below 0.05 in the half that tests, where 0.05 of them are expected

  [[nodiscard]] std::size_t kept() const;
};

// Throws Error where a search after a fit to these rows would: before any work is done.
void require_searchable(const RowSet& rows, const Schema& schema, const FitOptions& options,
                        const ProductOptions& products);

// The rows, the start, the options and the result of a fit to linear rows (at_tangent); sides: of all these rows.
// Throws Error where the fit has no matrix of second derivatives, or there are too few games, or an option is out of
// bounds. The same bytes for any number of threads. progress is told what is being done.
[[nodiscard]] ProductReport find_products(const RowSet& rows, const Weights& start, const FitResult& result,
                                          const FitOptions& options, const SideCounts& sides,
                                          const ProductOptions& products,
                                          const std::function<void(std::string_view)>& progress = {});

}  // namespace hone::learn
