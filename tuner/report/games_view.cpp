// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "tuner/report/chart.hpp"
#include "tuner/report/views.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_lines = 6;  // in a chart, for which the page has colours

std::string time_text(double hours) { return hours > 0 ? text::duration(hours) : ""; }

std::string rate_text(std::uint64_t games, double hours) {
  return hours > 0 ? text::fixed(static_cast<double>(games) / (3600 * hours), 1) : "";
}

Json games_row(const ReportedGeneration& generation) {
  const ReportedSelfPlay& played = *generation.self_play;
  return {{"generation", generation.number},
          {"games", text::grouped(played.games)},
          {"duplicates", text::grouped(played.duplicates)},
          {"first", text::percent(text::share(played.first_wins, played.games))},
          {"draws", text::percent(text::share(played.draws, played.games))},
          {"second", text::percent(text::share(played.second_wins, played.games))},
          {"length", text::fixed(text::share(played.plies, played.games), 1)},
          {"misjudged", played.verified == 0 ? "" : fmt::format("{} of {}", played.misjudged, played.verified)},
          {"time", time_text(generation.self_play_hours)},
          {"rate", rate_text(played.games, generation.self_play_hours)},
          {"generation_time", time_text(generation.hours)}};
}

std::uint64_t count_in(const NamedCounts& counts, const std::string& name) {
  const auto found = std::ranges::find(counts, name, &NamedCounts::value_type::first);
  return found == counts.end() ? 0 : found->second;
}

using Played = std::vector<const ReportedGeneration*>;

// The most frequent first.
std::vector<std::string> reason_names(const Played& generations) {
  NamedCounts total;
  for (const ReportedGeneration* generation : generations) {
    for (const auto& [name, count] : generation->self_play->reasons) {
      const auto found = std::ranges::find(total, name, &NamedCounts::value_type::first);
      if (found == total.end()) {
        total.emplace_back(name, count);
      } else {
        found->second += count;
      }
    }
  }
  std::ranges::stable_sort(total, std::greater(), &NamedCounts::value_type::second);
  std::vector<std::string> names;
  for (const auto& [name, count] : total) names.push_back(name);
  return names;
}

std::vector<double> reason_shares(const ReportedSelfPlay& played, const std::vector<std::string>& names) {
  std::vector<double> shares;
  for (const std::string& name : names) shares.push_back(text::share(count_in(played.reasons, name), played.games));
  return shares;
}

std::string spoken(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

// A line a generation, a column a reason.
Json reasons_table(const Played& generations, const std::vector<std::string>& names) {
  Json heads = Json::array(), rows = Json::array();
  for (const std::string& name : names) heads.push_back(spoken(name));
  for (const ReportedGeneration* generation : generations) {
    Json cells = Json::array();
    for (const double part : reason_shares(*generation->self_play, names)) cells.push_back(text::percent(part));
    rows.push_back({{"generation", generation->number}, {"cells", cells}});
  }
  return {{"heads", heads}, {"rows", rows}};
}

Chart reasons_chart(const Played& generations, std::vector<std::string> names) {
  names.resize(std::min(names.size(), most_lines));
  std::vector<std::string> labels{"generation"};
  for (const std::string& name : names) labels.push_back(spoken(name));
  Chart chart("chart-ends", "% of games", labels);
  for (const ReportedGeneration* generation : generations) {
    std::vector<std::optional<double>> values;
    for (const double part : reason_shares(*generation->self_play, names)) values.emplace_back(100 * part);
    chart.add(generation->number, values);
  }
  return chart;
}

Chart results_chart(const Played& generations) {
  Chart chart("chart-results", "% of games", {"generation", "first player wins", "draws", "second player wins"});
  for (const ReportedGeneration* generation : generations) {
    const ReportedSelfPlay& games = *generation->self_play;
    const auto percents = [&](std::uint64_t part) { return std::optional(100 * text::share(part, games.games)); };
    chart.add(generation->number, {percents(games.first_wins), percents(games.draws), percents(games.second_wins)});
  }
  return chart;
}

Chart lengths_chart(const Played& generations) {
  Chart chart("chart-lengths", "plies a game", {"generation", "mean length"});
  for (const ReportedGeneration* generation : generations) {
    chart.add(generation->number,
              {std::optional(text::share(generation->self_play->plies, generation->self_play->games))});
  }
  return chart;
}

}  // namespace

Json games_view(const ReportedRun& run, Json& charts) {
  Played played;
  Json rows = Json::array();
  for (const ReportedGeneration& generation : run.generations) {
    if (!generation.self_play) continue;
    rows.push_back(games_row(generation));
    played.push_back(&generation);
  }
  if (played.empty()) return nullptr;
  const std::vector<std::string> reasons = reason_names(played);
  for (const Chart& chart : {results_chart(played), lengths_chart(played), reasons_chart(played, reasons)}) {
    charts.push_back(chart.json());
  }
  return {{"rows", rows}, {"reasons", reasons_table(played, reasons)}};
}

}  // namespace hone::report
