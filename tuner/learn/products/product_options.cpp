// SPDX-License-Identifier: MIT
#include "tuner/learn/products/product_options.hpp"

#include "tuner/text/options.hpp"

namespace hone::learn {

void ProductOptions::declare(text::Options& options) {
  options.real("find-products", "SHARE", false_share, {0, 0.5},
               "search for products of two counts that the evaluation lacks; of those listed, this share may be "
               "chance (0.05); needs games or positions, 100 games in each half of them, and a fit with a matrix "
               "(--dense-limit); 0: no search");
  options.integer("noise-products", "N", noise, {0, 1'000},
                  "products of counts from other games that --find-products plants; how many it keeps is told");
}

}  // namespace hone::learn
