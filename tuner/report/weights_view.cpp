// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tuner/learn/weight_spelling.hpp"
#include "tuner/report/group_view.hpp"
#include "tuner/report/views.hpp"
#include "tuner/report/weight_changes.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t movers_shown = 20;

const char* test_of(const ReportedRun& run, int generation) {
  const auto found = std::ranges::find(run.generations, generation, &ReportedGeneration::number);
  if (found != run.generations.end() && found->gate) return "which did not pass their test";
  const bool is_untested = found != run.generations.end() && !found->untested.empty();
  return is_untested ? "which were not worth a test" : "whose test is not finished";
}

std::string whose(const WeightChanges& changes, const ReportedRun& run) {
  if (changes.generation == 0) return "The starting weights: there are no fitted ones yet.";
  if (changes.generation == run.best_generation()) {
    return fmt::format("The best weights, of generation {}, compared with the start.", changes.generation);
  }
  return fmt::format("The weights of generation {}, {}, compared with the start.", changes.generation,
                     test_of(run, changes.generation));
}

Json movers(const WeightChanges& changes, bool noise) {
  Json rows = Json::array();
  for (const std::size_t weight : changes.farthest(noise, movers_shown)) rows.push_back(weight_row(changes, weight));
  return rows;
}

std::string noise_text(const WeightChanges& changes) {
  const auto noise = static_cast<std::size_t>(std::ranges::count_if(changes.weights, &learn::WeightEstimate::is_noise));
  const auto known = static_cast<std::size_t>(std::ranges::count_if(changes.weights, &learn::WeightEstimate::has_z));
  return fmt::format(
      "{} of {} weights with an error and {} games or more are within {} standard deviations, by chance alone, of the "
      "start: not shown to differ. The ones of them that moved farthest.",
      text::grouped(noise), text::grouped(known), learn::least_games_to_judge, learn::noise_z);
}

std::string movers_text(const WeightChanges& changes) {
  if (!changes.has_errors) return "The ones that moved farthest from the start.";
  return fmt::format(
      "The ones that moved farthest, of those in {} games or more and {} or more standard deviations by chance alone "
      "away from the start. The error is that of the value: chance by game, and what the prior may hide.",
      learn::least_games_to_judge, learn::noise_z);
}

// Names of the first few weights.
std::string run_away_text(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string text = fmt::format("{} weights ran away, as all positions with them are predicted with certainty: {}",
                                 text::grouped(names.size()), names.front());
  for (std::size_t i = 1; i < std::min(most, names.size()); ++i) text += ", " + names[i];
  return text + (names.size() > most ? ", ..." : "");
}

Json group_row(const WeightChanges& changes, const GroupChange& change) {
  const double seen = static_cast<double>(change.seen);
  return {
      {"name", changes.schema.groups()[change.group].name},
      {"weights", text::grouped(change.weights)},
      {"seen", changes.has_errors ? text::grouped(change.seen) : ""},
      {"noise", changes.has_errors && change.seen > 0 ? text::percent(static_cast<double>(change.noise) / seen) : ""},
      {"mean_change", text::fixed(change.mean_change, 1)},
      {"largest", fmt::format("{} {}", learn::weight_name_by_square(changes.schema, change.largest),
                              change_text(changes.weights[change.largest]))}};
}

}  // namespace

Json weights_view(const WeightChanges& changes, const ReportedRun& run,
                  const std::optional<learn::FitRemarks>& remarks) {
  Json json = {{"whose", whose(changes, run)}, {"stages", changes.schema.phases()}, {"errors", changes.has_errors}};
  json["errors_missing"] = changes.generation > 0 && !changes.has_errors;
  json["movers_text"] = movers_text(changes);
  json["movers"] = movers(changes, false);
  if (changes.has_errors) json["noise"] = {{"text", noise_text(changes)}, {"rows", movers(changes, true)}};
  json["group_rows"] = json["scalars"] = json["groups"] = Json::array();
  for (const GroupChange& change : group_changes(changes)) json["group_rows"].push_back(group_row(changes, change));
  for (const Group& group : changes.schema.groups()) {
    const bool is_scalar = group.shape.kind == GroupKind::scalar;
    json[is_scalar ? "scalars" : "groups"].push_back(is_scalar ? scalar_row(changes, group)
                                                               : group_view(changes, group));
  }
  json["has_scalars"] = !json["scalars"].empty();
  if (remarks && !remarks->warning.empty()) json["warning"] = remarks->warning;
  if (remarks && remarks->curve) json["curve"] = learn::describe(*remarks->curve);
  if (remarks && !remarks->run_away.empty()) json["run_away"] = run_away_text(remarks->run_away);
  if (remarks && !remarks->collinear.empty()) json["collinear"] = {{"phrases", remarks->collinear}};
  return json;
}

}  // namespace hone::report
