// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/group_patterns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "tuner/learn/fit/fit_options.hpp"
#include "tuner/text/options.hpp"

namespace hone::learn {

namespace {

constexpr std::string_view all_patterns = "*";

std::string group_names(const Schema& schema) {
  std::string names;
  for (const Group& group : schema.groups()) names += (names.empty() ? "" : ", ") + group.name;
  return names;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t i = star; i <= name.size(); ++i) {
    if (matches(rest, name.substr(i))) return true;
  }
  return false;
}

std::vector<std::string> parse_group_patterns(std::string_view text) {
  std::vector<std::string> patterns;
  for (const std::string_view pattern : text::split_at_commas(text)) {
    if (!pattern.empty()) patterns.emplace_back(pattern);
  }
  if (patterns.empty()) throw Error(expected_found("patterns of groups", "none"));
  return text == all_patterns ? std::vector<std::string>() : patterns;
}

void declare_group_patterns(text::Options& options, std::vector<std::string>& groups, std::string_view help) {
  options.custom(
      "groups", "PATTERNS", [&groups](std::string_view text) { groups = parse_group_patterns(text); },
      [&groups] { return groups.empty() ? std::string(all_patterns) : text::join(groups, ","); }, help);
}

std::vector<bool> terms_of_groups(const Schema& schema, std::span<const std::string> patterns) {
  const auto terms = static_cast<std::size_t>(schema.terms());
  if (patterns.empty()) return std::vector<bool>(terms, true);
  std::vector<bool> result(terms, false);
  for (const std::string& pattern : patterns) {
    bool found = false;
    for (const Group& group : schema.groups()) {
      if (!matches(pattern, group.name)) continue;
      found = true;
      std::fill_n(result.begin() + group.first, group.shape.size(), true);
    }
    if (!found) throw Error(fmt::format("no group matches '{}'; the groups are {}", pattern, group_names(schema)));
  }
  return result;
}

std::vector<std::string> fitted_groups(const Schema& schema, const FitOptions& options) {
  if (!options.groups.empty() || options.second_order || schema.is_linear()) return options.groups;
  std::vector<std::string> linear;
  for (const Group& group : schema.groups()) {
    if (group.role == Role::linear) linear.push_back(group.name);
  }
  return linear;
}

void require_groups(const Schema& schema, const FitOptions& options) {
  options.phases.validate(schema);
  const auto require = [&](const char* option, const std::vector<std::string>& patterns) {
    try {
      (void)terms_of_groups(schema, patterns);
    } catch (const Error& fault) {
      throw Error(fmt::format("{}: {}", option, fault.message()));
    }
  };
  require("groups", options.groups);
  for (const GroupRidge& group : options.group_ridge) require("group-ridge", {group.pattern});
  for (const GroupBounds& group : options.bounds) {
    if (!weights_named(schema, group.pattern).empty()) continue;
    throw Error(fmt::format("bounds: no group matches '{}', and no weight; the groups are {}", group.pattern,
                            group_names(schema)));
  }
  Schema constrained = schema;
  constrained.constrain(options.constraint_lines());
}

}  // namespace hone::learn
