// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <deque>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "tuner/exchange/import/import_format.hpp"
#include "tuner/exchange/import/import_names.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::exchange {

namespace {

using Json = nlohmann::ordered_json;
using text::find_member;
using text::member;

GroupShape shape_of(const Json& group) {
  const auto kind = member<std::string>(group, "kind");
  const int rows = member<int>(group, "rows"), cols = member<int>(group, "cols");
  if (kind == "scalar") return {GroupKind::scalar, rows, cols, Neighbours::none};
  if (kind == "list") return {GroupKind::list, rows, cols, Neighbours::none};
  if (kind == "board") return board(rows, cols);
  throw Error(fmt::format("kind: {}", expected_found("scalar, list or board", kind)));
}

// The members of "groups" with the texts that the schema's groups point to.
struct JsonGroups {
  std::deque<std::string> texts;
  std::vector<GroupSpec> specs;

  void add(const Json& group) {
    const std::string& name = texts.emplace_back(member<std::string>(group, "name"));
    const std::string& meaning = texts.emplace_back(meaning_for(member<std::string>(group, "meaning", {})));
    specs.push_back({.name = name, .shape = shape_of(group), .meaning = meaning});
    const std::string& role = texts.emplace_back(member<std::string>(group, "role", "role:linear"));
    const std::optional<GroupRole> known = parse_role(role);
    if (!known) throw Error(fmt::format("role: {}", expected_found("the role of a group", role)));
    specs.back().role = *known;
  }
};

// Numbers, and null for one that is not known where that may be.
void collect(const Json& value, bool may_be_unknown, std::vector<double>& numbers) {
  if (value.is_array()) {
    for (const Json& element : value) collect(element, may_be_unknown, numbers);
  } else if (value.is_number()) {
    numbers.push_back(value.get<double>());
  } else if (may_be_unknown && value.is_null()) {
    numbers.push_back(std::numeric_limits<double>::quiet_NaN());
  } else {
    throw Error(expected_found("a number", value.dump()));
  }
}

std::vector<double> numbers_of(const Json& group, std::string_view key, const std::string& stage, int size) {
  std::vector<double> numbers;
  const Json* const stages = find_member(group, key);
  const Json* const value = stages == nullptr ? nullptr : find_member(*stages, stage);
  if (value == nullptr) return numbers;
  collect(*value, key == "errors", numbers);
  if (numbers.size() == static_cast<std::size_t>(size)) return numbers;
  throw Error(fmt::format("{}: {}: {}", key, stage,
                          expected_found(fmt::format("{} numbers", size), std::to_string(numbers.size()))));
}

void read_group(const Json& group, const std::vector<std::string>& stages, const ReadRules& rules, Found& found) {
  const auto name = member<std::string>(group, "name");
  if (!rules.takes(name)) return;
  const GroupShape shape = shape_of(group);
  try {
    for (const std::string& stage : stages) {
      FoundNumbers numbers{.name = name, .stage = stage};
      if (shape.kind != GroupKind::scalar) numbers.sizes = {shape.size()};
      numbers.values = numbers_of(group, "values", stage, shape.size());
      numbers.errors = numbers_of(group, "errors", stage, shape.size());
      if (numbers.values.empty()) throw Error(fmt::format("values: {}: {}", stage, expected_found("numbers", "none")));
      found.numbers.push_back(std::move(numbers));
    }
  } catch (const Error& error) {
    throw Error(fmt::format("group '{}': {}", name, error.message()));
  }
}

Found read_document(const Json& json, const ReadRules& rules) {
  const auto stages = member<std::vector<std::string>>(json, "stages");
  const Json* const groups = find_member(json, "groups");
  if (groups == nullptr || !groups->is_array()) throw Error(expected_found("\"groups\", a list", "none"));
  JsonGroups schema;
  Found found;
  for (const Json& group : *groups) {
    schema.add(group);
    read_group(group, stages, rules, found);
  }
  const auto order = member<std::string>(json, "order", "a1");
  if (order != "a1" && order != "a8") throw Error(fmt::format("order: {}", expected_found("a8 or a1", order)));
  found.schema.emplace(member<std::string>(json, "game"), stages,
                       stages.size() > 1 ? member<int>(json, "stage_steps", 1) : 1, schema.specs);
  found.schema->constrain(member<std::vector<std::string>>(json, "constraints", {}));
  found.last_row_first = order == "a8";
  found.k = member<double>(json, "k", 1.0);
  return found;
}

}  // namespace

Found read_json(std::string_view text, const ReadRules& rules) {
  try {
    return read_document(text::parse_json(text), rules);
  } catch (const Error& error) {
    throw Error(rules.file, error.line(), error.message());
  }
}

}  // namespace hone::exchange
