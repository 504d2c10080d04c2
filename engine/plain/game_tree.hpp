// SPDX-License-Identifier: MIT
//
// A game as a tree to search: it says where a line ends and what that end is worth, and gives the result in the types
// of the engine.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>

#include "engine/evaluation.hpp"
#include "engine/plain/search_tree.hpp"
#include "engine/repetition.hpp"
#include "games/game.hpp"

namespace hone {

template <Game G>
class GameTree {
 public:
  using Node = typename G::Position;
  using Move = typename G::Move;
  using Moves = MoveList<G>;
  static constexpr bool is_known_whole = false;

  // `history`: hashes of the positions before the root, oldest first. Repetition does not count at the root.
  GameTree(const WeightTable& weights, std::span<const std::uint64_t> history) : weights_(&weights), path_(history) {}

  void moves(const Node& pos, Moves& moves, Depth /*depth*/, Ply /*ply*/) {
    G::legal_moves(pos, moves);
    keep_superko<G>(path_.all(), pos, moves);
  }

  // A line ends by the rules of the game, by repetition or for lack of depth, tested in this order.
  [[nodiscard]] std::optional<EndValue> end_value(const Node& pos, const Moves& legal, Depth depth, Ply ply) {
    if (const auto outcome = G::outcome(pos, legal)) {
      return EndValue{terminal_score(sign(G::side_to_move(pos)) * outcome->utility, ply), false};
    }
    if (ply > 0 && is_repetition<G>(path_, pos)) return EndValue{draw_score, false};
    if (depth > 0 && ply < max_ply) return std::nullopt;
    return EndValue{evaluate<G>(pos, *weights_), true};
  }

  [[nodiscard]] Node child(const Node& pos, const Move& move) {
    Node next = pos;
    G::play(next, move);
    return next;
  }
  void enter(const Node& pos) { path_.push(past_hash<G>(pos)); }
  void leave() { path_.pop(); }
  // In games with repetition or superko the value depends on the way as well.
  [[nodiscard]] std::uint64_t key(const Node& pos) const {
    if constexpr (HasRepetition<G>) {
      return path_.key(G::hash(pos), G::reversible_plies(pos));
    } else if constexpr (HasSuperko<G>) {
      return path_.key(G::hash(pos), max_ply);  // any board of the line may forbid a move
    } else {
      return G::hash(pos);
    }
  }
  [[nodiscard]] bool max_to_move(const Node& pos) const { return G::side_to_move(pos) == Side::first; }
  [[nodiscard]] std::string text(const Node& pos, const Move& move) const { return G::to_text(pos, move); }

 private:
  const WeightTable* weights_;
  PathHistory path_;
};

// A search that found no move better than its window, or tried none, still names a legal move: the first.
template <Game G, class Found>
[[nodiscard]] SearchResult plain_result(const typename G::Position& root, Depth depth, const Found& found) {
  MoveList<G> legal;
  G::legal_moves(root, legal);
  auto line = found.line;
  if (line.empty() && !legal.empty() && !G::outcome(root, legal)) line.push_back(legal[0]);

  SearchResult result;
  for (const typename G::Move& move : line) result.pv.push_back(G::encode(move));
  if (!line.empty()) result.move = result.pv.front();
  result.score = found.value;
  const bool largest = is_decided(found.value) && std::abs(utility_of(found.value)) == max_utility_of<G>;
  result.proved = largest || found.exact;
  result.depth = depth;
  result.selective_depth = found.deepest;
  result.counters = found.counters;
  return result;
}

}  // namespace hone
