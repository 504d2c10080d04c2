// SPDX-License-Identifier: MIT
#include "games/checkers/features.hpp"

namespace hone::checkers {

const Schema& schema() {
  static const Schema schema("checkers", {"opening", "ending"}, phase_pieces, terms);
  return schema;
}

std::vector<double> material_weights() {
  std::vector<double> weights(static_cast<std::size_t>(schema().weights()));
  const auto set = [&](int term, double value) { std::fill_n(weights.begin() + 2 * term, 2, value); };
  set(terms.offset("material.man"), man_value);
  set(terms.offset("material.king"), king_value);
  return weights;
}

}  // namespace hone::checkers
