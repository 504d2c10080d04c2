// SPDX-License-Identifier: MIT
//
// Samples from inside of searches (treestrap). Some positions of a game are searched again with the weights that the
// sampler was given, and the nodes that such a search finished become samples: each with the value that the search
// found for it, or with a bound of that value. They depend on nothing but the position, the weights and the options.
//
// Source: Veness, Silver, Uther, Blair, Bootstrapping from Game Tree Search, NIPS 2009 (TreeStrap).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/learn/resolve.hpp"
#include "tuner/learn/sampling_options.hpp"

namespace hone::learn {

// A position inside a search, resolved to a quiet one like all samples.
struct TreeSample {
  std::uint64_t hash;  // of the position that the row describes
  Row row;
  float score;  // of the node, seen by the first player, in centi-units; a value or a bound
  RowBound bound;
};

// The table of a search of so many nodes: four times what it can write, within bounds.
[[nodiscard]] std::size_t hash_bytes_for(std::uint64_t nodes);

// What a thread needs that takes samples.
struct SamplingEngines {
  Resolver resolver;               // of positions of games
  Resolver node_resolver;          // of nodes of a search, which are searched no more
  std::shared_ptr<Engine> search;  // null where nothing is searched
};
[[nodiscard]] SamplingEngines sampling_engines(const GameDriver& driver, const Weights& weights,
                                               const SamplingOptions& options);

// The samples of one search. Nodes in check or far from even are left out as the options say; with
// SamplingOptions::unique the samples of a search are different positions. After a stop the result is of no use.
[[nodiscard]] std::vector<TreeSample> tree_samples(SamplingEngines& engines, const Board& board,
                                                   const SamplingOptions& options, const std::stop_token& stop);

}  // namespace hone::learn
