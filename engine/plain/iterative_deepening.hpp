// SPDX-License-Identifier: MIT
//
// Iterative deepening (Slate and Atkin 1977): alpha-beta to depth 1, 2, 3 and so on until the time is up. There is a
// result at any time, that of the deepest search completed; the one that was interrupted is thrown away. Its cost is
// small: the last search is larger than all before it together.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/plain/alpha_beta.hpp"

namespace hone {

struct OutOfTime {};

// A tree that throws OutOfTime once the deadline has passed.
template <SearchTree T>
class TimedTree {
 public:
  using Node = typename T::Node;
  using Move = typename T::Move;
  using Moves = typename T::Moves;
  using Clock = std::chrono::steady_clock;
  static constexpr bool is_known_whole = T::is_known_whole;

  TimedTree(T& tree, std::optional<Clock::time_point> deadline) : tree_(tree), deadline_(deadline) {}

  void moves(const Node& node, Moves& moves, Depth depth, Ply ply) {
    // The clock is read once in 256 nodes, because reading it costs about as much as a node.
    if (deadline_ && ++visits_ % 256 == 0 && Clock::now() >= *deadline_) throw OutOfTime{};
    tree_.moves(node, moves, depth, ply);
  }
  [[nodiscard]] std::optional<EndValue> end_value(const Node& node, const Moves& moves, Depth depth, Ply ply) {
    return tree_.end_value(node, moves, depth, ply);
  }
  [[nodiscard]] Node child(const Node& node, const Move& move) { return tree_.child(node, move); }
  void enter(const Node& node) { tree_.enter(node); }
  void leave() { tree_.leave(); }
  [[nodiscard]] bool max_to_move(const Node& node) const { return tree_.max_to_move(node); }
  [[nodiscard]] std::string text(const Node& node, const Move& move) const { return tree_.text(node, move); }

 private:
  T& tree_;
  std::optional<Clock::time_point> deadline_;
  std::uint64_t visits_ = 0;
};

template <SearchTree T>
struct Deepened {
  Found<T> found;
  Depth depth = 0;
};

// `tree` is copied for each depth, because an interrupted search leaves it half way down a line. Ends at max_depth,
// when the time is up (but not before depth 1), or when no estimate had a say. `record`, if any, keeps the tree of
// the last search begun: give none together with a time limit.
template <SearchTree T>
[[nodiscard]] Deepened<T> iterative_deepening(const T& tree, const typename T::Node& root, Depth max_depth,
                                              std::optional<std::chrono::milliseconds> time,
                                              TreeRecord* record = nullptr) {
  std::optional<std::chrono::steady_clock::time_point> deadline;
  if (time) deadline = std::chrono::steady_clock::now() + *time;
  Deepened<T> result;
  for (Depth depth = 1; depth <= max_depth; ++depth) {
    T fresh = tree;
    TimedTree<T> timed(fresh, depth == 1 ? std::nullopt : deadline);
    if (record) record->clear();
    try {
      const auto found = AlphaBeta<TimedTree<T>>(timed, record).search(root, depth);
      result = {{found.value, found.line, found.counters, found.deepest}, depth};
    } catch (const OutOfTime&) {
      return result;
    }
    if (result.found.counters.evaluations == 0) return result;
    if (deadline && std::chrono::steady_clock::now() >= *deadline) return result;
  }
  return result;
}

}  // namespace hone
