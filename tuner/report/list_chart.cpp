// SPDX-License-Identifier: MIT
#include "tuner/report/list_chart.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/number_text.hpp"
#include "tuner/report/weight_text.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

// In units of the SVG: pixels, as long as there is room.
constexpr double height = 96, step = 14, bar_width = 10;
constexpr double middle = height / 2;

struct Scale {
  double top;

  [[nodiscard]] double y(double value) const { return middle - std::clamp(value / top, -1.0, 1.0) * (middle - 4); }
};

std::string coordinate(double value) { return fixed(value, 1); }

Json bar(const WeightChanges& changes, std::size_t weight, int index, const Scale& scale) {
  const WeightEstimate& estimate = changes.weights[weight];
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

Json list_chart(const WeightChanges& changes, const Group& group, int stage, double scale) {
  Json bars = Json::array();
  for (int i = 0; i < group.shape.size(); ++i) {
    const int weight = (group.first + i) * changes.schema.stage_count() + stage;
    bars.push_back(bar(changes, static_cast<std::size_t>(weight), i, {scale}));
  }
  return {{"stage", changes.schema.stages()[static_cast<std::size_t>(stage)]},
          {"top", value_text(scale)},
          {"width", coordinate(8 + step * group.shape.size())},
          {"height", coordinate(height)},
          {"bar", coordinate(bar_width)},
          {"middle", coordinate(middle)},
          {"bars", bars}};
}

}  // namespace hone
