// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/weight_draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/constraints.hpp"
#include "data/error.hpp"

namespace hone::exchange {

Draft draft_of(const Weights& weights) {
  const Schema& schema = weights.schema;
  const Constraints known = constraints_of(schema);
  Draft draft{schema.game(), schema.phases(), schema.phase_steps(), {}, schema.constraints()};
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  for (const Group& group : schema.groups()) {
    DraftGroup& out = draft.groups.emplace_back(DraftGroup{group, false, {}});
    if (group.role != Role::linear) out.role = to_string(schema.role_of(group));
    const auto first = static_cast<std::size_t>(group.first) * phases;
    const auto count = static_cast<std::size_t>(group.shape.size()) * phases;
    for (std::size_t i = first; i < first + count; ++i) {
      const double error = weights.errors.empty() ? unknown_error : weights.errors[i];
      out.is_fitted = out.is_fitted || std::isfinite(error);
      out.values.push_back({weights.values[i], error, known.lower[i], known.upper[i], {i}});
    }
  }
  return draft;
}

namespace {

// Whether the stages of the draft are those that a role needs.
bool has_stages_for(const Draft& draft, const GroupRole& role) {
  if (role.kind == Role::phase) return draft.phases.size() > 1 && draft.steps > 1;
  return role.kind == Role::linear || std::ranges::find(draft.phases, role.stage) != draft.phases.end();
}

// The role of a group that has one. Without its stages it has none, which changes nothing where it is zero.
GroupRole role_in(const Draft& draft, const DraftGroup& group) {
  const GroupRole role = *parse_role(group.role);
  if (has_stages_for(draft, role)) return role;
  if (std::ranges::all_of(group.values, [](const DraftValue& value) { return value.value == 0; })) return {};
  throw Error(
      fmt::format("the weights of {} are not linear ({}), and the stages that this needs are not among those "
                  "exported",
                  group.group.name, group.role));
}

}  // namespace

Schema schema_of(const Draft& draft) {
  std::vector<GroupSpec> specs;
  for (const DraftGroup& group : draft.groups) {
    specs.push_back({.name = group.group.name, .shape = group.group.shape, .meaning = group.group.meaning});
    if (!group.role.empty()) specs.back().role = role_in(draft, group);
  }
  return {draft.game, draft.phases, draft.steps, specs};
}

std::vector<DraftValue*> all_values(Draft& draft) {
  std::vector<DraftValue*> values;
  for (DraftGroup& group : draft.groups) {
    for (DraftValue& value : group.values) values.push_back(&value);
  }
  return values;
}

}  // namespace hone::exchange
