// SPDX-License-Identifier: MIT
//
// The tree that a plain search looked at, for drawing. All values are MAX's.
//
// A value may be less than the whole truth: a search that skips moves learns bounds. Two claims are kept a node,
// "at least" and "at most" the value; both together are "exactly". A MAX node is worth at least its value if a
// successor of that value is, and at most its value if no successor was skipped and each is worth at most its own.
// A MIN node is the mirror image.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/score.hpp"

namespace hone {

struct RecordedNode {
  std::string move;  // that led here; empty at the root, and where leaves are known by their values
  bool max = true;   // to move
  bool is_leaf = false;
  bool is_skipped = false;  // never looked at: no value
  std::string unseen;       // what a skipped leaf says, where the whole tree is known
  bool is_cut = false;      // some successors were skipped: at a MAX node a beta cut-off, at a MIN node an alpha one
  bool at_least = false;
  bool at_most = false;
  Score value = 0;
  std::vector<std::size_t> children;
};

class TreeRecord {
 public:
  static constexpr std::size_t most_nodes = 2'000;

  // A node is opened below the one that is open, and then ended in one of three ways.
  // Throws Error when the tree is too large to be drawn.
  void open(std::string move, bool max);
  void leaf(Score value);
  void close(Score value);  // of the successors recorded
  void skip(std::string unseen = {});
  // The open node is given up: the successors recorded from now on are skipped.
  void cut();
  // Forgets everything.
  void clear();

  [[nodiscard]] const std::vector<RecordedNode>& nodes() const { return nodes_; }  // the root first
  [[nodiscard]] std::size_t alpha_cuts() const;
  [[nodiscard]] std::size_t beta_cuts() const;

 private:
  [[nodiscard]] RecordedNode& current() { return nodes_[open_.back()]; }

  std::vector<RecordedNode> nodes_;
  std::vector<std::size_t> open_;
};

// "4", ">= 5", "<= 2"; of a game that ends there the utility and the plies to it, "+3 in 2"; empty for a skipped node.
[[nodiscard]] std::string value_text(const RecordedNode& node);
// "alpha cut-off", "beta cut-off" or nothing.
[[nodiscard]] std::string cut_text(const RecordedNode& node);

}  // namespace hone
