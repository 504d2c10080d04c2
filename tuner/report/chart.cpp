// SPDX-License-Identifier: MIT
#include "tuner/report/chart.hpp"

namespace hone {

using Json = nlohmann::ordered_json;

Chart::Chart(std::string id, std::string y_label, std::vector<std::string> labels, bool by_generation)
    : json_{{"id", std::move(id)},           {"y", std::move(y_label)}, {"labels", std::move(labels)},
            {"byGeneration", by_generation}, {"bars", false},           {"diagonal", false},
            {"rows", Json::array()}} {}

void Chart::add(double x, const std::vector<std::optional<double>>& values) {
  Json row = {x};
  for (const auto& value : values) row.push_back(value ? Json(*value) : Json(nullptr));
  json_["rows"].push_back(std::move(row));
}

void Chart::add_with_bounds(double x, const std::vector<std::optional<Interval>>& values) {
  Json row = {x};
  for (const auto& value : values) {
    row.push_back(value ? Json{value->low, value->value, value->high} : Json{nullptr, nullptr, nullptr});
  }
  json_["bars"] = true;
  json_["rows"].push_back(std::move(row));
}

Chart& Chart::with_diagonal() {
  json_["diagonal"] = true;
  return *this;
}

}  // namespace hone
