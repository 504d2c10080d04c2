// SPDX-License-Identifier: MIT
#include "tuner/stats/json.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tuner/stats/sprt_option.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::stats {

using Json = nlohmann::ordered_json;

namespace {

template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

// What was null is read as not a number. A value without a bound lies on the side of the bound that is missing.
Interval opened(double value, double low, double high) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const bool is_below = std::isnan(low), is_above = std::isnan(high);
  if (std::isnan(value) && is_below != is_above) value = is_above ? infinite : -infinite;
  return {.value = value, .low = is_below ? -infinite : low, .high = is_above ? infinite : high};
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
          {"pairs", summary.pairs},
          {"read", games.games()},
          {"between_groups", summary.games_between},
          {"unfinished", games.unfinished()},
          {"with_itself", games.with_itself()}};
}

Json anchor_json(const RatingOptions& options) {
  if (!options.anchor) return nullptr;
  return {{"name", options.anchor->player}, {"rating", options.anchor->rating}};
}

EndReason end_reason(const std::string& name) {
  for (std::size_t i = 0; i < end_reasons; ++i) {
    if (name == to_string(static_cast<EndReason>(i))) return static_cast<EndReason>(i);
  }
  throw Error(expected_found("the reason why a game ended", name));
}

Json check_json(const AdjudicationCheck& check) {
  const Interval share = check.share();
  return {{"played_on", check.played_on},
          {"ended_otherwise", check.ended_otherwise},
          {"low", share.low},
          {"high", share.high}};
}

AdjudicationCheck check_of(const Json& json) {
  const AdjudicationCheck check{.played_on = text::member<std::uint64_t>(json, "played_on"),
                                .ended_otherwise = text::member<std::uint64_t>(json, "ended_otherwise")};
  if (check.ended_otherwise > check.played_on) throw Error("ended_otherwise: " + expected_found("played_on", "more"));
  return check;
}

SprtVerdict sprt_verdict(const std::string& name) {
  for (const SprtVerdict verdict : {SprtVerdict::undecided, SprtVerdict::accepted, SprtVerdict::rejected}) {
    if (name == to_string(verdict)) return verdict;
  }
  throw Error(expected_found("the verdict of an SPRT", name));
}

}  // namespace

Json to_json(const ReasonCounts& counts) {
  Json reasons = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) reasons[to_string(static_cast<EndReason>(i))] = counts[i];
  }
  return reasons;
}

ReasonCounts reason_counts(const Json& json) {
  ReasonCounts counts{};
  for (const auto& [name, count] : json.items()) {
    counts[static_cast<std::size_t>(end_reason(name))] = text::json_value<std::uint64_t>(count, name);
  }
  return counts;
}

Json to_json(const AdjudicationChecks& checks) {
  return {{"resign", check_json(checks.resignations)}, {"draw", check_json(checks.draws)}};
}

void from_json(const Json& json, AdjudicationChecks& checks) {
  checks.resignations = check_of(text::member<Json>(json, "resign"));
  checks.draws = check_of(text::member<Json>(json, "draw"));
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
          {"misjudged", tally.misjudged},
          {"adjudication", to_json(tally.checks)}};
}

// Runs of early versions counted no duplicates and verified no adjudication.
void from_json(const Json& json, PlayTally& tally) {
  tally.games = text::member<std::uint64_t>(json, "games");
  tally.duplicates = text::member<std::uint64_t>(json, "duplicates", 0);
  tally.plies = text::member<std::uint64_t>(json, "plies");
  tally.results.wins = text::member<std::uint64_t>(json, "first_wins");
  tally.results.draws = text::member<std::uint64_t>(json, "draws");
  tally.results.losses = text::member<std::uint64_t>(json, "second_wins");
  tally.reasons = reason_counts(text::member<Json>(json, "reasons"));
  tally.verified = text::member<std::uint64_t>(json, "verified", 0);
  tally.misjudged = text::member<std::uint64_t>(json, "misjudged", 0);
  tally.checks = text::member<AdjudicationChecks>(json, "adjudication", {});
}

Json to_json(const SprtState& state) {
  return {{"llr", state.llr}, {"lower", state.lower}, {"upper", state.upper}, {"verdict", to_string(state.verdict)}};
}

void from_json(const Json& json, SprtState& state) {
  state.llr = text::member<double>(json, "llr");
  state.lower = text::member<double>(json, "lower");
  state.upper = text::member<double>(json, "upper");
  state.verdict = sprt_verdict(text::member<std::string>(json, "verdict"));
}

Json to_json(const Interval& interval) {
  return {{"value", number_or_null(interval.value)},
          {"low", number_or_null(interval.low)},
          {"high", number_or_null(interval.high)}};
}

void from_json(const Json& json, Interval& interval) {
  interval = opened(text::member<double>(json, "value"), text::member<double>(json, "low"),
                    text::member<double>(json, "high"));
}

void put_interval(Json& object, const std::string& name, const Interval& interval) {
  object[name] = number_or_null(interval.value);
  object[name + "_error"] = number_or_null(interval.error());
  object[name + "_low"] = number_or_null(interval.low);
  object[name + "_high"] = number_or_null(interval.high);
}

Interval interval_member(const Json& object, const std::string& name) {
  const double value = text::member<double>(object, name);
  if (!object.contains(name + "_low")) return around(value, text::member<double>(object, name + "_error"));
  return opened(value, text::member<double>(object, name + "_low"), text::member<double>(object, name + "_high"));
}

Json to_json(const StoppedEstimate& estimate) {
  return {{"elo", to_json(estimate.elo)}, {"nelo", to_json(estimate.nelo)}, {"los", number_or_null(estimate.los)}};
}

void from_json(const Json& json, StoppedEstimate& estimate) {
  estimate.elo = text::member<Interval>(json, "elo");
  estimate.nelo = text::member<Interval>(json, "nelo");
  estimate.los = text::member<double>(json, "los");
}

Json to_json(const MatchPlan& plan, const PlanOptions& options) {
  return {
      {"elo0", options.sprt.elo0},           {"elo1", options.sprt.elo1},     {"elo", options.elo},
      {"unit", unit_of(options.sprt.model)}, {"acceptance", plan.acceptance}, {"expected_games", plan.expected_games},
      {"median_games", plan.median_games},   {"games95", plan.games95}};
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
                       {"low", json_of(summary.least_advantage)},
                       {"high", json_of(summary.most_advantage)},
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
