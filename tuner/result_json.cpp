// SPDX-License-Identifier: MIT
#include "tuner/result_json.hpp"

#include <nlohmann/json.hpp>
#include <numbers>
#include <string>

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

Json reasons_json(const ReasonCounts& counts) {
  Json reasons = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) reasons[to_string(static_cast<EndReason>(i))] = counts[i];
  }
  return reasons;
}

Json results_json(const Results& results) {
  const Estimate strength = results.estimate();
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
  json["lost_by"] = reasons_json(player.lost_by);
  return json;
}

Json pairing_json(const PairingResults& pairing, const Standings& standings) {
  const auto name = [&](PlayerIndex player) { return standings.players()[player].name; };
  Json json = {{"first", name(pairing.players.first)}, {"second", name(pairing.players.second)}};
  json.update(results_json(pairing.results));
  json["duplicates"] = pairing.duplicates;
  return json;
}

Json sprt_json(const SprtState& state) {
  return {{"llr", state.llr}, {"lower", state.lower}, {"upper", state.upper}, {"verdict", to_string(state.verdict)}};
}

Json loss_json(const LossPair& loss) {
  return {{"start", loss.start}, {"fitted", loss.fitted}, {"rounded", loss.rounded}};
}

Json interval_json(const Interval& interval) {
  return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

Json corrected_json(const StoppedEstimate& estimate) {
  return {{"elo", interval_json(estimate.elo)}, {"nelo", interval_json(estimate.nelo)}, {"los", estimate.los}};
}

Json path_json(const std::vector<RidgePoint>& path) {
  Json json = Json::array();
  for (const RidgePoint& point : path) json.push_back({{"ridge", point.ridge}, {"loss", point.loss}});
  return json;
}

}  // namespace

Json to_json(const PlayTally& tally) {
  return {{"games", tally.games},
          {"duplicates", tally.duplicates},
          {"plies", tally.plies},
          {"first_wins", tally.results.wins},
          {"draws", tally.results.draws},
          {"second_wins", tally.results.losses},
          {"reasons", reasons_json(tally.reasons)},
          {"verified", tally.verified},
          {"misjudged", tally.misjudged}};
}

Json to_json(const SelfPlaySummary& summary) {
  Json json = to_json(summary.tally);
  json["recorded"] = summary.recorded;
  json["complete"] = summary.complete;
  return json;
}

Json to_json(const SamplingSummary& summary) {
  return {{"games", summary.games},           {"unnamed", summary.unnamed},
          {"unfinished", summary.unfinished}, {"bad", summary.bad},
          {"positions", summary.positions},   {"early", summary.early},
          {"in_check", summary.in_check},     {"decided", summary.decided},
          {"noisy", summary.noisy},           {"passed_over", summary.passed_over},
          {"duplicates", summary.duplicates}, {"rows", summary.rows}};
}

Json to_json(const FitSummary& summary) {
  return {{"loss", summary.train.rounded},
          {"heldout_loss", summary.heldout.rounded},
          {"k", summary.k},
          {"iterations", summary.iterations},
          {"status", to_string(summary.status)},
          {"positions", summary.rows + summary.heldout_rows},
          {"games", summary.games + summary.heldout_games},
          {"weights", summary.fitted_weights},
          {"unseen_weights", summary.unseen_weights},
          {"heldout_positions", summary.heldout_rows},
          {"heldout_games", summary.heldout_games},
          {"train_losses", loss_json(summary.train)},
          {"heldout_losses", loss_json(summary.heldout)},
          {"heldout_gain", summary.heldout_gain},
          {"heldout_gain_error", summary.heldout_gain_error},
          {"objective", summary.objective},
          {"hessians", summary.hessians},
          {"dense", summary.dense},
          {"k_e", summary.k * std::numbers::ln10},
          {"score_k", summary.score_k},
          {"ridge", summary.ridge},
          {"ridge_path", path_json(summary.ridge_path)}};
}

Json to_json(const CrossValidation& found) {
  Json folds = Json::array();
  for (const Fold& fold : found.folds) {
    folds.push_back({{"positions", fold.rows},
                     {"games", fold.games},
                     {"train_loss", fold.train_loss},
                     {"start_loss", fold.start_loss},
                     {"fitted_loss", fold.fitted_loss}});
  }
  return {{"folds", folds},
          {"start_loss", found.start_loss},
          {"fitted_loss", found.fitted_loss},
          {"gain", found.gain},
          {"gain_error", found.gain_error}};
}

Json to_json(const std::vector<GroupWorth>& worths) {
  Json json = Json::array();
  for (const GroupWorth& worth : worths) {
    json.push_back({{"group", worth.group},
                    {"weights", worth.weights},
                    {"heldout_gain", worth.heldout_gain},
                    {"heldout_gain_error", worth.heldout_error},
                    {"train_gain", worth.train_gain}});
  }
  return json;
}

Json to_json(const TournamentResult& result) {
  const Standings& standings = result.standings;
  Json json;
  for (const PlayerResults& player : standings.players()) json["players"].push_back(player_json(player));
  for (const std::size_t place : standings.ranking()) json["ranking"].push_back(standings.players()[place].name);
  json["pairings"] = Json::array();
  for (const PairingResults& pairing : standings.pairings()) {
    json["pairings"].push_back(pairing_json(pairing, standings));
  }
  if (result.sprt) json["sprt"] = sprt_json(*result.sprt);
  if (result.corrected) json["corrected"] = corrected_json(*result.corrected);
  json["games"] = result.tally().games;
  json["planned"] = result.planned;
  json["draw_ratio"] = result.draw_ratio();
  json["duplicates"] = result.tally().duplicates;
  json["reasons"] = reasons_json(result.tally().reasons);
  for (std::size_t i = 0; i < result.warnings.size(); ++i) json["players"][i]["warnings"] = result.warnings[i].count;
  if (!result.broken_off.empty()) json["broken_off"] = result.broken_off;
  json["complete"] = result.complete;
  return json;
}

Json to_json(const MatchPlan& plan) {
  return {{"acceptance", plan.acceptance},
          {"expected_games", plan.expected_games},
          {"median_games", plan.median_games},
          {"games95", plan.games95}};
}

}  // namespace hone
