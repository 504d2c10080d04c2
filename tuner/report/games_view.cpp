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

// Runs of early versions did not count the kinds of adjudication apart.
std::string misjudged_text(const stats::PlayTally& played) {
  if (played.verified == 0) return "";
  const auto& [resignations, draws] = played.checks;
  if (played.checks == stats::AdjudicationChecks()) return fmt::format("{} of {}", played.misjudged, played.verified);
  std::string text;
  if (resignations.played_on > 0) text = "resignations " + stats::to_string(resignations);
  if (resignations.played_on > 0 && draws.played_on > 0) text += "; ";
  return draws.played_on > 0 ? text + "draws " + stats::to_string(draws) : text;
}

// Repeated games are played and not recorded: results, ends and lengths are of the others.
std::uint64_t recorded(const stats::PlayTally& played) { return played.games - played.duplicates; }

Json games_row(const ReportedGeneration& generation) {
  const stats::PlayTally& played = generation.self_play->tally;
  return {{"generation", generation.number},
          {"games", text::grouped(played.games)},
          {"duplicates", text::grouped(played.duplicates)},
          {"first", text::percent(text::share(played.results.wins, recorded(played)))},
          {"draws", text::percent(text::share(played.results.draws, recorded(played)))},
          {"second", text::percent(text::share(played.results.losses, recorded(played)))},
          {"length", text::fixed(text::share(played.plies, recorded(played)), 1)},
          {"misjudged", misjudged_text(played)},
          {"time", time_text(generation.self_play_hours)},
          {"rate", rate_text(played.games, generation.self_play_hours)},
          {"generation_time", time_text(generation.hours)}};
}

using Played = std::vector<const ReportedGeneration*>;

// The most frequent reason first; among equals the one that occurred in the earlier generation.
std::vector<EndReason> reasons_of(const Played& generations) {
  stats::ReasonCounts total{};
  std::vector<EndReason> reasons;
  for (const ReportedGeneration* generation : generations) {
    const stats::ReasonCounts& counts = generation->self_play->tally.reasons;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (total[i] == 0 && counts[i] > 0) reasons.push_back(static_cast<EndReason>(i));
      total[i] += counts[i];
    }
  }
  std::ranges::stable_sort(reasons, std::greater(),
                           [&](EndReason one) { return total[static_cast<std::size_t>(one)]; });
  return reasons;
}

std::vector<double> reason_shares(const stats::PlayTally& played, const std::vector<EndReason>& reasons) {
  std::vector<double> shares;
  for (const EndReason reason : reasons) {
    shares.push_back(text::share(played.reasons[static_cast<std::size_t>(reason)], recorded(played)));
  }
  return shares;
}

std::string spoken_reason(EndReason reason) {
  std::string name = to_string(reason);
  std::ranges::replace(name, '_', ' ');
  return name;
}

// A line for each generation, a column for each reason.
Json reasons_table(const Played& generations, const std::vector<EndReason>& reasons) {
  Json heads = Json::array(), rows = Json::array();
  for (const EndReason reason : reasons) heads.push_back(spoken_reason(reason));
  for (const ReportedGeneration* generation : generations) {
    Json cells = Json::array();
    for (const double part : reason_shares(generation->self_play->tally, reasons)) cells.push_back(text::percent(part));
    rows.push_back({{"generation", generation->number}, {"cells", cells}});
  }
  return {{"heads", heads}, {"rows", rows}};
}

Chart reasons_chart(const Played& generations, std::vector<EndReason> reasons) {
  reasons.resize(std::min(reasons.size(), most_lines));
  std::vector<std::string> labels{"generation"};
  for (const EndReason reason : reasons) labels.push_back(spoken_reason(reason));
  Chart chart("chart-ends", "% of games", labels);
  for (const ReportedGeneration* generation : generations) {
    std::vector<std::optional<double>> values;
    for (const double part : reason_shares(generation->self_play->tally, reasons)) values.emplace_back(100 * part);
    chart.add(generation->number, values);
  }
  return chart;
}

Chart results_chart(const Played& generations) {
  Chart chart("chart-results", "% of games", {"generation", "first player wins", "draws", "second player wins"});
  for (const ReportedGeneration* generation : generations) {
    const stats::PlayTally& games = generation->self_play->tally;
    const auto percents = [&](std::uint64_t part) { return std::optional(100 * text::share(part, recorded(games))); };
    chart.add(generation->number,
              {percents(games.results.wins), percents(games.results.draws), percents(games.results.losses)});
  }
  return chart;
}

Chart lengths_chart(const Played& generations) {
  Chart chart("chart-lengths", "plies a game", {"generation", "mean length"});
  for (const ReportedGeneration* generation : generations) {
    const stats::PlayTally& games = generation->self_play->tally;
    chart.add(generation->number, {std::optional(text::share(games.plies, recorded(games)))});
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
  const std::vector<EndReason> reasons = reasons_of(played);
  for (const Chart& chart : {results_chart(played), lengths_chart(played), reasons_chart(played, reasons)}) {
    charts.push_back(chart.json());
  }
  return {{"rows", rows}, {"reasons", reasons_table(played, reasons)}};
}

}  // namespace hone::report
