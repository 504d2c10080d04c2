// SPDX-License-Identifier: MIT
//
// What a searcher knows of the others that search the same position at the same time (engine/search_helpers.hpp).
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/score.hpp"

namespace hone {

struct SharedWork {
  std::atomic<std::uint64_t>* nodes = nullptr;  // visited by all of them; null for a searcher alone
  std::uint64_t searchers = 1;                  // of which this is one
  Depth first_depth = 1;                        // of its iterations
  std::uint64_t published = 0;                  // its own part of the nodes

  // Adds the nodes of this searcher to those of all.
  void publish(std::uint64_t own_nodes) {
    if (nodes == nullptr) return;
    nodes->fetch_add(own_nodes - published, std::memory_order_relaxed);
    published = own_nodes;
  }
  // Returns the nodes of all, given those of this one.
  [[nodiscard]] std::uint64_t all_nodes(std::uint64_t own_nodes) const {
    return nodes == nullptr ? own_nodes : own_nodes - published + nodes->load(std::memory_order_relaxed);
  }
};

}  // namespace hone
