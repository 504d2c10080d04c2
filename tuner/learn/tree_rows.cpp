// SPDX-License-Identifier: MIT
#include "tuner/learn/tree_rows.hpp"

#include <fmt/format.h>

#include <vector>

#include "data/error.hpp"
#include "tuner/text/option_values.hpp"

namespace hone::learn {

namespace {

constexpr text::IntegerRange tree_nodes{1, 1'000'000'000}, tree_depth{1, max_ply};
constexpr text::RealRange tree_share{0, 1};

}  // namespace

void TreeRows::validate() const {
  text::check(static_cast<std::int64_t>(nodes), tree_nodes);
  text::check(std::int64_t{depth}, tree_depth);
  text::check(share, tree_share);
}

TreeRows parse_tree_rows(std::string_view text) {
  text::NamedValues values(text, "nodes=N, depth=N, share=X with commas between");
  TreeRows tree;
  if (const auto nodes = values.take("nodes")) {
    tree.nodes = static_cast<std::uint64_t>(text::parse_integer(*nodes, tree_nodes));
  }
  if (const auto depth = values.take("depth")) tree.depth = static_cast<Depth>(text::parse_integer(*depth, tree_depth));
  if (const auto share = values.take("share")) tree.share = text::parse_real(*share, tree_share);
  values.expect_no_more();
  return tree;
}

std::string to_string(const TreeRows& tree) {
  const TreeRows usual;
  std::vector<std::string> settings;
  if (tree.nodes != usual.nodes) settings.push_back(fmt::format("nodes={}", tree.nodes));
  if (tree.depth != usual.depth) settings.push_back(fmt::format("depth={}", tree.depth));
  if (tree.share != usual.share) settings.push_back(fmt::format("share={}", tree.share));
  return text::join(settings, ",");
}

}  // namespace hone::learn
