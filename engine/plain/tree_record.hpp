// SPDX-License-Identifier: MIT
//
// The tree that a plain search visited, for drawing; several trees where it visited the root several times. All values
// are seen by MAX.
//
// A value may be only a bound, because a search that skips moves learns bounds. Each node keeps two claims, "at least"
// the value and "at most" the value; both together mean "exactly". A MAX node is worth at least its value if a
// successor is worth at least that, and at most its value if no successor was skipped and each is worth at most its own
// value. A MIN node is the mirror image.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/score.hpp"

namespace hone {

struct RecordedNode {
  std::string move;  // the move that led here; empty at the root and where leaves are named by their values
  bool max = true;   // whether MAX is to move
  bool is_leaf = false;
  bool is_skipped = false;   // not visited, so that it has no value
  std::string unseen;        // the value of a skipped leaf, where the whole tree is known
  bool is_repeated = false;  // visited once more, as the next successor, which has the better value
  bool is_recalled = false;  // known from the table, so that its successors were not visited
  std::string question;      // ">= 5": all that the search wanted to know here; empty where it wanted the value
  bool is_cut = false;       // some successors were skipped: at a MAX node a beta cut-off, at a MIN node an alpha one
  bool at_least = false;
  bool at_most = false;
  Score value = 0;
  std::vector<std::size_t> children;
};

class TreeRecord {
 public:
  static constexpr std::size_t most_nodes = 2'000;

  // Opens a node below the one that is open. It is then ended in one of three ways. Throws Error when the tree is too
  // large to be drawn.
  void open(std::string move, bool max);
  void leaf(Score value);
  void close(Score value);  // value found from the recorded successors
  void skip(std::string unseen = {});
  // Ends it by what the table knows of it: one claim, or both.
  void recall(Score value, bool at_least, bool at_most);
  // Says of the node opened next that the search only asks whether it is worth so much: at least, if MAX wants to know,
  // or at most.
  void ask(bool by_max, Score bound);
  // Says that the last successor of the open node is going to be visited again.
  void repeat_last();
  // Gives up the open node: the successors recorded from now on are skipped.
  void cut();
  // Removes all nodes.
  void clear();

  [[nodiscard]] const std::vector<RecordedNode>& nodes() const { return nodes_; }  // the root comes first
  // More than one where a search visits the tree more than once.
  [[nodiscard]] const std::vector<std::size_t>& roots() const { return roots_; }

 private:
  [[nodiscard]] RecordedNode& current() { return nodes_[open_.back()]; }

  std::vector<RecordedNode> nodes_;
  std::vector<std::size_t> open_;
  std::vector<std::size_t> roots_;
  std::string question_;  // of the next node
};

// Returns "4", ">= 5" or "<= 2", for a decided game the utility and the plies to its end, "+3 in 2", and an empty text
// for a skipped node.
[[nodiscard]] std::string value_text(const RecordedNode& node);
// Returns "alpha cut-off", "beta cut-off" or an empty text.
[[nodiscard]] std::string cut_text(const RecordedNode& node);
// Returns what is to be said of the visit: "asked: >= 5", "searched again", "from the table", in this order, or an
// empty text.
[[nodiscard]] std::vector<std::string> visit_notes(const RecordedNode& node);

}  // namespace hone
