// SPDX-License-Identifier: MIT
#include "tuner/report/chart.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "tuner/report/weight_changes.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

using Json = nlohmann::ordered_json;

Chart::Chart(std::string id, std::string y_label, std::vector<std::string> labels, ChartX x)
    : id_(std::move(id)), y_label_(std::move(y_label)), labels_(std::move(labels)), x_(x) {}

void Chart::add(double x, const std::vector<std::optional<double>>& values) {
  Row& row = rows_.emplace_back(Row{x, {}});
  for (const auto& value : values) {
    row.values.push_back(value ? std::optional(stats::Interval{*value, *value, *value}) : std::nullopt);
  }
}

void Chart::add_with_bounds(double x, const std::vector<std::optional<stats::Interval>>& values) {
  has_bounds_ = true;
  rows_.push_back({x, values});
}

Chart& Chart::with_diagonal() {
  has_diagonal_ = true;
  return *this;
}

namespace {

const char* axis_name(ChartX x) {
  if (x == ChartX::generation) return "generation";
  return x == ChartX::share ? "share" : "amount";
}

Json value_json(const std::optional<stats::Interval>& value, bool has_bounds) {
  if (!has_bounds) return value ? Json(value->value) : Json(nullptr);
  if (!value || !value->is_known()) return {nullptr, nullptr, nullptr};
  if (value->is_bounded()) return {value->low, value->value, value->high};
  const double bound = std::isfinite(value->low) ? value->low : value->high;  // of a clean sweep, whose value is open
  return {bound, bound, bound};
}

}  // namespace

Json Chart::json() const {
  Json rows = Json::array();
  for (const Row& row : rows_) {
    Json cells = {row.x};
    for (const auto& value : row.values) cells.push_back(value_json(value, has_bounds_));
    rows.push_back(std::move(cells));
  }
  return {{"id", id_},
          {"y", y_label_},
          {"labels", labels_},
          {"x", axis_name(x_)},
          {"bars", has_bounds_},
          {"diagonal", has_diagonal_},
          {"rows", std::move(rows)}};
}

namespace {

// In units of the SVG: pixels, as long as there is room.
constexpr double height = 96, step = 14, bar_width = 10;
constexpr double middle = height / 2;

struct Scale {
  double top;

  [[nodiscard]] double y(double value) const { return middle - std::clamp(value / top, -1.0, 1.0) * (middle - 4); }
};

std::string coordinate(double value) { return text::fixed(value, 1); }

Json bar(const WeightChanges& changes, std::size_t weight, int index, const Scale& scale) {
  const learn::WeightEstimate& estimate = changes.weights[weight];
  const double left = 4 + step * index, y = scale.y(estimate.value);
  return {{"title", full_text(changes, weight)},
          {"class", estimate.value < 0 ? "minus" : "plus"},
          {"x", coordinate(left)},
          {"right", coordinate(left + bar_width)},
          {"center", coordinate(left + bar_width / 2)},
          {"y", coordinate(std::min(y, middle))},
          {"height", coordinate(std::abs(y - middle))},
          {"start", coordinate(scale.y(estimate.start))},
          {"known", estimate.error > 0},
          {"low", coordinate(scale.y(estimate.value - estimate.error))},
          {"high", coordinate(scale.y(estimate.value + estimate.error))}};
}

}  // namespace

Json list_chart(const WeightChanges& changes, const Group& group, int phase, double scale) {
  Json bars = Json::array();
  for (int i = 0; i < group.shape.size(); ++i) {
    const int weight = (group.first + i) * changes.schema.phase_count() + phase;
    bars.push_back(bar(changes, static_cast<std::size_t>(weight), i, {scale}));
  }
  return {{"stage", changes.schema.phases()[static_cast<std::size_t>(phase)]},
          {"top", value_text(scale)},
          {"width", coordinate(8 + step * group.shape.size())},
          {"height", coordinate(height)},
          {"bar", coordinate(bar_width)},
          {"middle", coordinate(middle)},
          {"bars", bars}};
}

}  // namespace hone::report
