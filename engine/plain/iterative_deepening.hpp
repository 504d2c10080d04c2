// SPDX-License-Identifier: MIT
//
// Iterative deepening (Slate and Atkin 1977): a search to depth 1, 2, 3 and so on until the time is up. The result of
// the deepest completed search is available at any time; an interrupted search is thrown away. The cost is small,
// because the last search is larger than all earlier ones together. With a table it can even be a gain: each search
// tries first what was best one ply less deep. And each one has a guess at its value, the one before.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/plain/alpha_beta.hpp"

namespace hone {

struct OutOfTime {};

// A tree that throws OutOfTime after the deadline.
template <SearchTree T>
class TimedTree : public LikeTree<T> {
 public:
  using typename LikeTree<T>::Node;
  using typename LikeTree<T>::Moves;
  using Clock = std::chrono::steady_clock;

  TimedTree(T& tree, std::optional<Clock::time_point> deadline) : LikeTree<T>(tree), deadline_(deadline) {}

  void moves(const Node& node, Moves& moves, Depth depth, Ply ply) {
    // The clock is read once in 256 nodes, because reading it costs about as much as a node.
    if (deadline_ && ++visits_ % 256 == 0 && Clock::now() >= *deadline_) throw OutOfTime{};
    this->tree_.moves(node, moves, depth, ply);
  }

 private:
  std::optional<Clock::time_point> deadline_;
  std::uint64_t visits_ = 0;
};

template <SearchTree T>
struct Deepened {
  Found<T> found;  // the counters are the sums over all depths
  Depth depth = 0;
};

// `tree` is copied for each depth, because an interrupted search leaves it half way down a line. Ends at max_depth,
// when the time is up (but not before depth 1), or when no estimate had a say. `search(timed, depth, guess)` searches
// the timed tree from the root to one depth; the guess is the value of the depth before, at first 0.
// on_depth(deepened) is called after each depth. `record`, if any, keeps the tree of the last search that was begun, so
// it should not be combined with a time limit.
template <SearchTree T, class Search, class OnDepth>
[[nodiscard]] Deepened<T> deepen(const T& tree, Depth max_depth, std::optional<std::chrono::milliseconds> time,
                                 TreeRecord* record, Search search, OnDepth on_depth) {
  std::optional<std::chrono::steady_clock::time_point> deadline;
  if (time) deadline = std::chrono::steady_clock::now() + *time;
  Deepened<T> result;
  for (Depth depth = 1; depth <= max_depth; ++depth) {
    T fresh = tree;
    TimedTree<T> timed(fresh, depth == 1 ? std::nullopt : deadline);
    if (record) record->clear();
    try {
      const Found<TimedTree<T>> found = search(timed, depth, result.found.value);
      const SearchCounters counters = sum(result.found.counters, found.counters);
      result = {{found.value, found.line, counters, found.deepest, found.exact}, depth};
    } catch (const OutOfTime&) {
      return result;
    }
    on_depth(result);
    if (result.found.exact) return result;
    if (deadline && std::chrono::steady_clock::now() >= *deadline) return result;
  }
  return result;
}

// The same by alpha-beta.
template <SearchTree T, class OnDepth>
[[nodiscard]] Deepened<T> iterative_deepening(const T& tree, const typename T::Node& root, Depth max_depth,
                                              std::optional<std::chrono::milliseconds> time, TreeRecord* record,
                                              OnDepth on_depth) {
  const auto search = [&](TimedTree<T>& timed, Depth depth, Score /*guess*/) {
    return AlphaBeta<TimedTree<T>>(timed, record).search(root, depth);
  };
  return deepen(tree, max_depth, time, record, search, on_depth);
}

}  // namespace hone
