// SPDX-License-Identifier: MIT
#include "tuner/match/json.hpp"

#include <nlohmann/json.hpp>

#include "tuner/stats/json.hpp"

namespace hone::match {

using Json = nlohmann::ordered_json;

namespace {

Json results_json(const Results& results) {
  const stats::Estimate strength = results.estimate();
  return {{"points", results.points()},        {"games", results.games.count()},
          {"wins", results.games.wins},        {"draws", results.games.draws},
          {"losses", results.games.losses},    {"elo", strength.elo},
          {"elo_error", strength.elo_error},   {"nelo", strength.nelo},
          {"nelo_error", strength.nelo_error}, {"los", strength.los},
          {"pentanomial", results.pairs.pairs}};
}

Json player_json(const PlayerResults& player) {
  Json json = {{"name", player.name}};
  json.update(results_json(player.results));
  json["first_move"] = {player.first_move.wins, player.first_move.draws, player.first_move.losses};
  json["lost_by"] = stats::to_json(player.lost_by);
  return json;
}

Json pairing_json(const PairingResults& pairing, const Standings& standings) {
  const auto name = [&](PlayerIndex player) { return standings.players()[player].name; };
  Json json = {{"first", name(pairing.players.first)}, {"second", name(pairing.players.second)}};
  json.update(results_json(pairing.results));
  json["duplicates"] = pairing.duplicates;
  return json;
}

}  // namespace

Json to_json(const TournamentResult& result) {
  const Standings& standings = result.standings;
  Json json;
  for (const PlayerResults& player : standings.players()) json["players"].push_back(player_json(player));
  for (const std::size_t place : standings.ranking()) json["ranking"].push_back(standings.players()[place].name);
  json["pairings"] = Json::array();
  for (const PairingResults& pairing : standings.pairings()) {
    json["pairings"].push_back(pairing_json(pairing, standings));
  }
  if (result.sprt) json["sprt"] = stats::to_json(*result.sprt);
  if (result.corrected) json["corrected"] = stats::to_json(*result.corrected);
  json["games"] = result.tally().games;
  json["planned"] = result.planned;
  json["draw_ratio"] = result.draw_ratio();
  json["duplicates"] = result.tally().duplicates;
  json["reasons"] = stats::to_json(result.tally().reasons);
  for (std::size_t i = 0; i < result.warnings.size(); ++i) json["players"][i]["warnings"] = result.warnings[i].count;
  if (!result.broken_off.empty()) json["broken_off"] = result.broken_off;
  json["complete"] = result.complete;
  return json;
}

}  // namespace hone::match
