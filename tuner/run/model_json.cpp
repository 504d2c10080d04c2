// SPDX-License-Identifier: MIT
//
// The lines of a run's journal as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/learn/json.hpp"
#include "tuner/match/json.hpp"
#include "tuner/play/json.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/model.hpp"
#include "tuner/run/options.hpp"
#include "tuner/text/json_member.hpp"
#include "tuner/text/options.hpp"

namespace hone::run {

using Json = nlohmann::ordered_json;

namespace {

Json to_json(const RunBegun& begun) { return {{"options", Json::parse(begun.options)}}; }

void require_object(const Json& json, const char* key) {
  if (!json.is_object()) throw Error(fmt::format("{}: {}", key, expected_found("a JSON object", "something else")));
}

// What tuner/run/record.hpp writes: objects of texts. Early versions kept other things there, which their readers
// check.
void require_record(const Json& record) {
  require_object(record, "options");
  if (!record.contains("options")) return;
  for (const char* key : {"options", "self_play", "gate", "final_match"}) {
    const Json texts = text::member<Json>(record, key, Json::object());
    require_object(texts, key);
    for (const auto& [name, value] : texts.items()) (void)text::json_value<std::string>(value, name);
  }
}

void from_json(const Json& json, RunBegun& begun) {
  const Json options = text::member<Json>(json, "options", Json::object());
  require_record(options);
  begun.options = options.dump();
}

Json to_json(const SessionBegun& session) {
  Json budgets = Json::object();
  for (const auto& [name, value] : session.budgets) budgets[name] = value;
  return {{"budgets", budgets}};
}

// Budgets of later versions, which are not known here, may have any value.
void require_budget(const std::string& name, const std::string& value) {
  RunOptions run;
  text::Options ends;
  run.declare_ends(ends);
  text::Option* option = ends.find(name);
  if (option == nullptr) return;
  try {
    option->set(value);
  } catch (const Error& fault) {
    throw Error(fmt::format("budgets: {}: {}", name, fault.message()));
  }
}

// Early versions wrote the values as numbers.
void from_json(const Json& json, SessionBegun& session) {
  const Json budgets = text::member<Json>(json, "budgets", Json::object());
  require_object(budgets, "budgets");
  for (const auto& [name, value] : budgets.items()) {
    session.budgets.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
    require_budget(name, session.budgets.back().second);
  }
}

Json to_json(const ConfigRestored&) { return Json::object(); }
void from_json(const Json&, ConfigRestored&) {}

Json to_json(const GenerationBegun&) { return Json::object(); }
void from_json(const Json&, GenerationBegun&) {}

Json to_json(const SelfPlayDone& played) { return play::to_json(played.result); }
void from_json(const Json& json, SelfPlayDone& played) { from_json(json, played.result); }

// Runs of early versions kept nothing of the sampling.
void from_json(const Json& json, FitDone& done) {
  done.sampling = text::member<learn::SamplingSummary>(json, "sampling", {});
  done.fit = text::member<learn::FitSummary>(json, "fit");
  done.candidates = text::member<std::vector<std::string>>(json, "candidates", {});
}

void from_json(const Json& json, SelectionDone::Result& one) {
  one.origin = text::member<std::string>(json, "origin");
  one.games = text::member<std::uint64_t>(json, "games");
  one.points = text::member<double>(json, "points");
}

void from_json(const Json& json, SelectionDone& done) {
  done.chosen = text::member<std::size_t>(json, "chosen");
  done.rounds = text::member<int>(json, "rounds");
  const Json candidates = text::member<Json>(json, "candidates");
  for (const Json& one : candidates) from_json(one, done.candidates.emplace_back());
  if (done.chosen >= 1 && done.chosen <= done.candidates.size()) return;
  throw Error(fmt::format(
      "chosen: {}", expected_found(fmt::format("1 to {}", done.candidates.size()), fmt::format("{}", done.chosen))));
}

void from_json(const Json& json, GateDone& gate) {
  from_json(json, gate.result);
  gate.promoted = text::member<bool>(json, "promoted");
}

Json to_json(const GateSkipped& skipped) { return {{"why", skipped.why}}; }
void from_json(const Json& json, GateSkipped& skipped) { skipped.why = text::member<std::string>(json, "why", ""); }

void from_json(const Json& json, PoolDone& pool) {
  pool.matches = text::member<std::vector<PoolMatch>>(json, "matches");
  pool.table = text::member<PoolTable>(json, "table");
  pool.comparison = text::member<PoolComparison>(json, "comparison");
}

Json to_json(const FinalMatchDone& played) { return match::to_json(played.result); }
void from_json(const Json& json, FinalMatchDone& played) { from_json(json, played.result); }

Json to_json(const StepVoided& voided) { return {{"stage", to_string(voided.which)}}; }
void from_json(const Json& json, StepVoided& voided) {
  voided.which = run_step(text::member<std::string>(json, "stage"));
}

Json to_json(const RunStopped& stopped) { return {{"why", stopped.why}}; }
void from_json(const Json& json, RunStopped& stopped) { stopped.why = text::member<std::string>(json, "why", ""); }

Json to_json(const RunDone& done) { return {{"why", done.why}}; }
void from_json(const Json& json, RunDone& done) { done.why = text::member<std::string>(json, "why", ""); }

// False when the event has another name.
template <class Event>
bool take(const Json& json, std::string_view name, RunEvent& event) {
  if (name != name_of(Event{})) return false;
  Event made;
  from_json(json, made);
  event = std::move(made);
  return true;
}

template <class... Events>
std::variant<Events...> event_of(const Json& json, const std::string& name, const std::variant<Events...>* /*types*/) {
  RunEvent event;
  if (!(take<Events>(json, name, event) || ...)) throw Error(expected_found("the event of a run", printable(name)));
  return event;
}

// No run comes near these, and numbers beyond them could not be counted up to.
constexpr int most_generations = 1'000'000;
constexpr double most_hours = 1e6;

int generation_of(const Json& json) {
  const int generation = text::member<int>(json, "generation");
  if (generation >= 0 && generation <= most_generations) return generation;
  throw Error(fmt::format("generation: {}",
                          expected_found(fmt::format("0 to {}", most_generations), fmt::format("{}", generation))));
}

double hours_of(const Json& json) {
  const double hours = text::member<double>(json, "hours");
  if (hours >= 0 && hours <= most_hours) return hours;
  throw Error(fmt::format("hours: {}", expected_found(fmt::format("0 to {}", most_hours), fmt::format("{}", hours))));
}

}  // namespace

Json to_json(const FitDone& result) {
  Json json = {{"sampling", learn::to_json(result.sampling)}, {"fit", learn::to_json(result.fit)}};
  if (!result.candidates.empty()) json["candidates"] = result.candidates;
  return json;
}

Json to_json(const SelectionDone& result) {
  Json json = {{"chosen", result.chosen}, {"rounds", result.rounds}, {"candidates", Json::array()}};
  for (const SelectionDone::Result& one : result.candidates) {
    json["candidates"].push_back({{"origin", one.origin}, {"games", one.games}, {"points", one.points}});
  }
  return json;
}

Json to_json(const GateDone& result) {
  Json json = match::to_json(result.result);
  json["promoted"] = result.promoted;
  return json;
}

Json to_json(const PoolDone& result) {
  Json matches = Json::array();
  for (const PoolMatch& match : result.matches) matches.push_back(to_json(match));
  return {{"matches", matches}, {"table", to_json(result.table)}, {"comparison", to_json(result.comparison)}};
}

Json to_json(const JournalEntry& entry) {
  Json json = {
      {"event", name_of(entry.event)}, {"generation", entry.generation}, {"time", entry.time}, {"hours", entry.hours}};
  json.update(std::visit([](const auto& event) { return to_json(event); }, entry.event));
  if (!entry.files.empty()) json["files"] = to_json(entry.files);
  if (!entry.distribution.is_empty()) json["distribution"] = units::to_json(entry.distribution);
  return json;
}

void from_json(const Json& json, JournalEntry& entry) {
  const std::string name = text::member<std::string>(json, "event");
  entry.generation = generation_of(json);
  entry.time = text::member<std::string>(json, "time");
  entry.hours = hours_of(json);
  entry.files = file_records(text::member<Json>(json, "files", Json::object()), entry.generation);
  entry.event = event_of(json, name, static_cast<const RunEvent*>(nullptr));
  if (const Json* distribution = text::find_member(json, "distribution")) {
    entry.distribution = text::json_value<units::Distribution>(*distribution, "distribution");
  }
}

}  // namespace hone::run
