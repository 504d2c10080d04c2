// SPDX-License-Identifier: MIT
#include "games/chess/features.hpp"

#include <string_view>
#include <utility>

namespace hone::chess {

const Schema& schema() {
  static const Schema schema("chess", {"mg", "eg"}, opening_phase, terms);
  return schema;
}

std::vector<double> material_weights() {
  constexpr std::array<std::pair<std::string_view, double>, 5> values{{{"material.pawn", 100},
                                                                       {"material.knight", 300},
                                                                       {"material.bishop", 300},
                                                                       {"material.rook", 500},
                                                                       {"material.queen", 900}}};
  std::vector<double> weights(static_cast<std::size_t>(schema().weights()));
  for (const auto& [name, value] : values) {
    const auto first = static_cast<std::size_t>(schema().find(name)->first * schema().phase_count());
    weights[first] = weights[first + 1] = value;
  }
  return weights;
}

}  // namespace hone::chess
