// SPDX-License-Identifier: MIT
//
// Explicit trees (data/TREES.md). On trees that are not too large the algorithms of the textbooks have to agree.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "data/explicit_tree.hpp"
#include "engine/plain/explicit_search.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace hone;

namespace {

void require_tree(const ExplicitTree& tree) {
  std::vector<int> parents(tree.nodes.size());
  for (const ExplicitTree::Node& node : tree.nodes) {
    fuzz::require(std::abs(node.value) <= ExplicitTree::largest_value, "values are within bounds");
    for (const std::size_t child : node.children) {
      fuzz::require(child < tree.nodes.size(), "successors are nodes");
      ++parents[child];
    }
  }
  fuzz::require(parents.front() == 0, "the root is no successor");
  fuzz::require(std::all_of(parents.begin() + 1, parents.end(), [](int count) { return count == 1; }),
                "every other node is the successor of one");
}

int value_of(const ExplicitTree& tree, Algorithm algorithm, std::optional<bool> table = {}) {
  PlainOptions options;
  options.algorithm = algorithm;
  options.table = table;
  return search_tree(tree, options).found.value;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ExplicitTree tree;
  if (!fuzz::accepts([&] { tree = parse_tree(fuzz::text_of(data, size)); })) return 0;
  require_tree(tree);
  if (tree.nodes.size() > 500) return 0;
  const int value = value_of(tree, Algorithm::minimax);
  fuzz::require(value_of(tree, Algorithm::negamax) == value, "negamax finds the value of minimax");
  fuzz::require(value_of(tree, Algorithm::branch_and_bound) == value, "branch and bound finds the value of minimax");
  fuzz::require(value_of(tree, Algorithm::alpha_beta) == value, "alpha-beta finds the value of minimax");
  for (const bool table : {false, true}) {
    fuzz::require(value_of(tree, Algorithm::pvs, table) == value, "principal variation search does");
    fuzz::require(value_of(tree, Algorithm::mtd_f, table) == value, "MTD(f) does");
  }
  return 0;
}
