// SPDX-License-Identifier: MIT
#include "tuner/cli/search_counters.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace hone {
namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Nodes of a uniform tree.
double tree_size(double width, Depth depth) {
  double nodes = 1;
  for (Depth i = 0; i < depth; ++i) nodes = 1 + width * nodes;
  return nodes;
}

// Moves a position, where they were counted: the plain algorithms do.
double mean_width(const SearchCounters& counters) { return share(counters.moves, counters.nodes - counters.leaves); }

}  // namespace

double effective_branching(std::uint64_t nodes, Depth depth) {
  if (depth <= 0 || nodes <= 1) return 0;
  const auto target = static_cast<double>(nodes);
  double low = 0, high = target;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (tree_size(middle, depth) < target ? low : high) = middle;
  }
  return high;
}

double minimal_leaves(double width, Depth length) {
  return std::pow(width, (length + 1) / 2) + std::pow(width, length / 2) - 1;
}

std::string counters_text(const SearchCounters& counters, Depth depth, bool deepened) {
  std::string text = fmt::format(
      "{} nodes, {} leaves, {} cut-offs, {:.0f} % of them on the first move; effective branching factor {:.2f}",
      counters.nodes, counters.leaves, counters.cutoffs, 100 * share(counters.first_move_cutoffs, counters.cutoffs),
      effective_branching(counters.nodes, depth));
  if (deepened) text += "\n(of all depths up to this one together)";
  if (counters.moves > 0 && !deepened) {
    const double least = minimal_leaves(mean_width(counters), depth);
    text +=
        fmt::format("\nthe minimal tree at {:.1f} moves a position has {:.0f} leaves; these are {:.2f} times as many",
                    mean_width(counters), least, static_cast<double>(counters.leaves) / least);
  }
  return text;
}

nlohmann::ordered_json counters_json(const SearchCounters& counters, Depth depth) {
  nlohmann::ordered_json json = {{"nodes", counters.nodes},
                                 {"leaves", counters.leaves},
                                 {"cutoffs", counters.cutoffs},
                                 {"first_move_share", share(counters.first_move_cutoffs, counters.cutoffs)},
                                 {"effective_branching", effective_branching(counters.nodes, depth)},
                                 {"minimal_leaves", nullptr}};
  if (counters.moves > 0) json["minimal_leaves"] = minimal_leaves(mean_width(counters), depth);
  return json;
}

}  // namespace hone
