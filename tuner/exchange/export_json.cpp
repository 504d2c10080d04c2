// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "tuner/exchange/export_format.hpp"

namespace hone::exchange {

namespace {

using Json = nlohmann::ordered_json;

// Returns a number, a list, or a list of rows that begins with the row nearest to the first player.
Json group_values(const Weights& weights, const Group& group, int phase) {
  if (group.shape.kind == GroupKind::scalar) return weights.at(group.first, phase);
  Json rows = Json::array();
  for (int row = 0; row < group.shape.rows; ++row) {
    Json values = Json::array();
    for (int col = 0; col < group.shape.cols; ++col) {
      values.push_back(weights.at(group.first + row * group.shape.cols + col, phase));
    }
    rows.push_back(values);
  }
  return group.shape.kind == GroupKind::list ? rows[0] : rows;
}

Json group_json(const Weights& weights, const Group& group) {
  Json json = {{"name", group.name},
               {"meaning", group.meaning},
               {"kind", to_string(group.shape.kind)},
               {"rows", group.shape.rows},
               {"cols", group.shape.cols}};
  for (int phase = 0; phase < weights.schema.phase_count(); ++phase) {
    json["values"][weights.schema.phases()[static_cast<std::size_t>(phase)]] = group_values(weights, group, phase);
  }
  return json;
}

}  // namespace

std::string export_json(const Weights& weights) {
  const Schema& schema = weights.schema;
  Json json = {{"game", schema.game()},
               {"fingerprint", schema.fingerprint()},
               {"stages", schema.phases()},
               {"stage_steps", schema.phase_steps()},
               {"k", weights.k},
               {"groups", Json::array()}};
  for (const Group& group : schema.groups()) json["groups"].push_back(group_json(weights, group));
  return json.dump(2) + '\n';
}

}  // namespace hone::exchange
