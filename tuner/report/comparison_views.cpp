// SPDX-License-Identifier: MIT
#include "tuner/report/comparison_views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "data/error.hpp"
#include "tuner/exchange/weights_difference.hpp"
#include "tuner/learn/weight_spelling.hpp"
#include "tuner/report/chart.hpp"
#include "tuner/report/verdict.hpp"
#include "tuner/report/weight_changes.hpp"
#include "tuner/text/numbers.hpp"
#include "tuner/text/options.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;
using Bounds = std::optional<stats::Interval>;

constexpr std::size_t farthest_shown = 20;
constexpr int loss_places = 5;
const char* const not_there = "-";

std::uint64_t games_played(const ReportedRun& run) {
  std::uint64_t games = 0;
  for (const ReportedGeneration& one : run.generations) games += one.self_play ? one.self_play->tally.games : 0;
  return games;
}

std::string elo_text(const Bounds& elo) { return elo ? stats::with_error(*elo) : not_there; }

std::string last_heldout(const ReportedRun& run) {
  for (auto one = run.generations.rbegin(); one != run.generations.rend(); ++one) {
    if (one->fit && one->fit->heldout_games > 0) return text::fixed(one->fit->heldout.rounded, loss_places);
  }
  return not_there;
}

template <class Value>
Json fact_of_both(const char* name, const ReportedRun& a, const ReportedRun& b, const Value& value) {
  return {{"name", name}, {"a", value(a)}, {"b", value(b)}};
}

// The best weights over the start after each gate, at the games and hours that had been spent on it by then.
struct CurvePoint {
  double generation = 0, games = 0, hours = 0;
  stats::Interval best;
};

std::vector<CurvePoint> curve_of(const ReportedRun& run) {
  const std::vector<EloStep> steps = elo_progress(run.generations);
  std::vector<CurvePoint> points;
  if (steps.empty()) return points;
  CurvePoint at;
  points.push_back(at);
  auto elo_step = steps.begin();
  for (const ReportedGeneration& one : run.generations) {
    at.generation = one.number;
    at.games += one.self_play ? static_cast<double>(one.self_play->tally.games) : 0;
    at.hours += one.hours;
    if (!one.gate) continue;
    at.best = elo_step->best;
    points.push_back(at);
    ++elo_step;
  }
  return points;
}

// The values of both runs by x; most x belong to one run alone.
using BothByX = std::map<double, std::pair<Bounds, Bounds>>;

BothByX over(const std::vector<CurvePoint>& a, const std::vector<CurvePoint>& b, double CurvePoint::*x) {
  BothByX values;
  for (const CurvePoint& point : a) values[point.*x].first = point.best;
  for (const CurvePoint& point : b) values[point.*x].second = point.best;
  return values;
}

Chart chart_of_both(const char* id, const char* y, const char* x_label, ChartX x, const BothByX& values) {
  Chart chart(id, y, {x_label, "A", "B"}, x);
  for (const auto& [at, both] : values) chart.add_with_bounds(at, {both.first, both.second});
  return chart;
}

BothByX pool_points(const ReportedRun& a, const ReportedRun& b) {
  BothByX values;
  for (const run::ProgressPoint& point : a.progress.points) {
    if (point.pool) values[point.generation].first = point.pool;
  }
  for (const run::ProgressPoint& point : b.progress.points) {
    if (point.pool) values[point.generation].second = point.pool;
  }
  return values;
}

Json compared_pool(const ReportedRun& a, const ReportedRun& b, Json& charts) {
  const std::string &reference = a.progress.reference, &other = b.progress.reference;
  if (reference.empty() || other.empty()) return nullptr;
  if (reference == other) {
    charts.push_back(chart_of_both("chart-pool", "Elo", "generation", ChartX::generation, pool_points(a, b)).json());
  }
  return {{"same", reference == other}, {"a", reference}, {"b", other}};
}

// "key = value" lines; a key may be there more than once.
std::map<std::string, std::string> settings_in(const std::string& config) {
  std::map<std::string, std::string> settings;
  for (std::size_t at = 0; at < config.size();) {
    const std::size_t end = std::min(config.find('\n', at), config.size());
    const std::string line = config.substr(at, end - at);
    at = end + 1;
    const std::size_t equals = line.find('=');
    if (line.starts_with('#') || equals == std::string::npos) continue;
    const std::string key(text::trimmed(line.substr(0, equals)));
    const std::string value(text::trimmed(line.substr(equals + 1)));
    std::string& known = settings[key];
    known += (known.empty() ? "" : ", ") + value;
  }
  return settings;
}

std::string setting(const std::map<std::string, std::string>& settings, const std::string& key) {
  const auto found = settings.find(key);
  if (found == settings.end()) return not_there;
  return found->second.empty() ? "(empty)" : found->second;
}

std::string heldout_cell(const std::optional<learn::FitSummary>& fit) {
  return fit && fit->heldout_games > 0 ? text::fixed(fit->heldout.rounded, loss_places) : "";
}
std::string gain_cell(const std::optional<learn::FitSummary>& fit) {
  if (!fit || fit->heldout_games == 0) return "";
  return text::change(fit->heldout_gain, loss_places) + " ± " + text::fixed(fit->heldout_gain_error, loss_places);
}

std::optional<learn::FitSummary> fit_of(const ReportedRun& run, std::size_t index) {
  return index < run.generations.size() ? run.generations[index].fit : std::nullopt;
}

Json difference_row(const exchange::GroupDifference& group) {
  const std::string where = group.largest_name + (group.largest_square.empty() ? "" : ", " + group.largest_square);
  return {{"group", group.group},
          {"changed", fmt::format("{} of {}", text::grouped(group.changed), text::grouped(group.weights))},
          {"mean", text::fixed(group.mean, 1)},
          {"largest", text::change(group.largest, 1)},
          {"errors", std::isnan(group.largest_in_errors) ? "" : text::fixed(group.largest_in_errors, 1)},
          {"correlation", std::isnan(group.correlation) ? "" : text::fixed(group.correlation, 3)},
          {"where", where}};
}

// Of weights with one schema.
Json farthest_apart(const Weights& a, const Weights& b) {
  std::vector<std::size_t> weights;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (a.values[i] != b.values[i]) weights.push_back(i);
  }
  const auto apart = [&](std::size_t weight) { return std::abs(a.values[weight] - b.values[weight]); };
  std::ranges::stable_sort(weights, std::greater(), apart);
  weights.resize(std::min(weights.size(), farthest_shown));
  Json rows = Json::array();
  for (const std::size_t weight : weights) {
    rows.push_back({{"name", learn::weight_name_by_square(a.schema, weight)},
                    {"title", learn::weight_name(a.schema, weight)},
                    {"a", value_text(a.values[weight])},
                    {"b", value_text(b.values[weight])},
                    {"change", fmt::format("{:+}", text::round_to(b.values[weight] - a.values[weight], 1))}});
  }
  return rows;
}

}  // namespace

Json compared_facts(const ReportedRun& a, const ReportedRun& b) {
  const auto row = [&](const char* name, const auto& value) { return fact_of_both(name, a, b, value); };
  return {row("Verdict", [](const ReportedRun& run) { return verdict(run).sentence; }),
          row("Generations",
              [](const ReportedRun& run) {
                return fmt::format("{} finished, {} promoted", run.finished(), run.promotions());
              }),
          row("Games of self-play", [](const ReportedRun& run) { return text::grouped(games_played(run)); }),
          row("At work", [](const ReportedRun& run) { return text::duration(run.hours); }),
          row("Final match, Elo over the start",
              [](const ReportedRun& run) {
                return elo_text(run.final_match ? Bounds(run.final_match->elo()) : std::nullopt);
              }),
          row("Elo gained against the pool", [](const ReportedRun& run) { return elo_text(run.progress.pool_gain); }),
          row("Last loss held out", last_heldout)};
}

Json compared_strength(const ReportedRun& a, const ReportedRun& b, Json& charts) {
  const std::vector<CurvePoint> curve_a = curve_of(a), curve_b = curve_of(b);
  if (curve_a.empty() && curve_b.empty()) return nullptr;
  const char* const elo = "Elo over the start";
  charts.push_back(chart_of_both("chart-generations", elo, "generation", ChartX::generation,
                                 over(curve_a, curve_b, &CurvePoint::generation))
                       .json());
  charts.push_back(chart_of_both("chart-games", elo, "games of self-play", ChartX::amount,
                                 over(curve_a, curve_b, &CurvePoint::games))
                       .json());
  charts.push_back(
      chart_of_both("chart-hours", elo, "hours", ChartX::amount, over(curve_a, curve_b, &CurvePoint::hours)).json());
  Json rows = Json::array();
  for (const auto& [generation, both] : over(curve_a, curve_b, &CurvePoint::generation)) {
    rows.push_back(
        {{"generation", static_cast<int>(generation)}, {"a", elo_text(both.first)}, {"b", elo_text(both.second)}});
  }
  return {{"rows", rows}, {"pool", compared_pool(a, b, charts)}};
}

Json compared_losses(const ReportedRun& a, const ReportedRun& b, Json& charts) {
  Chart chart("chart-losses", "loss held out", {"generation", "A", "B"});
  Json rows = Json::array();
  for (std::size_t i = 0; i < std::max(a.generations.size(), b.generations.size()); ++i) {
    const auto fit_a = fit_of(a, i), fit_b = fit_of(b, i);
    if (!fit_a && !fit_b) continue;
    const auto loss = [](const std::optional<learn::FitSummary>& fit) {
      return fit && fit->heldout_games > 0 ? std::optional(fit->heldout.rounded) : std::nullopt;
    };
    chart.add(static_cast<double>(i + 1), {loss(fit_a), loss(fit_b)});
    rows.push_back({{"generation", i + 1},
                    {"a", heldout_cell(fit_a)},
                    {"gain_a", gain_cell(fit_a)},
                    {"b", heldout_cell(fit_b)},
                    {"gain_b", gain_cell(fit_b)}});
  }
  if (rows.empty()) return nullptr;
  charts.push_back(chart.json());
  return {{"rows", rows}};
}

Json compared_settings(const ReportedRun& a, const ReportedRun& b) {
  const auto in_a = settings_in(a.config), in_b = settings_in(b.config);
  std::map<std::string, std::string> all = in_a;
  all.insert(in_b.begin(), in_b.end());
  all.erase("out");  // the folder
  Json rows = Json::array();
  for (const auto& [key, value] : all) {
    const std::string first = setting(in_a, key), second = setting(in_b, key);
    if (first != second) rows.push_back({{"name", key}, {"a", first}, {"b", second}});
  }
  return {{"rows", rows}};
}

Json compared_weights(const ReportedRun& a, const ReportedRun& b) {
  Json json = {{"rows", Json::array()}, {"farthest", Json::array()}, {"only", Json::array()}, {"equal", false}};
  json["has_farthest"] = false;
  try {
    const exchange::WeightsDifference difference = exchange::difference_of(a.best, b.best);
    json["equal"] = difference.equal();
    for (const exchange::GroupDifference& group : difference.groups) {
      if (group.changed > 0) json["rows"].push_back(difference_row(group));
    }
    for (const std::string& name : difference.only_in_first) json["only"].push_back(name + " is in A only");
    for (const std::string& name : difference.only_in_second) json["only"].push_back(name + " is in B only");
  } catch (const Error& error) {
    json["only"].push_back("The weights cannot be compared: " + error.message());
    return json;
  }
  if (a.best.schema.fingerprint() == b.best.schema.fingerprint()) json["farthest"] = farthest_apart(a.best, b.best);
  json["has_farthest"] = !json["farthest"].empty();
  return json;
}

}  // namespace hone::report
