// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/report/chart.hpp"
#include "tuner/report/verdict.hpp"
#include "tuner/report/views.hpp"
#include "tuner/run/candidates.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

std::string sprt_text(const match::MatchSummary& match) {
  if (!match.sprt) return "";
  return fmt::format("{}: {}", to_string(match.sprt->verdict), text::fixed(match.sprt->llr, 2));
}

// The barriers of the SPRT; they are the same for every gate of a run.
Json barriers_of(const ReportedRun& run) {
  for (const ReportedGeneration& generation : run.generations) {
    if (!generation.gate || !generation.gate->sprt) continue;
    const stats::SprtState& sprt = *generation.gate->sprt;
    return fmt::format("({}, {})", text::fixed(sprt.lower, 2), text::fixed(sprt.upper, 2));
  }
  return nullptr;
}

// The counts of pairs by their points: "2, 5, 9, 4, 1".
std::string pairs_text(const match::SideSummary& results) {
  return results.pairs ? fmt::format("{}", fmt::join(results.pairs->pairs, ", ")) : "";
}

// Games that were played again are points, and no evidence for Elo and the test.
std::string games_text(const match::MatchSummary& match) {
  const match::SideSummary& results = match.players.at(0).results;
  const std::string games = text::grouped(match.games);
  if (!results.pairs || !results.distinct_pairs) return games;
  const std::uint64_t repeated = results.pairs->count() - results.distinct_pairs->count();
  return repeated == 0 ? games
                       : fmt::format("{}, of them {} pairs repeated: no evidence", games, text::grouped(repeated));
}

Json match_row(const match::MatchSummary& match) {
  const match::PlayerSummary& player = match.players.at(0);
  const auto& [losses, draws, wins] = player.results.games;
  const std::optional<stats::Interval> nelo = match.nelo();
  return {{"player", player.name},
          {"opponent", match.players.at(1).name},
          {"games", games_text(match)},
          {"results", fmt::format("+{} ={} -{}", wins, draws, losses)},
          {"pairs", pairs_text(player.results)},
          {"drawn", text::percent(text::share(draws, match.games))},
          {"elo", stats::with_error(match.elo())},
          {"nelo", nelo ? stats::with_error(*nelo) : ""},
          {"los", std::isnan(match.los()) ? "" : text::percent(match.los())},
          {"sprt", sprt_text(match)}};
}

// The final match is drawn at the generation that played it.
Chart elo_chart(const ReportedRun& run, const std::vector<EloStep>& steps) {
  using Value = std::optional<stats::Interval>;
  Chart chart("chart-elo", "Elo over the start", {"generation", "best so far", "candidate", "final match"});
  chart.add_with_bounds(0, {stats::Interval{}, Value(), Value()});
  for (const EloStep& step : steps) {
    const bool is_measured = run.final_match && step.generation == run.best_generation();
    chart.add_with_bounds(step.generation,
                          {step.best, step.candidate, is_measured ? Value(run.final_match->elo()) : Value()});
  }
  return chart;
}

std::string test_text(const stats::SprtOptions& test) {
  return fmt::format("{:g} against {:g} {}", test.elo1, test.elo0,
                     test.model == stats::EloModel::logistic ? "Elo" : "nElo");
}

Json cautions_of(const ReportedRun& run) {
  Json cautions = Json::array();
  const auto add = [&](const std::optional<match::MatchSummary>& match) {
    if (const std::string text = match ? caution(*match) : ""; !text.empty()) cautions.push_back(text);
  };
  for (const ReportedGeneration& generation : run.generations) add(generation.gate);
  add(run.final_match);
  return cautions;
}

// A row for each of several candidates of a generation; nothing where every generation had one.
Json selection_table(const ReportedRun& run) {
  Json rows = Json::array();
  for (const ReportedGeneration& generation : run.generations) {
    if (!generation.selection) continue;
    const run::SelectionDone& selection = *generation.selection;
    for (std::size_t i = 0; i < selection.candidates.size(); ++i) {
      const run::SelectionDone::Result& one = selection.candidates[i];
      const double share = one.games > 0 ? one.points / static_cast<double>(one.games) : 0;
      rows.push_back({{"generation", generation.number},
                      {"number", i + 1},
                      {"origin", one.origin},
                      {"games", text::grouped(one.games)},
                      {"points", text::fixed(one.points, 1)},
                      {"share", one.games > 0 ? text::percent(share) : ""},
                      {"chosen", i + 1 == selection.chosen}});
    }
  }
  return rows.empty() ? Json(nullptr) : Json{{"rows", rows}};
}

// -- The pool

std::string elo_or_none(const std::optional<stats::Interval>& elo) { return elo ? stats::with_error(*elo) : "unknown"; }

std::string travelled_text(const std::optional<stats::Interval>& share) {
  if (!share) return "unknown, as the gain at home is not surely above 0, or a player won or lost everything";
  return fmt::format("{} % [{} %, {} %] (95 %)", text::fixed(100 * share->value, 0), text::fixed(100 * share->low, 0),
                     text::fixed(100 * share->high, 0));
}

Chart pool_chart(const run::RunProgress& progress) {
  Chart chart("chart-pool", "Elo", {"generation", "home, tests added up", "pool"});
  for (const run::ProgressPoint& point : progress.points) {
    chart.add_with_bounds(point.generation, {point.home, point.pool});
  }
  return chart;
}

Json pool_row(const ReportedGeneration& generation) {
  const run::PoolComparison& found = generation.pool->comparison;
  std::uint64_t faults = 0;
  for (const run::PoolMatch& match : generation.pool->matches) faults += match.faults;
  return {{"player", run::weights_name(generation.number)},
          {"before", run::weights_name(found.before)},
          {"games", text::grouped(2 * found.pairs)},
          {"score", text::percent(found.score)},
          {"score_before", text::percent(found.score_before)},
          {"gain", elo_or_none(found.elo)},
          {"faults", faults > 0 ? Json(text::grouped(faults)) : Json(nullptr)},
          {"promoted", generation.promoted},
          {"fallen", found.has_fallen}};
}

Json pool_view(const ReportedRun& run, Json& charts) {
  const run::RunProgress& progress = run.progress;
  Json rows = Json::array(), opponents = Json::array();
  for (const ReportedGeneration& generation : run.generations) {
    if (generation.pool) rows.push_back(pool_row(generation));
  }
  if (rows.empty()) return nullptr;
  for (const run::PoolRating& rating : progress.opponents) {
    opponents.push_back({{"name", rating.name},
                         {"elo", stats::with_error(rating.elo)},
                         {"points", text::fixed(rating.points, 1)},
                         {"games", text::grouped(rating.games)}});
  }
  const bool is_rated = !progress.reference.empty();
  if (is_rated) charts.push_back(pool_chart(progress).json());
  return {{"rows", rows},
          {"rated", is_rated},
          {"reference", progress.reference},
          {"opponents", opponents},
          {"has_opponents", !opponents.empty()},
          {"pool_gain", elo_or_none(progress.pool_gain)},
          {"home_gain", stats::with_error(progress.home_gain)},
          {"direct", progress.is_direct},
          {"travelled", travelled_text(progress.travelled)}};
}

bool is_corrected(const ReportedGeneration& generation) {
  return generation.gate && generation.gate->corrected.has_value();
}

}  // namespace

Json strength_view(const ReportedRun& run, Json& charts) {
  const std::vector<EloStep> steps = elo_progress(run.generations);
  if (steps.empty()) return nullptr;
  charts.push_back(elo_chart(run, steps).json());
  Json rows = Json::array();
  auto step = steps.begin();
  for (const ReportedGeneration& generation : run.generations) {
    if (!generation.gate) continue;
    Json row = match_row(*generation.gate);
    row["over_start"] = stats::with_error(step->candidate);
    row["promoted"] = generation.promoted;
    row["why"] = run::reason(*generation.gate, generation.promoted, run.gate_los,
                             generation.pool && generation.pool->comparison.has_fallen);
    row["chosen"] = generation.selection ? Json(run::describe_chosen(*generation.selection)) : Json(nullptr);
    rows.push_back(std::move(row));
    ++step;
  }
  return {{"rows", rows},
          {"final", run.final_match ? match_row(*run.final_match) : Json(nullptr)},
          {"barriers", barriers_of(run)},
          {"test", run.gate_test ? Json(test_text(*run.gate_test)) : Json(nullptr)},
          {"pool", pool_view(run, charts)},
          {"corrected", std::ranges::any_of(run.generations, is_corrected)},
          {"selection", selection_table(run)},
          {"cautions", cautions_of(run)}};
}

}  // namespace hone::report
