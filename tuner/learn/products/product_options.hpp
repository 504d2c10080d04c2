// SPDX-License-Identifier: MIT
//
// How products of two counts are searched for that an evaluation lacks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hone::text {
class Options;
}

namespace hone::learn {

struct ProductOptions {
  double false_share = 0;           // of the products listed, that chance may have found; 0: no search, < 1
  std::size_t noise = 200;          // products planted that have nothing to do with their games
  std::size_t chosen = 300;         // products that the games which choose look at closely
  std::size_t most_of_factor = 15;  // of these, with one factor
  std::size_t listed = 40;          // products that the games which test judge at most
  double entry = 1e-3;              // the p under which the games that choose hand a product on
  std::size_t least_games = 30;     // in which a product is not 0, among the games that choose
  std::uint64_t seed = 1;           // of the halves and of the noise

  [[nodiscard]] bool wanted() const { return false_share > 0; }
  void validate() const;  // throws Error naming the bound that is broken
  // Declares what a user may choose; the seed belongs to whoever fits.
  void declare(text::Options& options);
};

}  // namespace hone::learn
