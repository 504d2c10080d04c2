// SPDX-License-Identifier: MIT
#include "tuner/refine/record.hpp"

#include <fmt/format.h>

#include <cmath>

#include "data/error.hpp"
#include "tuner/match/json.hpp"
#include "tuner/text/json_member.hpp"
#include "tuner/text/seal.hpp"

namespace hone::refine {
namespace {

using Json = nlohmann::ordered_json;

// Of the journal, and of how pairs are decided by it (walk.hpp, strength_model.hpp): another way is another version.
constexpr int version = 2;

Begun begun_in(const Json& json) {
  if (const int found = text::member<int>(json, "version"); found != version) {
    throw Error(fmt::format(
        "version: {}{}", expected_found(fmt::format("{}", version), fmt::format("{}", found)),
        found < version ? "; its pairs were decided in another way, by an earlier hone, which reads it" : ""));
  }
  Begun begun;
  begun.game = text::member<std::string>(json, "game");
  const auto options = text::member<Json>(json, "options");
  if (!options.is_object()) throw Error("options: expected an object");
  for (const auto& [name, value] : options.items()) {
    begun.options.emplace_back(name, text::json_value<std::string>(value, name));
  }
  begun.start = text::member<std::string>(json, "start");
  begun.signature = text::member<std::string>(json, "signature");
  return begun;
}

double step_in(const Json& value, const std::string& name) {
  const auto step = text::json_value<double>(value, name);
  if (!(step >= 0) || !std::isfinite(step))
    throw Error(name + ": " + expected_found("a step of 0 or more", value.dump()));
  return step;
}

Steps steps_in(const Json& json) {
  Steps steps;
  const auto single = text::member<Json>(json, "single");
  if (!single.is_object()) throw Error("single: expected an object");
  for (const auto& [name, value] : single.items()) steps.single.emplace_back(name, step_in(value, name));
  steps.weights = step_in(text::member<Json>(json, "weights"), "weights");
  steps.weight_directions = text::member<std::size_t>(json, "weight_directions");
  return steps;
}

void take(RefineRecord& record, const Json& json) {
  const auto event = text::member<std::string>(json, "event");
  const auto expect = [&](bool is_next) {
    if (!is_next) throw Error(fmt::format("event: '{}' does not come here", event));
  };
  if (event == "refine") {
    expect(!record.begun);
    record.begun = begun_in(json);
  } else if (event == "steps") {
    expect(record.begun && !record.steps);
    record.steps = steps_in(json);
  } else if (event == "pair") {
    expect(record.steps && !record.proof && !record.is_done);
    const auto number = text::member<std::uint64_t>(json, "pair");
    if (number != record.points.size()) {
      throw Error(expected_found(fmt::format("pair {}", record.points.size()), fmt::format("{}", number)));
    }
    const int points = text::member<int>(json, "points");
    if (points < 0 || points > 4) throw Error(expected_found("points: 0 to 4", fmt::format("{}", points)));
    record.points.push_back(points);
  } else if (event == "proof") {
    expect(record.steps && !record.proof && !record.is_done);
    record.proof.emplace();
    match::from_json(text::member<Json>(json, "match"), record.proof->match);
    record.proof->files = run::file_records(text::member<Json>(json, "files"), 0);
  } else if (event == "voided") {
    expect(record.proof.has_value());
    record.proof.reset();
    record.is_done = false;
  } else if (event == "done") {
    expect(record.steps && !record.is_done);
    record.is_done = true;
  } else {
    throw Error("event: " + expected_found("an event of a refinement", fmt::format("'{}'", event)));
  }
}

}  // namespace

Json to_json(const Begun& begun) {
  Json options = Json::object();
  for (const auto& [name, value] : begun.options) options[name] = value;
  return {{"event", "refine"},  {"version", version},   {"game", begun.game},
          {"options", options}, {"start", begun.start}, {"signature", begun.signature}};
}

Begun as_kept(const Begun& begun) { return begun_in(text::as_kept(to_json(begun))); }

Json to_json(const Steps& steps) {
  Json single = Json::object();
  for (const auto& [name, step] : steps.single) single[name] = step;
  return {{"event", "steps"},
          {"single", single},
          {"weights", steps.weights},
          {"weight_directions", steps.weight_directions}};
}

Json pair_json(std::uint64_t pair, int points) { return {{"event", "pair"}, {"pair", pair}, {"points", points}}; }

Json to_json(const Proof& proof) {
  Json json = {{"event", "proof"}, {"match", match::to_json(proof.match)}};
  json["files"] = run::to_json(proof.files);
  return json;
}

Json voided_json() { return {{"event", "voided"}}; }

Json done_json() { return {{"event", "done"}}; }

RefineRecord record_of(const run::JournalLines& lines) {
  RefineRecord record;
  int number = 0;
  for (const std::string& object : lines.objects) {
    ++number;
    try {
      take(record, text::parse_json(object));
    } catch (const Error& fault) {
      throw Error(lines.file.string(), number, fault.message());
    }
  }
  return record;
}

}  // namespace hone::refine
