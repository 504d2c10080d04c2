// SPDX-License-Identifier: MIT
//
// An explicit tree (data/TREES.md) as a game for the strong searcher. Leaves are evaluated, not terminal, so that any
// number may be a value and the length of the way does not matter. At a leaf that is met early the search waits until
// the depth is used up: its only move leads to itself.
#pragma once

#include <cstdint>
#include <optional>

#include "data/explicit_tree.hpp"
#include "data/hash.hpp"
#include "games/game.hpp"

namespace hone {

struct ExplicitGame {
  static constexpr std::size_t max_moves = 256;  // most successors of a node

  struct Position {
    const ExplicitTree* tree = nullptr;
    std::size_t index = 0;
    bool max = true;

    [[nodiscard]] const ExplicitTree::Node& node() const { return tree->nodes[index]; }
    friend bool operator==(const Position&, const Position&) = default;
  };
  struct Move {
    std::uint16_t child = 0;

    friend bool operator==(const Move&, const Move&) = default;
  };

  [[nodiscard]] static Side side_to_move(const Position& pos) { return pos.max ? Side::first : Side::second; }
  static void legal_moves(const Position& pos, MoveList<ExplicitGame>& moves) {
    const std::size_t children = pos.node().children.size();
    for (std::size_t child = 0; child < children; ++child) moves.push_back({static_cast<std::uint16_t>(child)});
    if (children == 0) moves.push_back({});
  }
  static void play(Position& pos, Move move) {
    if (!pos.node().children.empty()) pos.index = pos.node().children[move.child];
    pos.max = !pos.max;
  }
  [[nodiscard]] static std::optional<Outcome> outcome(const Position& /*pos*/,
                                                      const MoveList<ExplicitGame>& /*legal*/) {
    return std::nullopt;
  }
  [[nodiscard]] static std::uint64_t hash(const Position& pos) { return hash_seed(pos.max ? 1 : 2, pos.index); }
  [[nodiscard]] static MoveCode encode(Move move) { return move.child; }

  [[nodiscard]] static PhasePoint phase(const Position& /*pos*/) { return {}; }
  // The evaluation has one term, the value of the node seen by MAX, with the weight 1.
  template <FeatureSink Sink>
  static void extract(const Position& pos, Sink& sink) {
    sink.add(0, pos.node().value);
  }
};

static_assert(SearchableGame<ExplicitGame>);

}  // namespace hone
