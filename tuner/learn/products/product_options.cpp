// SPDX-License-Identifier: MIT
#include "tuner/learn/products/product_options.hpp"

#include "data/error.hpp"
#include "tuner/text/options.hpp"

namespace hone::learn {

void ProductOptions::validate() const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw Error(what);
  };
  require(false_share >= 0 && false_share < 1, "the share of false discoveries must be in [0, 1)");
  require(chosen >= 1, "products that are looked at closely must be at least 1");
  require(most_of_factor >= 1, "products with one factor must be at least 1");
  require(listed >= 1, "products that are listed must be at least 1");
  require(entry > 0 && entry <= 1, "the p under which products are handed on must be in (0, 1]");
}

void ProductOptions::declare(text::Options& options) {
  options.real("find-products", "SHARE", false_share, {0, 0.5},
               "search for products of two counts that the evaluation lacks; of those listed, this share may be "
               "chance (0.05); needs games or positions, 100 games in each half of them, and a fit with a matrix "
               "(--dense-limit); 0: no search");
  options.integer("noise-products", "N", noise, {0, 1'000},
                  "products of counts from other games that --find-products plants; how many it keeps is told");
}

}  // namespace hone::learn
