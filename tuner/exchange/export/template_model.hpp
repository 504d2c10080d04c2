// SPDX-License-Identifier: MIT
//
// What the names of a template stand for (TEMPLATES.md), level by level: lookups, which are asked for a name, and lists
// of lookups. It knows nothing of mustache.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "tuner/exchange/export/export_model.hpp"

namespace hone::exchange {

// What a name stands for. Text that is empty counts as false, so that a section asks whether there is any.
struct ListValue;
using TemplateValue = std::variant<std::monostate, std::string, bool, ListValue>;
using Lookup = std::function<TemplateValue(const std::string& name)>;

// Items are made when a section comes to them: a large schema has more of them than fit into memory at once.
struct ListValue {
  std::size_t size = 0;
  std::function<Lookup(std::size_t)> item;
};

// The names at the top. `names` are those that the template has: what only others need is not made. The weights must
// outlive the lookups. Throws Error where two keys or two names for source code would be the same.
[[nodiscard]] Lookup template_root(const PreparedWeights& prepared, const std::set<std::string>& names);

}  // namespace hone::exchange
