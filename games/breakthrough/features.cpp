// SPDX-License-Identifier: MIT
#include "games/breakthrough/features.hpp"

namespace hone::breakthrough {
namespace {

void set(std::vector<double>& weights, int term, double value) {
  weights[static_cast<std::size_t>(2 * term)] = value;
  weights[static_cast<std::size_t>(2 * term + 1)] = value;
}

}  // namespace

const Schema& schema() {
  static const Schema schema("breakthrough", {"many", "few"}, phase_steps, terms);
  return schema;
}

// Pieces count, the further advanced the more, and a runner that arrives first wins.
std::vector<double> material_weights() {
  constexpr std::array<double, 8> advance{0, 0, 5, 15, 30, 60, 150, 0};
  std::vector<double> weights(static_cast<std::size_t>(schema().weights()));
  set(weights, terms.offset("material"), 100);
  for (int square = 0; square < 64; ++square) {
    set(weights, terms.offset("square") + square, advance[static_cast<std::size_t>(rank_of(square))]);
  }
  set(weights, terms.offset("runner.race"), 1500);
  return weights;
}

}  // namespace hone::breakthrough
