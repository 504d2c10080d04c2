// SPDX-License-Identifier: MIT
#include "tuner/match/json.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tuner/stats/json.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::match {

using Json = nlohmann::ordered_json;

namespace {

double points(const stats::Trinomial& games) {
  return static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2;
}

Json results_json(const stats::Trinomial& games) { return {games.wins, games.draws, games.losses}; }

stats::Trinomial results_of(const std::array<std::uint64_t, 3>& counts) {
  return {.losses = counts[2], .draws = counts[1], .wins = counts[0]};
}

Json side_json(const SideSummary& side) {
  Json json = {{"points", points(side.games)},
               {"games", side.games.count()},
               {"wins", side.games.wins},
               {"draws", side.games.draws},
               {"losses", side.games.losses}};
  stats::put_interval(json, "elo", side.elo);
  if (side.nelo) stats::put_interval(json, "nelo", *side.nelo);
  json["los"] = std::isfinite(side.los) ? Json(side.los) : Json(nullptr);
  if (side.pairs) json["pentanomial"] = side.pairs->pairs;
  if (side.distinct_pairs) json["distinct_pentanomial"] = side.distinct_pairs->pairs;
  if (side.distinct_games) json["distinct_results"] = results_json(*side.distinct_games);
  return json;
}

std::optional<stats::Pentanomial> pairs_if_there(const Json& json, const char* key) {
  if (text::find_member(json, key) == nullptr) return std::nullopt;
  return stats::Pentanomial{text::member<std::array<std::uint64_t, 5>>(json, key)};
}

SideSummary side_of(const Json& json) {
  SideSummary side{.games = {.losses = text::member<std::uint64_t>(json, "losses"),
                             .draws = text::member<std::uint64_t>(json, "draws"),
                             .wins = text::member<std::uint64_t>(json, "wins")},
                   .elo = stats::interval_member(json, "elo"),
                   .los = text::member<double>(json, "los")};
  if (json.contains("nelo")) side.nelo = stats::interval_member(json, "nelo");
  side.pairs = pairs_if_there(json, "pentanomial");
  side.distinct_pairs = pairs_if_there(json, "distinct_pentanomial");
  if (text::find_member(json, "distinct_results") != nullptr) {
    side.distinct_games = results_of(text::member<std::array<std::uint64_t, 3>>(json, "distinct_results"));
  }
  return side;
}

Json player_json(const PlayerSummary& player) {
  Json json = {{"name", player.name}};
  json.update(side_json(player.results));
  json["first_move"] = results_json(player.first_move);
  json["lost_by"] = stats::to_json(player.lost_by);
  if (player.warnings) json["warnings"] = *player.warnings;
  return json;
}

Json pairing_json(const PairingSummary& pairing) {
  Json json = {{"first", pairing.first}, {"second", pairing.second}};
  json.update(side_json(pairing.results));
  json["duplicates"] = pairing.duplicates;
  return json;
}

}  // namespace

Json to_json(const MatchSummary& summary) {
  Json json;
  for (const PlayerSummary& player : summary.players) json["players"].push_back(player_json(player));
  for (const std::string& name : summary.ranking) json["ranking"].push_back(name);
  if (!summary.winner.empty()) json["winner"] = summary.winner;
  json["pairings"] = Json::array();
  for (const PairingSummary& pairing : summary.pairings) json["pairings"].push_back(pairing_json(pairing));
  if (summary.sprt) json["sprt"] = stats::to_json(*summary.sprt);
  if (summary.corrected) json["corrected"] = stats::to_json(*summary.corrected);
  json["games"] = summary.games;
  json["planned"] = summary.planned;
  json["asked"] = summary.asked;
  if (summary.suite_ends > 0) json["suite_ends"] = summary.suite_ends;
  json["draw_ratio"] = summary.draw_ratio;
  json["duplicates"] = summary.duplicates;
  json["reasons"] = stats::to_json(summary.reasons);
  json["adjudication"] = stats::to_json(summary.adjudication);
  if (!summary.broken_off.empty()) json["broken_off"] = summary.broken_off;
  json["complete"] = summary.complete;
  return json;
}

Json to_json(const TournamentResult& result) { return to_json(summary_of(result)); }

// A run of an early version kept neither duplicates nor, of a player, more than the results.
void from_json(const Json& json, MatchSummary& summary) {
  summary.players = text::member<std::vector<PlayerSummary>>(json, "players");
  if (summary.players.size() < 2) throw Error("players: " + expected_found("two or more", "fewer"));
  summary.ranking = text::member<std::vector<std::string>>(json, "ranking", {});
  summary.winner = text::member<std::string>(json, "winner", "");
  summary.pairings = text::member<std::vector<PairingSummary>>(json, "pairings", {});
  summary.sprt = text::optional_member<stats::SprtState>(json, "sprt");
  summary.corrected = text::optional_member<stats::StoppedEstimate>(json, "corrected");
  summary.games = text::member<std::uint64_t>(json, "games");
  summary.planned = text::member<std::uint64_t>(json, "planned", 0);
  summary.asked = text::member<std::uint64_t>(json, "asked", 0);
  summary.suite_ends = text::member<std::uint64_t>(json, "suite_ends", 0);
  summary.draw_ratio = text::member<double>(json, "draw_ratio", 0);
  summary.duplicates = text::member<std::uint64_t>(json, "duplicates", 0);
  summary.reasons = stats::reason_counts(text::member<Json>(json, "reasons", Json::object()));
  summary.adjudication = text::member<stats::AdjudicationChecks>(json, "adjudication", {});
  summary.broken_off = text::member<std::string>(json, "broken_off", "");
  summary.complete = text::member<bool>(json, "complete", true);
}

void from_json(const Json& json, PlayerSummary& player) {
  player.name = text::member<std::string>(json, "name");
  player.results = side_of(json);
  player.first_move = results_of(text::member<std::array<std::uint64_t, 3>>(json, "first_move", {}));
  player.lost_by = stats::reason_counts(text::member<Json>(json, "lost_by", Json::object()));
  player.warnings = text::optional_member<std::uint64_t>(json, "warnings");
}

void from_json(const Json& json, PairingSummary& pairing) {
  pairing.first = text::member<std::string>(json, "first");
  pairing.second = text::member<std::string>(json, "second");
  pairing.results = side_of(json);
  pairing.duplicates = text::member<std::uint64_t>(json, "duplicates", 0);
}

}  // namespace hone::match
