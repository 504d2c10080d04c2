// SPDX-License-Identifier: MIT
#include "tuner/stats/json.hpp"

#include <nlohmann/json.hpp>

namespace hone::stats {

using Json = nlohmann::ordered_json;

namespace {

Json interval_json(const Interval& interval) {
  return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json players_json(const RatingSummary& summary) {
  Json players = Json::array();
  for (const RatedPlayer& player : summary.players) {
    players.push_back({{"name", player.name},
                       {"group", player.group + 1},
                       {"rating", player.rating},
                       {"error", player.error},
                       {"simulated_error", json_of(player.simulated_error)},
                       {"points", player.points()},
                       {"games", player.results.count()},
                       {"wins", player.results.wins},
                       {"draws", player.results.draws},
                       {"losses", player.results.losses}});
  }
  return players;
}

Json unrated_json(const RatingSummary& summary) {
  Json players = Json::array();
  for (const UnratedPlayer& player : summary.unrated) {
    players.push_back({{"name", player.name}, {"reason", to_string(player.reason)}, {"games", player.games}});
  }
  return players;
}

// One row a player, in the order of `players`.
Json superiority_json(const RatingSummary& summary) { return summary.superiority; }

Json games_json(const RatingSummary& summary, const RatedGames& games) {
  return {{"rated", summary.games},
          {"read", games.games()},
          {"between_groups", summary.games_between},
          {"unfinished", games.unfinished()},
          {"with_itself", games.with_itself()}};
}

Json anchor_json(const RatingOptions& options) {
  if (!options.anchor) return nullptr;
  return {{"name", options.anchor->player}, {"rating", options.anchor->rating}};
}

}  // namespace

Json to_json(const ReasonCounts& counts) {
  Json reasons = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) reasons[to_string(static_cast<EndReason>(i))] = counts[i];
  }
  return reasons;
}

Json to_json(const PlayTally& tally) {
  return {{"games", tally.games},
          {"duplicates", tally.duplicates},
          {"plies", tally.plies},
          {"first_wins", tally.results.wins},
          {"draws", tally.results.draws},
          {"second_wins", tally.results.losses},
          {"reasons", to_json(tally.reasons)},
          {"verified", tally.verified},
          {"misjudged", tally.misjudged}};
}

Json to_json(const SprtState& state) {
  return {{"llr", state.llr}, {"lower", state.lower}, {"upper", state.upper}, {"verdict", to_string(state.verdict)}};
}

Json to_json(const StoppedEstimate& estimate) {
  return {{"elo", interval_json(estimate.elo)}, {"nelo", interval_json(estimate.nelo)}, {"los", estimate.los}};
}

Json to_json(const MatchPlan& plan) {
  return {{"acceptance", plan.acceptance},
          {"expected_games", plan.expected_games},
          {"median_games", plan.median_games},
          {"games95", plan.games95}};
}

Json to_json(const RatingSummary& summary, const RatingOptions& options, const RatedGames& games) {
  Json json{{"model", to_string(options.model)}, {"scale", options.scale}, {"average", options.average}};
  json["anchor"] = anchor_json(options);
  json["players"] = players_json(summary);
  json["superiority"] = superiority_json(summary);
  json["unrated"] = unrated_json(summary);
  json["groups"] = summary.groups;
  json["advantage"] = {{"rating", summary.advantage},
                       {"error", json_of(summary.advantage_error)},
                       {"simulated_error", json_of(summary.simulated_advantage_error)},
                       {"unknown", summary.advantage_is_unknown}};
  json["even_draws"] = summary.even_draws;
  json["dispersion"] = summary.dispersion;
  json["games"] = games_json(summary, games);
  json["simulations"] = {
      {"asked", options.simulation.simulations}, {"used", summary.simulations}, {"seed", options.simulation.seed}};
  json["log_likelihood"] = summary.log_likelihood;
  json["iterations"] = summary.iterations;
  json["notes"] = games.notes();
  return json;
}

}  // namespace hone::stats
