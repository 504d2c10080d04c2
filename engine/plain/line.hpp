// SPDX-License-Identifier: MIT
//
// The moves a plain search expects, and the result it makes of them.
#pragma once

#include <cstdlib>
#include <vector>

#include "engine/plain/horizon.hpp"
#include "engine/search_types.hpp"
#include "games/game.hpp"

namespace hone {

template <Game G>
using Line = std::vector<typename G::Move>;

template <Game G>
[[nodiscard]] Line<G> prepend(const typename G::Move& move, const Line<G>& rest) {
  Line<G> line{move};
  line.insert(line.end(), rest.begin(), rest.end());
  return line;
}

// A search that saw no move better than its window, or looked at none, still names a legal one: the first.
template <Game G>
[[nodiscard]] SearchResult plain_result(const typename G::Position& root, Depth depth, Score score, Line<G> line,
                                        Horizon<G>& horizon) {
  MoveList<G> legal;
  G::legal_moves(root, legal);
  if (line.empty() && !legal.empty() && !G::outcome(root, legal)) line.push_back(legal[0]);

  SearchResult result;
  for (const typename G::Move& move : line) result.pv.push_back(G::encode(move));
  if (!line.empty()) result.move = result.pv.front();
  result.score = score;
  const bool largest = is_decided(score) && std::abs(utility_of(score)) == max_utility_of<G>;
  result.proved = largest || horizon.counters().evaluations == 0;
  result.depth = depth;
  result.selective_depth = horizon.deepest();
  result.counters = horizon.counters();
  return result;
}

}  // namespace hone
