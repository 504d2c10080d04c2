// SPDX-License-Identifier: MIT
//
// A product of two factors (side_counts.hpp) as a term of an evaluation: what the first player has less what the second
// has,
//
//   own:    a1 b1 - a2 b2      (the player's a times its own b)
//   enemy:  a1 b2 - a2 b1      (the player's a times the opponent's b)
//
// Products are formed of counts less their mean. That changes them by multiples of a1 - a2 and b1 - b2, which the
// linear terms hold, and keeps those apart from the product that they would nearly be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tuner/learn/products/side_counts.hpp"

namespace hone::learn {

enum class ProductKind : std::uint8_t { own, enemy };

struct Product {
  ProductKind kind = ProductKind::own;
  std::size_t first = 0, second = 0;  // factors; the first one is no later than the second

  friend bool operator==(const Product&, const Product&) = default;
};

// first, second: the counts of either player. Counts may be of any type.
template <class Counts>
[[nodiscard]] double product_count(const Product& product, const Counts& first, const Counts& second) {
  const auto of = [](const Counts& counts, std::size_t factor) { return static_cast<double>(counts[factor]); };
  const std::size_t a = product.first, b = product.second;
  return product.kind == ProductKind::own ? of(first, a) * of(first, b) - of(second, a) * of(second, b)
                                          : of(first, a) * of(second, b) - of(second, a) * of(first, b);
}

// A column of regressors, which has a value at each phase.
struct ProductColumn {
  std::optional<Product> product = std::nullopt;  // nothing: 1 in every row, what moving first is worth
  // The counts are those of another game, one for all columns of this number, at the row whose phase is nearest, and
  // the players of some games change places; nothing: those of the row itself.
  std::optional<std::size_t> donor = std::nullopt;
};

}  // namespace hone::learn
