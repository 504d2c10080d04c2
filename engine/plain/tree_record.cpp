// SPDX-License-Identifier: MIT
#include "engine/plain/tree_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "data/error.hpp"

namespace hone {
namespace {

std::string score_text(Score score) {
  if (std::abs(score) == infinite_score) return score > 0 ? "infinity" : "-infinity";
  if (!is_decided(score)) return std::to_string(score);
  return fmt::format("{:+} in {}", utility_of(score), plies_to_end(score));
}

}  // namespace

void TreeRecord::open(std::string move, bool max) {
  if (nodes_.size() == most_nodes) {
    throw Error("the searched tree has more than " + std::to_string(most_nodes) +
                " nodes, too many to draw; search less deep");
  }
  const std::size_t index = nodes_.size();
  (open_.empty() ? roots_ : current().children).push_back(index);
  RecordedNode node;
  node.move = std::move(move);
  node.max = max;
  node.question = std::exchange(question_, {});
  nodes_.push_back(std::move(node));
  open_.push_back(index);
}

void TreeRecord::leaf(Score value) {
  current().value = value;
  current().is_leaf = current().at_least = current().at_most = true;
  open_.pop_back();
}

void TreeRecord::close(Score value) {
  RecordedNode& node = current();
  const auto reaches = [&](std::size_t child, bool RecordedNode::*claim) {
    return !nodes_[child].is_skipped && nodes_[child].value == value && nodes_[child].*claim;
  };
  const auto holds = [&](std::size_t child, bool RecordedNode::*claim) {
    return nodes_[child].is_repeated || (!nodes_[child].is_skipped && nodes_[child].*claim);
  };
  const auto by_one = node.max ? &RecordedNode::at_least : &RecordedNode::at_most;
  const auto by_all = node.max ? &RecordedNode::at_most : &RecordedNode::at_least;
  node.value = value;
  node.*by_one = std::ranges::any_of(node.children, [&](std::size_t child) { return reaches(child, by_one); });
  node.*by_all = std::ranges::all_of(node.children, [&](std::size_t child) { return holds(child, by_all); });
  open_.pop_back();
}

void TreeRecord::skip(std::string unseen) {
  current().is_skipped = true;
  current().unseen = std::move(unseen);
  open_.pop_back();
}

void TreeRecord::recall(Score value, bool at_least, bool at_most) {
  current().value = value;
  current().is_recalled = true;
  current().at_least = at_least;
  current().at_most = at_most;
  open_.pop_back();
}

void TreeRecord::ask(bool by_max, Score bound) { question_ = (by_max ? ">= " : "<= ") + score_text(bound); }

void TreeRecord::repeat_last() { nodes_[current().children.back()].is_repeated = true; }

void TreeRecord::cut() { current().is_cut = true; }

void TreeRecord::clear() {
  nodes_.clear();
  open_.clear();
  roots_.clear();
  question_.clear();
}

std::string value_text(const RecordedNode& node) {
  if (node.is_skipped) return "";
  if (node.at_least && node.at_most) return score_text(node.value);
  return (node.at_least ? ">= " : "<= ") + score_text(node.value);
}

std::string cut_text(const RecordedNode& node) {
  if (!node.is_cut) return "";
  return node.max ? "beta cut-off" : "alpha cut-off";
}

std::vector<std::string> visit_notes(const RecordedNode& node) {
  std::vector<std::string> notes;
  if (!node.question.empty()) notes.push_back("asked: " + node.question);
  if (node.is_repeated) notes.emplace_back("searched again");
  if (node.is_recalled) notes.emplace_back("from the table");
  return notes;
}

}  // namespace hone
