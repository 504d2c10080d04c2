// SPDX-License-Identifier: MIT
#include "tuner/run/status.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "tuner/run/candidates.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/record.hpp"
#include "tuner/stats/json.hpp"

namespace hone::run {

namespace {

GenerationStatus status_of_generation(const RunHistory& history, int number, double los_wanted) {
  GenerationStatus status{.number = number, .hours = history.hours_of(number)};
  if (const auto* played = history.result<SelfPlayDone>(number)) status.games = played->result.tally.games;
  if (const auto* selection = history.result<SelectionDone>(number)) status.chosen = describe_chosen(*selection);
  if (const auto* gate = history.result<GateDone>(number)) {
    status.gate = gate->result;
    status.promoted = gate->promoted;
    const auto* pool = history.result<PoolDone>(number);
    status.why = reason(gate->result, gate->promoted, los_wanted, pool != nullptr && pool->comparison.has_fallen);
  }
  if (const auto* skipped = history.result<GateSkipped>(number)) status.why = skipped->why;
  return status;
}

nlohmann::ordered_json json_of(const GenerationStatus& generation) {
  nlohmann::ordered_json json = {{"generation", generation.number}, {"hours", generation.hours}};
  if (generation.games) json["games"] = *generation.games;
  if (!generation.chosen.empty()) json["chosen"] = generation.chosen;
  if (!generation.gate && !generation.why.empty()) json["untested"] = generation.why;
  if (!generation.gate) return json;
  json["gate_games"] = generation.gate->games;
  json["elo"] = stats::to_json(generation.gate->elo());
  json["promoted"] = generation.promoted;
  json["why"] = generation.why;
  return json;
}

}  // namespace

RunStatus status_of_run(const std::filesystem::path& folder) {
  RunDirectory::require_run(folder);
  const JournalLines journal = read_journal(RunPaths(folder).journal());
  const std::vector<JournalEntry> entries = entries_of(journal);
  const RunHistory history(entries);
  RunStatus status;
  status.holder = RunDirectory::holder_of(folder);
  status.done = history.done();
  status.generations = history.generations();
  status.promotions = history.promotions();
  status.best_generation = history.best();
  status.live = read_live(RunPaths(folder).live(), journal.first_sum).live;
  status.hours = std::max(history.hours(), status.live ? status.live->hours : 0.0);
  status.progress = progress_of(history);
  status.last = entries.back();
  const RunPaths paths(folder);
  const RunOptions options = options_of(paths.journal(), history);
  for (int number = 1; history.was_begun(number); ++number) {
    status.table.push_back(status_of_generation(history, number, options.gate_los));
  }
  status.forecast = forecast(history, options, status.hours);
  status.distribution = history.distribution();
  status.damage = find_damage(paths, history);
  return status;
}

nlohmann::ordered_json to_json(const RunStatus& status) {
  nlohmann::ordered_json json = {{"running", status.holder.has_value()},      {"done", status.done},
                                 {"generations", status.generations},         {"promotions", status.promotions},
                                 {"best_generation", status.best_generation}, {"hours", status.hours}};
  if (status.holder) {
    json["process"] = status.holder->process;
    json["host"] = status.holder->host;
    json["since"] = status.holder->since;
  }
  json["table"] = nlohmann::ordered_json::array();
  for (const GenerationStatus& generation : status.table) json["table"].push_back(json_of(generation));
  json["forecast"] = to_json(status.forecast);
  json["damaged"] = nlohmann::ordered_json::object();
  for (const Damage& damage : status.damage) json["damaged"][damage.sealed.file.name] = damage.what;
  json["live"] = status.live ? to_json(*status.live) : nlohmann::ordered_json::object();
  json["progress"] = to_json(status.progress);
  if (!status.distribution.is_empty()) json["distribution"] = units::to_json(status.distribution);
  json["last"] = to_json(status.last);
  return json;
}

}  // namespace hone::run
