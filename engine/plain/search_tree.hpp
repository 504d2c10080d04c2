// SPDX-License-Identifier: MIT
//
// What the plain algorithms need to know of a tree: less than a Game. game_tree.hpp makes one of any game,
// explicit_search.hpp of a tree that somebody wrote down, so the same templates run on both.
//
// Values are seen from the side to move, on games in the ranges of engine/score.hpp, on explicit trees plain integers.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/plain/tree_record.hpp"
#include "engine/search_types.hpp"

namespace hone {

// What the end of a line is worth, by the rules or by an estimate.
struct EndValue {
  Score value = 0;
  bool is_estimate = false;
};

template <class T>
concept SearchTree = requires(T& tree, const typename T::Node& node, const typename T::Move& move,
                              typename T::Moves& moves, Depth depth, Ply ply) {
  // Appends the moves from here in the order in which they are to be tried.
  { tree.moves(node, moves, depth, ply) } -> std::same_as<void>;
  // The value of a node where the line ends; nothing where the search goes on to the successors.
  { tree.end_value(node, moves, depth, ply) } -> std::same_as<std::optional<EndValue>>;
  { tree.child(node, move) } -> std::same_as<typename T::Node>;
  // The line goes on below the node, and comes back.
  { tree.enter(node) } -> std::same_as<void>;
  { tree.leave() } -> std::same_as<void>;
  // For drawings. Where the whole tree is known, the parts that are skipped are drawn too, with the leaves' values.
  { tree.max_to_move(node) } -> std::same_as<bool>;
  { tree.text(node, move) } -> std::same_as<std::string>;
  { T::is_known_whole } -> std::convertible_to<bool>;
  requires !T::is_known_whole || requires {
    { tree.leaf_text(node) } -> std::same_as<std::string>;
  };
};

// A tree like another one; what a class derived from it declares itself is different.
template <SearchTree T>
class LikeTree {
 public:
  using Node = typename T::Node;
  using Move = typename T::Move;
  using Moves = typename T::Moves;
  static constexpr bool is_known_whole = T::is_known_whole;

  explicit LikeTree(T& tree) : tree_(tree) {}

  void moves(const Node& node, Moves& moves, Depth depth, Ply ply) { tree_.moves(node, moves, depth, ply); }
  [[nodiscard]] std::optional<EndValue> end_value(const Node& node, const Moves& moves, Depth depth, Ply ply) {
    return tree_.end_value(node, moves, depth, ply);
  }
  [[nodiscard]] Node child(const Node& node, const Move& move) { return tree_.child(node, move); }
  void enter(const Node& node) { tree_.enter(node); }
  void leave() { tree_.leave(); }
  [[nodiscard]] bool max_to_move(const Node& node) const { return tree_.max_to_move(node); }
  [[nodiscard]] std::string text(const Node& node, const Move& move) const { return tree_.text(node, move); }
  [[nodiscard]] std::string leaf_text(const Node& node) const requires is_known_whole { return tree_.leaf_text(node); }

 protected:
  T& tree_;
};

// The moves that a search expects.
template <SearchTree T>
using Line = std::vector<typename T::Move>;

template <SearchTree T>
struct Found {
  Score value = 0;
  Line<T> line;
  SearchCounters counters;
  Ply deepest = 0;
  bool exact = false;  // no estimate had a say
};

template <class Move>
[[nodiscard]] std::vector<Move> prepend(const Move& move, const std::vector<Move>& rest) {
  std::vector<Move> line{move};
  line.insert(line.end(), rest.begin(), rest.end());
  return line;
}

// The book-keeping of a search, shared by the algorithms, which differ only in which lines they look at.
template <SearchTree T>
class Walk {
 public:
  using Node = typename T::Node;
  using Moves = typename T::Moves;

  explicit Walk(T& tree, TreeRecord* record) : tree_(tree), record_(record) {}

  // Comes to a node. Its value if the line ends here; otherwise its moves are to be tried, and close() follows.
  [[nodiscard]] std::optional<Score> open(const Node& node, Moves& moves, Depth depth, Ply ply) {
    ++counters_.nodes;
    deepest_ = std::max(deepest_, ply);
    if (record_ && ply == 0) record_->open("", tree_.max_to_move(node));
    tree_.moves(node, moves, depth, ply);
    const auto end = tree_.end_value(node, moves, depth, ply);
    if (end) return count_leaf(node, *end);
    counters_.moves += moves.size();
    tree_.enter(node);
    return std::nullopt;
  }

  void close(const Node& node, Score value) {
    tree_.leave();
    if (record_) record_->close(for_max(node, value));
  }

  [[nodiscard]] Node child(const Node& node, const typename T::Move& move) {
    const Node next = tree_.child(node, move);
    if (record_) record_->open(tree_.text(node, move), tree_.max_to_move(next));
    return next;
  }

  // The moves after number `last` are not looked at.
  void cut(const Node& node, const Moves& moves, std::size_t last) {
    ++counters_.cutoffs;
    if (last == 0) ++counters_.first_move_cutoffs;
    if (!record_) return;
    record_->cut();
    for (std::size_t i = last + 1; i < moves.size(); ++i) skip(node, moves[i]);
  }

  [[nodiscard]] Found<T> found(Score value, const Line<T>& line) const {
    return {value, line, counters_, deepest_, counters_.evaluations == 0};
  }

 private:
  [[nodiscard]] Score count_leaf(const Node& node, const EndValue& end) {
    ++counters_.leaves;
    if (end.is_estimate) ++counters_.evaluations;
    if (record_) record_->leaf(for_max(node, end.value));
    return end.value;
  }

  void skip(const Node& node, const typename T::Move& move) {
    const Node next = tree_.child(node, move);
    record_->open(tree_.text(node, move), tree_.max_to_move(next));
    if constexpr (T::is_known_whole) {
      Moves moves;
      tree_.moves(next, moves, 0, 1);
      for (const auto& below : moves) skip(next, below);
      return record_->skip(moves.empty() ? tree_.leaf_text(next) : "");
    }
    record_->skip();
  }

  [[nodiscard]] Score for_max(const Node& node, Score value) const { return tree_.max_to_move(node) ? value : -value; }

  T& tree_;
  TreeRecord* record_;
  SearchCounters counters_;
  Ply deepest_ = 0;
};

}  // namespace hone
