// SPDX-License-Identifier: MIT
#include "tuner/report/refine_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/report/chart.hpp"
#include "tuner/report/embedded_texts.hpp"
#include "tuner/report/html_template.hpp"
#include "tuner/stats/interval.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_points = 200;  // of a path that is drawn

// Batches that are drawn: all, or as many evenly chosen ones, the last among them.
std::vector<std::size_t> drawn(std::size_t count) {
  std::vector<std::size_t> places;
  const std::size_t points = std::min(count, most_points);
  for (std::size_t i = 1; i <= points; ++i) places.push_back(i * count / points - 1);
  return places;
}

// A line from the start to the present value, 100 wide and 24 high, the start in the middle.
std::string line_of(const std::vector<refine::PathPoint>& path, std::size_t parameter, double start, double size) {
  std::string points = "0,12";
  const std::vector<std::size_t> places = drawn(path.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double up = std::clamp((path[places[i]].values[parameter] - start) / size, -1.0, 1.0);
    points += fmt::format(" {:.1f},{:.1f}", 100.0 * static_cast<double>(i + 1) / static_cast<double>(places.size()),
                          12 - 11 * up);
  }
  return points;
}

// Nothing for numbers that have no step of their own.
std::string shown_step(double step) {
  if (!(step > 0)) return "";
  return step < 10 ? fmt::format("{:.2g}", step) : text::fixed(step, 0);
}

Json rows_of(const refine::RefineStatus& status, const std::vector<refine::PathPoint>& path) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < status.parameters.size(); ++i) {
    const refine::RefinedParameter& each = status.parameters[i];
    const bool is_refined = each.error > 0;  // the others change no move
    double size = std::max(2 * each.error, 1e-9);
    for (const refine::PathPoint& point : path) size = std::max(size, std::abs(point.values[i] - each.parameter.start));
    rows.push_back({{"name", each.parameter.name},
                    {"meaning", each.parameter.meaning},
                    {"start", each.parameter.start},
                    {"played", each.played},
                    {"changed", each.played != each.parameter.start},
                    {"value", is_refined ? text::fixed(each.value, 1) : ""},
                    {"error", is_refined ? text::fixed(stats::z95 * each.error, 1) : ""},
                    {"step", shown_step(each.step)},
                    {"least", each.parameter.least},
                    {"most", each.parameter.most},
                    {"line", line_of(path, i, each.parameter.start, size)}});
  }
  return rows;
}

Json charts_of(const std::vector<refine::PathPoint>& path) {
  Chart gain("chart-gain", "Elo predicted", {"games", "gain over the start"}, ChartX::amount);
  for (const std::size_t place : drawn(path.size())) {
    const refine::PathPoint& point = path[place];
    const double error = stats::z95 * point.gain_error;
    gain.add_with_bounds(static_cast<double>(point.games),
                         {stats::Interval{point.gain, point.gain - error, point.gain + error}});
  }
  Json charts = Json::array();
  if (!path.empty()) charts.push_back(gain.json());
  return charts;
}

std::string headline_of(const refine::RefineStatus& status) {
  const std::string predicted = fmt::format("{:+.1f} ± {:.1f} Elo predicted by {} of {} games", status.gain,
                                            stats::z95 * status.gain_error, 2 * status.pairs, 2 * status.planned);
  if (!status.proof) return predicted;
  const stats::Interval elo = status.proof->elo();
  const std::string verdict =
      status.proof->sprt ? fmt::format(", SPRT {}", to_string(status.proof->sprt->verdict)) : "";
  return fmt::format("{:+.1f} [{:+.1f}, {:+.1f}] Elo (95 %) against the start in {} games{}", elo.value, elo.low,
                     elo.high, status.proof->games, verdict);
}

}  // namespace

std::string refine_page(const std::filesystem::path& folder, const std::string& game,
                        const refine::RefineStatus& status, const std::vector<refine::PathPoint>& path) {
  std::string idle;
  for (const std::string& name : status.idle) idle += (idle.empty() ? "" : ", ") + name;
  Json page = {{"game", game},
               {"folder", folder.filename().string()},
               {"sentence", headline_of(status)},
               {"predicted", fmt::format("{:+.1f} ± {:.1f}", status.gain, stats::z95 * status.gain_error)},
               {"games", 2 * status.pairs},
               {"planned", 2 * status.planned},
               {"directions", status.directions},
               {"cost", fmt::format("{:.0f}", status.cost)},
               {"idle", idle},
               {"begun", !path.empty()},
               {"rows", rows_of(status, path)}};
  page["chart_data"] = json_for_script(charts_of(path));
  page["style"] = std::string(dygraphs_style) + std::string(page_style);
  page["dygraphs"] = script_text(dygraphs_script);
  page["script"] = script_text(page_script);
  page["licence"] = dygraphs_licence;
  return render_template(refine_template, page);
}

}  // namespace hone::report
