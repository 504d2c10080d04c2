// SPDX-License-Identifier: MIT
//
// Repetition, the one rule that needs earlier positions. It is stated here once, for boards and for every search.
//
//   on the board   the third occurrence of a position in a game is a draw
//   in a search    so is the second occurrence, where the first is on the line being searched (its root included):
//                  whoever wanted the repetition can have it again
//
// A search asks only at ply > 0, so that it always finds a move, and only after the game's own terminal test, so that a
// mate is never taken for a draw.
//
// In games with positional superko a move that makes the board what it was before is illegal instead, on the board and
// in a search, where the boards of the game and of the line being searched count. Such a rule holds for the path and
// not for the position, and the values that searches keep in their table take no notice of that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "data/hash.hpp"
#include "engine/score.hpp"
#include "games/game.hpp"

namespace hone {

// Counts the occurrences of `hash` in the last `plies` entries of `past`.
[[nodiscard]] inline int count_repeats(std::span<const std::uint64_t> past, std::uint64_t hash, int plies) {
  const auto reach = std::min(past.size(), static_cast<std::size_t>(std::max(plies, 0)));
  return static_cast<int>(std::ranges::count(past.last(reach), hash));
}

// What the past keeps of a position: its hash, or under superko that of its board.
template <SearchableGame G>
[[nodiscard]] std::uint64_t past_hash(const typename G::Position& pos) {
  if constexpr (HasSuperko<G>) {
    return G::board_hash(pos);
  } else {
    return G::hash(pos);
  }
}

// Whether the move that led from `pos` to `next` is illegal by superko. `past` holds the boards before `pos`.
template <SearchableGame G>
[[nodiscard]] bool breaks_superko(std::span<const std::uint64_t> past, const typename G::Position& pos,
                                  const typename G::Position& next) {
  if constexpr (HasSuperko<G>) {
    const std::uint64_t board = G::board_hash(next);
    return board != G::board_hash(pos) && std::ranges::find(past, board) != past.end();
  } else {
    return false;
  }
}

// Removes the moves that superko forbids.
template <SearchableGame G>
void keep_superko(std::span<const std::uint64_t> past, const typename G::Position& pos, MoveList<G>& moves) {
  if constexpr (HasSuperko<G>) {
    if (past.empty()) return;
    const MoveList<G> all = moves;
    moves.clear();
    for (const typename G::Move& move : all) {
      typename G::Position next = pos;
      G::play(next, move);
      if (!breaks_superko<G>(past, pos, next)) moves.push_back(move);
    }
  }
}

// The hashes of the positions before the current one: first those of the game, then those of the line being searched.
class PathHistory {
 public:
  // `game` holds the hashes of the positions before the root, oldest first.
  explicit PathHistory(std::span<const std::uint64_t> game) { restart(game); }

  // Forgets everything, but keeps its memory.
  void restart(std::span<const std::uint64_t> game) {
    root_ = game.size();
    past_.reserve(root_ + static_cast<std::size_t>(max_ply) + 1);
    past_.assign(game.begin(), game.end());
  }

  // Called when the search leaves this position by a move.
  void push(std::uint64_t hash) { past_.push_back(hash); }
  void pop() { past_.pop_back(); }
  [[nodiscard]] std::span<const std::uint64_t> all() const { return past_; }

  // Equal for positions reached at the same ply from which the same repetitions, and the same draws by a count of
  // moves, lie ahead: the same position after the same reversible moves, in whatever order its predecessors were met.
  [[nodiscard]] std::uint64_t key(std::uint64_t hash, int reversible_plies) const {
    const std::size_t in_line = past_.size() - root_;
    const std::size_t reach = std::min(in_line, static_cast<std::size_t>(std::max(reversible_plies, 0)));
    std::uint64_t met = 0;
    for (const std::uint64_t past : std::span(past_).last(reach)) met += mix(past);
    return hash_seed(hash_seed(hash, static_cast<std::uint64_t>(reversible_plies)), met);
  }

  // Whether one move leads back to a position of the line being searched (an upcoming repetition; Stockfish finds it by
  // cuckoo tables). is_move(difference) says so of a position by how its hash differs from this one.
  template <class IsMove>
  [[nodiscard]] bool has_way_back(std::uint64_t hash, int reversible_plies, const IsMove& is_move) const {
    const int reach = std::min(reversible_plies, static_cast<int>(past_.size() - root_));
    for (int back = 3; back <= reach; back += 2) {  // the other side is to move there
      if (is_move(hash ^ past_[past_.size() - static_cast<std::size_t>(back)])) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_draw(std::uint64_t hash, int reversible_plies) const {
    const std::span<const std::uint64_t> past(past_);
    const int in_line = static_cast<int>(past_.size() - root_);
    if (count_repeats(past, hash, std::min(reversible_plies, in_line)) > 0) return true;
    return count_repeats(past, hash, reversible_plies) > 1;
  }

 private:
  std::vector<std::uint64_t> past_;
  std::size_t root_ = 0;
};

// Returns the last of the game's hashes: those of positions that may occur again after `root`.
template <SearchableGame G>
[[nodiscard]] std::span<const std::uint64_t> hashes_in_reach(const typename G::Position& root,
                                                             std::span<const std::uint64_t> game) {
  if constexpr (HasRepetition<G>) {
    return game.last(std::min(game.size(), static_cast<std::size_t>(std::max(G::reversible_plies(root), 0))));
  } else if constexpr (HasSuperko<G>) {
    return game;
  } else {
    return {};
  }
}

// Returns whether `pos`, reached by the moves in `path`, is a draw by repetition. In games without repetition it is
// false.
template <SearchableGame G>
[[nodiscard]] bool is_repetition(const PathHistory& path, const typename G::Position& pos) {
  if constexpr (HasRepetition<G>) {
    return path.is_draw(G::hash(pos), G::reversible_plies(pos));
  } else {
    return false;
  }
}

}  // namespace hone
