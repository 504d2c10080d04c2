// SPDX-License-Identifier: MIT
//
// A game tree written down as nested lists: "((1 4) (5 6))". The format is described in data/TREES.md.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace hone {

struct ExplicitTree {
  struct Node {
    int value = 0;                      // seen by MAX; for an inner node its estimate, 0 if none is given
    std::vector<std::size_t> children;  // empty for a leaf
  };
  static constexpr int largest_value = 10'000;

  bool max_at_root = true;
  std::vector<Node> nodes;  // the root comes first
};

// Throws Error with line and column. `name` stands for the file in messages.
[[nodiscard]] ExplicitTree parse_tree(std::string_view text, std::string_view name = "tree");
[[nodiscard]] ExplicitTree read_tree(const std::filesystem::path& file);

}  // namespace hone
