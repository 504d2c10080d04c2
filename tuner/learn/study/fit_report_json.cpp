// SPDX-License-Identifier: MIT
#include "tuner/learn/study/fit_report_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/learn/weight_spelling.hpp"
#include "tuner/text/csv.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::learn {

namespace {

using Json = nlohmann::ordered_json;

std::string term_of(const FitReport& report, const WeightEstimate& weight) {
  return report.schema.term_name(static_cast<int>(weight.weight) / report.schema.phase_count());
}

const std::string& phase_of(const FitReport& report, const WeightEstimate& weight) {
  return report.schema.phases()[weight.weight % report.schema.phases().size()];
}

Json group_json(const FitReport& report, const GroupEstimate& group) {
  Json largest = nullptr;
  if (group.weights > 0) largest = weight_name(report.schema, report.weights[group.largest].weight);
  return {{"name", report.schema.groups()[group.group].name},
          {"weights", group.weights},
          {"unseen", group.unseen},
          {"positions", group.seen.positions},
          {"games", group.seen.games},
          {"effective_games", group.seen.effective_games},
          {"data_share", group.data_share},
          {"judged", group.judged},
          {"mean_z", group.mean_z},
          {"noise_share", group.noise_share},
          {"largest", largest}};
}

Json weight_json(const FitReport& report, const WeightEstimate& weight) {
  const bool known = weight.error > 0;
  return {{"name", term_of(report, weight)},
          {"stage", phase_of(report, weight)},
          {"value", weight.value},
          {"start", weight.start},
          {"error", known ? Json(weight.error) : Json(nullptr)},
          {"z", weight.has_z() ? Json(weight.z()) : Json(nullptr)},
          {"positions", weight.seen.positions},
          {"games", weight.seen.games},
          {"effective_games", weight.seen.effective_games},
          {"data_share", known ? Json(weight.data_share) : Json(nullptr)}};
}

Json table_json(const CalibrationTable& table) {
  Json bins = Json::array();
  for (const CalibrationBin& bin : table.bins) {
    bins.push_back(
        {{"positions", bin.positions}, {"predicted", bin.predicted}, {"observed", bin.observed}, {"error", bin.error}});
  }
  return {{"name", table.name}, {"bins", bins}};
}

Json recalibration_json(const FitReport& report) {
  if (!report.recalibration) return nullptr;
  return {{"intercept", report.recalibration->intercept},
          {"intercept_error", report.recalibration->intercept_error},
          {"slope", report.recalibration->slope},
          {"slope_error", report.recalibration->slope_error}};
}

Json calibration_json(const FitReport& report) {
  Json tables = Json::array();
  for (const CalibrationTable& table : report.calibration) tables.push_back(table_json(table));
  return {{"heldout", report.heldout_calibration}, {"tables", tables}, {"recalibration", recalibration_json(report)}};
}

Json run_away_json(const FitReport& report) {
  Json names = Json::array();
  for (const std::size_t weight : report.run_away) names.push_back(weight_name(report.schema, weight));
  return names;
}

Json unseen_json(const FitReport& report) {
  Json names = Json::array();
  for (const WeightEstimate& weight : report.weights) {
    if (weight.seen.positions == 0) names.push_back(weight_name(report.schema, weight.weight));
  }
  return names;
}

CalibrationTable calibration_table(const Json& json) {
  CalibrationTable table{.name = text::member<std::string>(json, "name"), .bins = {}};
  const Json bins = text::member<Json>(json, "bins");
  if (bins.size() != table.bins.size()) {
    throw Error(fmt::format(
        "bins: {}", expected_found(fmt::format("{} of them", table.bins.size()), fmt::format("{}", bins.size()))));
  }
  for (std::size_t i = 0; i < table.bins.size(); ++i) {
    table.bins[i] = {.positions = text::member<std::size_t>(bins[i], "positions"),
                     .predicted = text::member<double>(bins[i], "predicted"),
                     .observed = text::member<double>(bins[i], "observed"),
                     .error = text::member<double>(bins[i], "error")};
  }
  return table;
}

Recalibration recalibration(const Json& json) {
  return {.intercept = text::member<double>(json, "intercept"),
          .slope = text::member<double>(json, "slope"),
          .intercept_error = text::member<double>(json, "intercept_error"),
          .slope_error = text::member<double>(json, "slope_error")};
}

}  // namespace

Json summary_json(const FitReport& report) {
  Json json = {{"games", report.data.games},
               {"positions", report.data.positions},
               {"effective_games", report.data.effective_games}};
  json["warning"] = report.warning ? Json(*report.warning) : Json(nullptr);
  json["learning_curve"] = report.curve ? to_json(*report.curve) : Json(nullptr);
  json["groups"] = Json::array();
  for (const GroupEstimate& group : report.groups) json["groups"].push_back(group_json(report, group));
  json["collinear"] = report.collinear;
  json["run_away"] = run_away_json(report);
  json["calibration"] = calibration_json(report);
  return json;
}

Json to_json(const FitReport& report) {
  Json json = summary_json(report);
  json["weights"] = Json::array();
  for (const WeightEstimate& weight : report.weights) json["weights"].push_back(weight_json(report, weight));
  json["unseen"] = unseen_json(report);
  return json;
}

void from_json(const Json& json, FitRemarks& remarks) {
  remarks.warning = text::member<std::string>(json, "warning", "");
  if (const Json* curve = text::find_member(json, "learning_curve"); curve != nullptr) {
    remarks.curve = text::json_value<LearningCurve>(*curve, "learning_curve");
  }
  remarks.collinear = text::member<std::vector<std::string>>(json, "collinear");
  remarks.run_away = text::member<std::vector<std::string>>(json, "run_away", {});
  const Json calibration = text::member<Json>(json, "calibration");
  remarks.heldout_calibration = text::member<bool>(calibration, "heldout");
  for (const Json& table : text::member<Json>(calibration, "tables")) {
    remarks.calibration.push_back(calibration_table(table));
  }
  const Json* line = text::find_member(calibration, "recalibration");
  if (line != nullptr) remarks.recalibration = recalibration(*line);
}

std::string format_weight_table(const FitReport& report) {
  std::string text = "weight,stage,value,start,error,z,positions,games,effective_games,data_share\n";
  for (const WeightEstimate& weight : report.weights) {
    const bool known = weight.error > 0;
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{:.1f},{}\n", text::csv_cell(term_of(report, weight)),
                    text::csv_cell(phase_of(report, weight)), weight.value, weight.start,
                    known ? fmt::format("{:.4g}", weight.error) : "",
                    weight.has_z() ? fmt::format("{:.3f}", weight.z()) : "", weight.seen.positions, weight.seen.games,
                    weight.seen.effective_games, known ? fmt::format("{:.3f}", weight.data_share) : "");
  }
  return text;
}

void write_weight_table(const std::filesystem::path& file, const FitReport& report) {
  write_file_atomically(file, format_weight_table(report));
}

}  // namespace hone::learn
