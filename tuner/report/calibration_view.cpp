// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tuner/number_text.hpp"
#include "tuner/report/chart.hpp"
#include "tuner/report/views.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

constexpr double normal_95 = 1.96;  // standard errors on either side

// The positions of one game alone have no error.
std::string difference(const CalibrationBin& bin) {
  const std::string text = change(bin.observed - bin.predicted, 3);
  return bin.error > 0 ? text + " ± " + fixed(bin.error, 3) : text;
}

Json bin_row(const CalibrationBin& bin) {
  return {{"positions", grouped(bin.positions)},
          {"predicted", fixed(bin.predicted, 3)},
          {"observed", fixed(bin.observed, 3)},
          {"difference", difference(bin)}};
}

Json table_view(const CalibrationTable& table) {
  Json rows = Json::array();
  for (const CalibrationBin& bin : table.bins) {
    if (bin.positions > 0) rows.push_back(bin_row(bin));
  }
  return {{"name", table.name}, {"rows", rows}};
}

Chart chart_of(const CalibrationTable& table) {
  Chart chart("chart-calibration", "mean outcome", {"predicted", "observed"}, false);
  for (const CalibrationBin& bin : table.bins) {
    if (bin.error == 0) continue;  // nothing, or the positions of one game
    const double error = normal_95 * bin.error;
    chart.add_with_bounds(bin.predicted, {std::optional(Interval{bin.observed, std::max(0.0, bin.observed - error),
                                                                 std::min(1.0, bin.observed + error)})});
  }
  return chart.with_diagonal();
}

std::string line_text(const Recalibration& line) {
  return fmt::format(
      "Log-odds of the outcome = {} ± {} + ({} ± {}) × predicted log-odds; 0 and 1 are perfect, a slope below 1 "
      "says too bold.",
      change(line.intercept, 3), fixed(line.intercept_error, 3), fixed(line.slope, 3), fixed(line.slope_error, 3));
}

}  // namespace

Json calibration_view(const std::optional<ReportedStudy>& study, int generation, Json& charts) {
  if (!study || study->calibration.empty()) return nullptr;
  charts.push_back(chart_of(study->calibration.front()).json());
  Json tables = Json::array();
  for (const CalibrationTable& table : study->calibration) {
    Json view = table_view(table);
    if (!view["rows"].empty()) tables.push_back(std::move(view));
  }
  return {{"generation", generation},
          {"heldout", study->heldout},
          {"line", study->recalibration ? Json(line_text(*study->recalibration)) : Json(nullptr)},
          {"tables", tables}};
}

}  // namespace hone
