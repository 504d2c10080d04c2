// SPDX-License-Identifier: MIT
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/exchange/export/export_format.hpp"
#include "tuner/exchange/export/export_model.hpp"

namespace hone::exchange {

namespace {

using Json = nlohmann::ordered_json;

// A number, a list, or a list of rows in the order of the file. What is no number is null.
Json group_numbers(const PreparedWeights& prepared, const std::vector<double>& numbers, const Group& group, int phase) {
  const auto number = [&](int term) -> Json {
    const double value = numbers[static_cast<std::size_t>(term * prepared.weights.schema.phase_count() + phase)];
    return std::isfinite(value) ? Json(value) : Json(nullptr);
  };
  if (group.shape.kind == GroupKind::scalar) return number(group.first);
  Json rows = Json::array();
  for (const int term : terms_in_order(group, prepared.options.order)) {
    if ((term - group.first) % group.shape.cols == 0) rows.push_back(Json::array());
    rows.back().push_back(number(term));
  }
  return group.shape.kind == GroupKind::list ? rows[0] : rows;
}

bool knows_error_of(const PreparedWeights& prepared, const Group& group) {
  const auto phases = static_cast<std::ptrdiff_t>(prepared.weights.schema.phase_count());
  const std::vector<double>& errors = prepared.weights.errors;
  if (errors.empty()) return false;
  const auto first = errors.begin() + group.first * phases;
  return std::any_of(first, first + group.shape.size() * phases, [](double error) { return std::isfinite(error); });
}

Json group_as_json(const PreparedWeights& prepared, const Group& group) {
  const Schema& schema = prepared.weights.schema;
  Json json = {{"name", group.name},
               {"meaning", group.meaning},
               {"kind", to_string(group.shape.kind)},
               {"rows", group.shape.rows},
               {"cols", group.shape.cols}};
  if (group.role != Role::linear) json["role"] = to_string(schema.role_of(group));
  const bool has_errors = knows_error_of(prepared, group);
  for (const int phase : prepared.phases) {
    const std::string& stage = schema.phases()[static_cast<std::size_t>(phase)];
    json["values"][stage] = group_numbers(prepared, prepared.weights.values, group, phase);
    if (has_errors) json["errors"][stage] = group_numbers(prepared, prepared.weights.errors, group, phase);
  }
  return json;
}

}  // namespace

std::string export_json(const PreparedWeights& prepared) {
  const Schema& schema = prepared.weights.schema;
  Json stages = Json::array();
  for (const int phase : prepared.phases) stages.push_back(schema.phases()[static_cast<std::size_t>(phase)]);
  Json json = {{"game", schema.game()},
               {"fingerprint", schema.fingerprint()},
               {"order", to_string(prepared.options.order)},
               {"stages", stages},
               {"stage_steps", schema.phase_steps()},
               {"k", prepared.weights.k},
               {"changes", prepared.changes},
               {"groups", Json::array()}};
  for (const Group& group : schema.groups()) json["groups"].push_back(group_as_json(prepared, group));
  const bool has_all_stages = stages.size() == schema.phases().size();  // which constraints may name
  if (has_all_stages && !schema.constraints().empty()) json["constraints"] = schema.constraints();
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace hone::exchange
