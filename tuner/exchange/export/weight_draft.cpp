// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/weight_draft.hpp"

#include <cmath>

#include "data/constraints.hpp"

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

Schema schema_of(const Draft& draft) {
  std::vector<GroupSpec> specs;
  for (const DraftGroup& group : draft.groups) {
    specs.push_back({.name = group.group.name, .shape = group.group.shape, .meaning = group.group.meaning});
    if (!group.role.empty()) specs.back().role = *parse_role(group.role);
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
