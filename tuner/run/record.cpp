// SPDX-License-Identifier: MIT
#include "tuner/run/record.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::run {

namespace {

using Json = nlohmann::ordered_json;

Json record_of(const play::SelfPlayOptions& options) {
  return {{"games", options.games},
          {"limits", play::describe(options.limits)},
          {"openings", play::describe(options.openings)},
          {"adjudication", play::describe(options.adjudication)},
          {"variety", play::describe(options.variety)},
          {"hash_bytes", options.engine.hash_bytes}};
}

Json record_of(const learn::SamplingOptions& options) {
  return {{"skip_plies", options.skip_plies}, {"skip_check", options.skip_check},
          {"max_score", options.max_score},   {"per_game", options.per_game},
          {"quiet", options.quiet},           {"quiet_margin", options.quiet_margin},
          {"unique", options.unique}};
}

Json record_of(const learn::FitOptions& options) {
  Json json = {{"loss", options.loss == learn::Loss::squared ? "squared" : "cross_entropy"},
               {"k", options.k ? Json(*options.k) : Json("fit")},
               {"blend", options.targets.blend},
               {"equal_games", options.targets.equal_games},
               {"half_life", options.targets.half_life},
               {"ridge", options.ridge ? Json(*options.ridge) : Json("auto")},
               {"prior", options.prior == learn::Prior::start ? "start" : "zero"},
               {"holdout", options.holdout},
               {"groups", options.groups},
               {"decimals", options.decimals},
               {"max_iterations", options.max_iterations},
               {"dense_limit", options.dense_limit}};
  for (const learn::GroupRidge& group : options.group_ridge)
    json["group_ridge"].push_back({group.pattern, group.factor});
  for (const learn::GroupBounds& group : options.bounds) {
    json["bounds"].push_back({group.pattern, fmt::format("{}:{}", group.lower, group.upper)});
  }
  return json;
}

Json record_of(const match::TournamentOptions& options) {
  Json json = {{"games", options.games},
               {"limits", play::describe(options.limits)},
               {"openings", play::describe(options.openings)},
               {"adjudication", play::describe(options.adjudication)},
               {"hash_bytes", options.engine.hash_bytes}};
  if (const auto& test = options.sprt) {
    json["sprt"] = {{"elo0", test->elo0},
                    {"elo1", test->elo1},
                    {"alpha", test->alpha},
                    {"beta", test->beta},
                    {"logistic", test->model == stats::EloModel::logistic}};
  }
  return json;
}

}  // namespace

Json record_of(const GameDriver& driver, const RunOptions& options) {
  return {{"game", driver.name()},
          {"seed", options.seed},
          {"window", options.window},
          {"gate_los", options.gate_los},
          {"final_games", options.final_games},
          {"self_play", record_of(options.self_play)},
          {"sampling", record_of(options.sampling)},
          {"fit", record_of(options.fit)},
          {"gate", record_of(options.gate)},
          {"final_match", record_of(options.final_match)}};
}

void require_same(const Json& then, const Json& now) {
  const Json before = then.flatten(), after = now.flatten();
  const auto value = [](const Json& record, const std::string& key) {
    return record.contains(key) ? record[key].dump() : "nothing";
  };
  Json keys = before;
  keys.update(after);
  for (const auto& [key, ignored] : keys.items()) {
    if (value(before, key) == value(after, key)) continue;
    throw Error(
        fmt::format("the run was begun with {} = {}, not {}", key.substr(1), value(before, key), value(after, key)));
  }
}

}  // namespace hone::run
