// SPDX-License-Identifier: MIT
#include "tuner/learn/tree_rows.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <vector>

#include "data/error.hpp"
#include "tuner/text/option_values.hpp"

namespace hone::learn {

namespace {

constexpr text::IntegerRange tree_nodes{1, 1'000'000'000}, tree_depth{1, max_ply}, tree_most{0, 1'000'000'000};
constexpr text::RealRange tree_searches{0, 1}, tree_weight{0, 1e6};

}  // namespace

void TreeRows::validate() const {
  text::check(searches, tree_searches);
  text::check(static_cast<std::int64_t>(nodes), tree_nodes);
  text::check(std::int64_t{depth}, tree_depth);
  text::check(static_cast<std::int64_t>(rows), tree_most);
  text::check(weight, tree_weight);
}

TreeRows parse_tree_rows(std::string_view text) {
  text::NamedValues values(text, "searches=X, nodes=N, depth=N, rows=N, weight=X with commas between");
  TreeRows tree;
  const auto integer = [&](const char* name, auto& field, const text::IntegerRange& range) {
    using Number = std::remove_reference_t<decltype(field)>;
    if (const auto value = values.take(name)) field = static_cast<Number>(text::parse_integer(*value, range));
  };
  const auto real = [&](const char* name, double& field, const text::RealRange& range) {
    if (const auto value = values.take(name)) field = text::parse_real(*value, range);
  };
  real("searches", tree.searches, tree_searches);
  integer("nodes", tree.nodes, tree_nodes);
  integer("depth", tree.depth, tree_depth);
  integer("rows", tree.rows, tree_most);
  real("weight", tree.weight, tree_weight);
  values.expect_no_more();
  return tree;
}

std::string to_string(const TreeRows& tree) {
  const TreeRows usual;
  std::vector<std::string> settings;
  const auto add = [&](const char* name, auto TreeRows::*field) {
    if (tree.*field != usual.*field) settings.push_back(fmt::format("{}={}", name, tree.*field));
  };
  add("searches", &TreeRows::searches);
  add("nodes", &TreeRows::nodes);
  add("depth", &TreeRows::depth);
  add("rows", &TreeRows::rows);
  add("weight", &TreeRows::weight);
  return text::join(settings, ",");
}

}  // namespace hone::learn
