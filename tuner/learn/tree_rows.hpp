// SPDX-License-Identifier: MIT
//
// Rows from inside of searches (treestrap): which positions of a game are searched again, which nodes of these searches
// become rows, and how much these rows weigh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/score.hpp"

namespace hone::learn {

struct TreeRows {
  double searches = 0.02;       // of the positions of a game, those that are searched again
  std::uint64_t nodes = 4'000;  // that each search visits
  Depth depth = 4;              // least depth to which a node must have been searched to become a row
  std::size_t rows = 0;         // the most rows of a search, chosen by a hash of the position; 0: all
  double weight = 1;            // of the rows from inside the searches of a game together, in units of its other rows

  void validate() const;  // throws Error naming the bound that is broken
  friend bool operator==(const TreeRows&, const TreeRows&) = default;
};

// "nodes=1000,depth=3": settings in any order, those left out at their defaults. Throws Error.
[[nodiscard]] TreeRows parse_tree_rows(std::string_view text);
// The settings that are not at their defaults, as parse_tree_rows reads them; empty: all are.
[[nodiscard]] std::string to_string(const TreeRows& tree);

}  // namespace hone::learn
