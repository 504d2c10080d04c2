// SPDX-License-Identifier: MIT
//
// The charts of the page: line charts, which its script draws (templates/page.js), and bar charts in SVG.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tuner/report/weight_changes.hpp"
#include "tuner/stats/stopped_estimate.hpp"

namespace hone::report {

// What x is: a whole number, a share of 0 to 1, or an amount from 0.
enum class ChartX : std::uint8_t { generation, share, amount };

// A line chart: each row has an x and one value for each series, with or without bounds.
class Chart {
 public:
  // id: of the element it is drawn into. labels: of x and the series.
  Chart(std::string id, std::string y_label, std::vector<std::string> labels, ChartX x = ChartX::generation);

  // All rows of a chart are added by the same one of the two.
  void add(double x, const std::vector<std::optional<double>>& values);
  void add_with_bounds(double x, const std::vector<std::optional<stats::Interval>>& values);

  // Draws the line from (0, 0) to (1, 1), to compare with.
  Chart& with_diagonal();

  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  struct Row {
    double x = 0;
    std::vector<std::optional<stats::Interval>> values;
  };

  std::string id_, y_label_;
  std::vector<std::string> labels_;
  ChartX x_;
  bool has_bounds_ = false, has_diagonal_ = false;
  std::vector<Row> rows_;
};

// A list of weights at one phase as a small bar chart: where each bar, its error and its start lie in the SVG of the
// template. scale: the value at the top of the chart, and below 0 at its bottom; > 0.
[[nodiscard]] nlohmann::ordered_json list_chart(const WeightChanges& changes, const Group& group, int phase,
                                                double scale);

}  // namespace hone::report
