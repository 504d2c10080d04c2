// SPDX-License-Identifier: MIT
//
// Rows from inside of searches (treestrap): which positions of a game are searched again, and which nodes of these
// searches become rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/score.hpp"

namespace hone::learn {

struct TreeRows {
  std::uint64_t nodes = 1'000;  // that each search visits
  Depth depth = 2;              // least depth that a node must have been searched to
  double share = 0.1;           // of these nodes that become rows

  void validate() const;  // throws Error naming the bound that is broken
  friend bool operator==(const TreeRows&, const TreeRows&) = default;
};

// "nodes=1000,share=0.1": settings in any order, those left out at their defaults. Throws Error.
[[nodiscard]] TreeRows parse_tree_rows(std::string_view text);
// The settings that are not at their defaults, as parse_tree_rows reads them; empty: all are.
[[nodiscard]] std::string to_string(const TreeRows& tree);

}  // namespace hone::learn
