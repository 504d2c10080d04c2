// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tuner/report/chart.hpp"
#include "tuner/report/views.hpp"
#include "tuner/stats/interval.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int loss_decimals = 5;

std::string heldout_loss(const learn::FitSummary& fit, double loss) {
  return fit.heldout_games == 0 ? "" : text::fixed(loss, loss_decimals);
}

Json fit_row(int generation, const learn::FitSummary& fit) {
  const bool judged = fit.heldout_games > 0;
  return {{"generation", generation},
          {"games", text::grouped(fit.games + fit.heldout_games)},
          {"positions", text::grouped(fit.rows + fit.heldout_rows)},
          {"train", text::fixed(fit.train.rounded, loss_decimals)},
          {"train_start", text::fixed(fit.train.start, loss_decimals)},
          {"heldout", heldout_loss(fit, fit.heldout.rounded)},
          {"heldout_start", heldout_loss(fit, fit.heldout.start)},
          {"gain", judged ? text::change(fit.heldout_gain, loss_decimals) + " ± " +
                                text::fixed(fit.heldout_gain_error, loss_decimals)
                          : ""},
          {"k", text::fixed(fit.k, 3)},
          {"status", to_string(fit.status)}};
}

std::optional<double> if_judged(const learn::FitSummary& fit, double loss) {
  return fit.heldout_games == 0 ? std::nullopt : std::optional(loss);
}

// A bin with the positions of one game alone has no error.
std::string difference(const learn::CalibrationBin& bin) {
  const std::string text = text::change(bin.observed - bin.predicted, 3);
  return bin.error > 0 ? text + " ± " + text::fixed(bin.error, 3) : text;
}

Json bin_row(const learn::CalibrationBin& bin) {
  return {{"positions", text::grouped(bin.positions)},
          {"predicted", text::fixed(bin.predicted, 3)},
          {"observed", text::fixed(bin.observed, 3)},
          {"difference", difference(bin)}};
}

Json table_view(const learn::CalibrationTable& table) {
  Json rows = Json::array();
  for (const learn::CalibrationBin& bin : table.bins) {
    if (bin.positions > 0) rows.push_back(bin_row(bin));
  }
  return {{"name", table.name}, {"rows", rows}};
}

Chart chart_of(const learn::CalibrationTable& table) {
  Chart chart("chart-calibration", "mean outcome", {"predicted", "observed"}, ChartX::share);
  for (const learn::CalibrationBin& bin : table.bins) {
    if (bin.error == 0) continue;  // nothing, or the positions of one game
    const double error = stats::z95 * bin.error;
    chart.add_with_bounds(bin.predicted,
                          {std::optional(stats::Interval{bin.observed, std::max(0.0, bin.observed - error),
                                                         std::min(1.0, bin.observed + error)})});
  }
  return chart.with_diagonal();
}

std::string line_text(const learn::Recalibration& line) {
  return fmt::format(
      "Log-odds of the outcome = {} ± {} + ({} ± {}) × predicted log-odds; 0 and 1 are perfect, a slope below 1 "
      "says too bold.",
      text::change(line.intercept, 3), text::fixed(line.intercept_error, 3), text::fixed(line.slope, 3),
      text::fixed(line.slope_error, 3));
}

}  // namespace

Json learning_view(const ReportedRun& run, Json& charts) {
  Chart chart("chart-loss", "loss", {"generation", "trained on", "held out", "held out, weights before"});
  Json rows = Json::array(), cautions = Json::array();
  for (const ReportedGeneration& generation : run.generations) {
    if (!generation.untested.empty()) {
      cautions.push_back(fmt::format("Generation {} was not tested: {}.", generation.number, generation.untested));
    }
    if (!generation.fit) continue;
    const learn::FitSummary& fit = *generation.fit;
    chart.add(generation.number, {std::optional(fit.train.rounded), if_judged(fit, fit.heldout.rounded),
                                  if_judged(fit, fit.heldout.start)});
    rows.push_back(fit_row(generation.number, fit));
  }
  if (rows.empty()) return nullptr;
  charts.push_back(chart.json());
  return {{"rows", rows}, {"cautions", cautions}};
}

Json calibration_view(const std::optional<learn::FitRemarks>& remarks, int generation, Json& charts) {
  if (!remarks || remarks->calibration.empty()) return nullptr;
  charts.push_back(chart_of(remarks->calibration.front()).json());
  Json tables = Json::array();
  for (const learn::CalibrationTable& table : remarks->calibration) {
    Json view = table_view(table);
    if (!view["rows"].empty()) tables.push_back(std::move(view));
  }
  return {{"generation", generation},
          {"heldout", remarks->heldout_calibration},
          {"line", remarks->recalibration ? Json(line_text(*remarks->recalibration)) : Json(nullptr)},
          {"tables", tables}};
}

}  // namespace hone::report
