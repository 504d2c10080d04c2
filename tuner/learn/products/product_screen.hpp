// SPDX-License-Identifier: MIT
//
// A first look at all products at once. At the optimum of a linear fit the linear terms of the rows that were fitted
// leave nothing in the slopes, so that the scores of products need not have their linear part taken out; only their
// scatter is somewhat too large. That is what makes it cheap: the scores of a game are two products of small matrices.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/learn/products/product.hpp"
#include "tuner/learn/products/product_half.hpp"
#include "tuner/learn/products/product_options.hpp"

namespace hone::learn {

// The factors that vary, of groups that are fitted whole, without those that hardly differ from an earlier one. chosen:
// for every term, whether it is fitted.
[[nodiscard]] UsedFactors usable_factors(const ProductHalf& half, const std::vector<Factor>& all, const Schema& schema,
                                         const std::vector<bool>& chosen);

// All products of these factors.
[[nodiscard]] std::vector<Product> products_of(const UsedFactors& factors);

// The products that score the most, the best first, as many as the options want.
[[nodiscard]] std::vector<Product> screened_products(const ProductHalf& half, const UsedFactors& factors,
                                                     const ProductOptions& options);

}  // namespace hone::learn
