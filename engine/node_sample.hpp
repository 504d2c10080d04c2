// SPDX-License-Identifier: MIT
//
// A sample of the positions inside a search. The searcher tells a NodeSample of every node that it has finished and
// whose value rests on a search; the sample keeps some of them, chosen by a hash of the position, so that the choice
// depends on nothing else.
//
// Told are nodes whose moves were searched to the end or to a cut-off. Not told are
//
//   - nodes that ended without looking at a move: a leaf, an end of the game, a table entry (its node was told when it
//     was searched), a pass, a capture or some other move that exceeds beta in a shallower search, and whatever a
//     margin around the static evaluation decided, which knows no more than that evaluation;
//   - nodes that were interrupted;
//   - nodes below which a repetition or a move rule ended a line, because that holds for the path and not for the
//     position, and in games with repetition those whose value is that of a draw, which may come from such a line by
//     way of the table;
//   - decided scores: the position is won or lost, and has no evaluation to learn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/hash.hpp"
#include "engine/game_driver.hpp"
#include "engine/score.hpp"
#include "engine/transposition_table.hpp"
#include "games/game.hpp"

namespace hone {

// A node that a search has finished. The value is a lower bound where a move exceeded the window, an upper bound where
// none came into it, and else the exact result of a search of this depth.
template <SearchableGame G>
struct FinishedNode {
  typename G::Position pos;
  std::uint64_t hash = 0;
  Depth depth = 0;
  Score value = 0;  // seen by the side to move
  Bound bound = Bound::none;
};

template <SearchableGame G>
class NodeSample {
 public:
  explicit NodeSample(const NodeSampling& options) : options_(options) {}

  [[nodiscard]] Depth least_depth() const { return options_.least_depth; }

  // A position that is searched again is kept as the deepest search saw it; of equal depths an exact value counts more
  // than a bound, and otherwise the latest.
  void tell(const FinishedNode<G>& node) {
    const auto [place, is_new] = nodes_.try_emplace(node.hash, node);
    if (!is_new && replaces(node, place->second)) place->second = node;
  }

  // The nodes kept, in the order of their hashes with the seed.
  [[nodiscard]] std::vector<FinishedNode<G>> take() {
    std::vector<std::pair<std::uint64_t, const FinishedNode<G>*>> order;
    for (const auto& [hash, node] : nodes_) order.emplace_back(hash_seed(options_.seed, hash), &node);
    std::ranges::sort(order, {}, [](const auto& element) { return element.first; });
    order.resize(std::min(order.size(), options_.most));
    std::vector<FinishedNode<G>> result;
    for (const auto& element : order) result.push_back(*element.second);
    return result;
  }

 private:
  static bool replaces(const FinishedNode<G>& later, const FinishedNode<G>& kept) {
    if (later.depth != kept.depth) return later.depth > kept.depth;
    return later.bound == Bound::exact || kept.bound != Bound::exact;
  }

  NodeSampling options_;
  std::unordered_map<std::uint64_t, FinishedNode<G>> nodes_;  // by the hash of the position
};

}  // namespace hone
