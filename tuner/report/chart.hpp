// SPDX-License-Identifier: MIT
//
// A line chart for the script of the page (templates/page.js): an x for each row and a value a series, with or without
// its bounds.
#pragma once

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tuner/report/weight_changes.hpp"
#include "tuner/stats/stopped_estimate.hpp"

namespace hone::report {

class Chart {
 public:
  // id: of the element it is drawn into. labels: of x and the series. by_generation: x is a whole number.
  Chart(std::string id, std::string y_label, std::vector<std::string> labels, bool by_generation = true);

  void add(double x, const std::vector<std::optional<double>>& values);
  void add_with_bounds(double x, const std::vector<std::optional<stats::Interval>>& values);  // one kind for all rows

  // From (0, 0) to (1, 1), to compare with.
  Chart& with_diagonal();

  [[nodiscard]] const nlohmann::ordered_json& json() const { return json_; }

 private:
  nlohmann::ordered_json json_;
};

// A list of weights as a small bar chart: where each bar, its error and its start lie in the SVG of the template.

// Of one stage. scale: the value at the top of the chart, and below 0 at its bottom; > 0.
[[nodiscard]] nlohmann::ordered_json list_chart(const WeightChanges& changes, const Group& group, int stage,
                                                double scale);

}  // namespace hone::report
