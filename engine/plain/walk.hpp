// SPDX-License-Identifier: MIT
//
// The bookkeeping of a search, shared by the algorithms, which differ only in the lines that they visit: it counts,
// records the tree for drawing, and asks the table, if there is one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "engine/plain/search_tree.hpp"

namespace hone {

template <SearchTree T>
class Walk {
 public:
  using Node = typename T::Node;
  using Move = typename T::Move;
  using Moves = typename T::Moves;
  using Table = PlainTable<Move>;

  Walk(T& tree, TreeRecord* record, Table* table = nullptr) : tree_(tree), record_(record), table_(table) {}

  // Enters a node. Returns its value if the line ends here, or what the table knows of it if that decides the window;
  // otherwise its moves must be tried and close() called.
  [[nodiscard]] std::optional<Score> open(const Node& node, Moves& moves, Depth depth, Ply ply, Window window = {}) {
    ++counters_.nodes;
    deepest_ = std::max(deepest_, ply);
    if (record_ && ply == 0) record_->open("", tree_.max_to_move(node));
    if (const auto known = recall(node, depth, ply, window)) return *known;
    tree_.moves(node, moves, depth, ply);
    if (const auto end = tree_.end_value(node, moves, depth, ply)) {
      keep(node, depth, ply, {}, end->value, {});
      return count_leaf(node, *end);
    }
    try_first(node, moves, depth, ply);
    counters_.moves += moves.size();
    tree_.enter(node);
    return std::nullopt;
  }

  void close(const Node& node, Score value) {
    tree_.leave();
    if (record_) record_->close(for_max(node, value));
  }

  // Keeps the result of a node that was closed. `line` begins with the move that raised alpha, if one did.
  void keep(const Node& node, Depth depth, Ply ply, Window window, Score value, const Line<T>& line) {
    if (!table_) return;
    const std::optional<Move> best = line.empty() ? std::nullopt : std::optional(line.front());
    table_->keep(tree_.key(node), depth, ply, window, value, best);
  }

  [[nodiscard]] Node child(const Node& node, const Move& move) {
    const Node next = tree_.child(node, move);
    if (record_) record_->open(tree_.text(node, move), tree_.max_to_move(next));
    return next;
  }

  // Records that the next successor is only asked whether it is worth at least `beta` to the side to move at `node`.
  void ask(const Node& node, Score beta) {
    if (record_) record_->ask(tree_.max_to_move(node), for_max(node, beta));
  }
  // Enters the last successor again, because the answer was yes.
  [[nodiscard]] Node child_again(const Node& node, const Move& move) {
    ++counters_.researches;
    if (record_) record_->repeat_last();
    return child(node, move);
  }

  // Records that the moves after number `last` are not tried.
  void cut(const Node& node, const Moves& moves, std::size_t last) {
    ++counters_.cutoffs;
    if (last == 0) ++counters_.first_move_cutoffs;
    if (!record_) return;
    record_->cut();
    for (std::size_t i = last + 1; i < moves.size(); ++i) skip(node, moves[i]);
  }

  // Continues a line that ended in the table by the moves that the table can prove to be the best. They need not be
  // the first of equal ones, and an end that the table had no room for stays open.
  void extend(Line<T>& line, const Node& root, Depth depth, Ply ply, Score value) {
    if (!table_) return;
    Node node = root;
    const auto follow = [&](const Move& move) {
      tree_.enter(node);
      node = tree_.child(node, move);
      --depth;
      ++ply;
      value = -value;
    };
    for (const Move& move : line) follow(move);
    while (const auto move = proved_best(node, depth, ply, value)) {
      line.push_back(*move);
      follow(*move);
    }
    for (std::size_t i = 0; i < line.size(); ++i) tree_.leave();
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

  [[nodiscard]] std::optional<Score> recall(const Node& node, Depth depth, Ply ply, Window window) {
    if (!table_) return std::nullopt;
    const auto* entry = table_->find(tree_.key(node), depth, ply);
    if (!entry) return std::nullopt;
    const auto value = entry->decide(window);
    if (!value) return std::nullopt;
    ++counters_.table_cutoffs;
    const bool max = tree_.max_to_move(node);
    const bool at_least = *value == entry->lower, at_most = *value == entry->upper;
    if (record_) record_->recall(for_max(node, *value), max ? at_least : at_most, max ? at_most : at_least);
    return value;
  }

  // Puts the move first that was the best one ply less deep. Only a search that deepens has been there.
  void try_first(const Node& node, Moves& moves, Depth depth, Ply ply) const {
    if (!table_) return;
    const auto* entry = table_->find(tree_.key(node), depth - 1, ply);
    if (!entry || !entry->best) return;
    const auto best = std::find(moves.begin(), moves.end(), *entry->best);
    if (best != moves.end()) std::rotate(moves.begin(), best, best + 1);
  }

  // Returns a move after which the other side has at most -value.
  [[nodiscard]] std::optional<Move> proved_best(const Node& node, Depth depth, Ply ply, Score value) {
    Moves moves;
    tree_.moves(node, moves, depth, ply);
    std::optional<Move> best;
    tree_.enter(node);
    for (const Move& move : moves) {
      const auto* entry = table_->find(tree_.key(tree_.child(node, move)), depth - 1, ply + 1);
      if (best || !entry || entry->upper > -value) continue;
      best = move;
    }
    tree_.leave();
    return best;
  }

  void skip(const Node& node, const Move& move) {
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
  Table* table_;
  SearchCounters counters_;
  Ply deepest_ = 0;
};

}  // namespace hone
