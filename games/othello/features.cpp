// SPDX-License-Identifier: MIT
#include "games/othello/features.hpp"

#include <initializer_list>

namespace hone::othello {
namespace {

// The weights of one term, one for each phase.
void set(std::vector<double>& weights, int term, std::initializer_list<double> values) {
  std::copy(values.begin(), values.end(), weights.begin() + term * phases);
}

}  // namespace

const Schema& schema() {
  static const Schema schema("othello", {"discs4", "discs14", "discs24", "discs34", "discs44", "discs54", "discs64"},
                             phase_discs, terms);
  return schema;
}

// These are the rules that beginners learn: take corners, avoid the squares beside an empty corner, keep more moves
// than the other side, and do not count discs before the end.
std::vector<double> material_weights() {
  std::vector<double> weights(static_cast<std::size_t>(schema().weights()));
  set(weights, terms.offset("corner.taken"), {800, 800, 800, 800, 800, 600, 0});
  set(weights, terms.offset("corner.x"), {-400, -400, -400, -400, -300, -200, 0});
  set(weights, terms.offset("corner.c"), {-150, -150, -150, -150, -100, -50, 0});
  for (int moves = 1; moves <= most_mobility; ++moves) {
    const double value = 40.0 * moves;
    set(weights, terms.offset("mobility.moves") + moves - 1, {value, value, value, value, value, value, 0});
  }
  set(weights, terms.offset("discs"), {0, 0, 0, 0, 0, 25, 100});
  return weights;
}

}  // namespace hone::othello
