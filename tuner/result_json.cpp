// SPDX-License-Identifier: MIT
#include "tuner/result_json.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

Json reasons_json(const PlayTally& tally) {
  Json reasons = Json::object();
  for (std::size_t i = 0; i < tally.reasons.size(); ++i) {
    if (tally.reasons[i] > 0) reasons[to_string(static_cast<EndReason>(i))] = tally.reasons[i];
  }
  return reasons;
}

double points(const Trinomial& results) {
  return static_cast<double>(results.wins) + static_cast<double>(results.draws) / 2;
}

Json player_json(const std::string& name, const Pentanomial& pairs, const Trinomial& results) {
  const Estimate strength = estimate(pairs);
  return {{"name", name},
          {"points", points(results)},
          {"games", results.count()},
          {"elo", strength.elo},
          {"elo_error", strength.elo_error},
          {"nelo", strength.nelo},
          {"nelo_error", strength.nelo_error},
          {"los", strength.los},
          {"pentanomial", pairs.pairs}};
}

Json loss_json(const LossPair& loss) {
  return {{"start", loss.start}, {"fitted", loss.fitted}, {"rounded", loss.rounded}};
}

}  // namespace

Json to_json(const PlayTally& tally) {
  return {{"games", tally.games},           {"duplicates", tally.duplicates},
          {"plies", tally.plies},           {"first_wins", tally.results.wins},
          {"draws", tally.results.draws},   {"second_wins", tally.results.losses},
          {"reasons", reasons_json(tally)}, {"verified", tally.verified},
          {"misjudged", tally.misjudged}};
}

Json to_json(const SelfPlaySummary& summary) {
  Json json = to_json(summary.tally);
  json["recorded"] = summary.recorded;
  json["complete"] = summary.complete;
  return json;
}

Json to_json(const SamplingSummary& summary) {
  return {{"games", summary.games}, {"unnamed", summary.unnamed},         {"positions", summary.positions},
          {"early", summary.early}, {"in_check", summary.in_check},       {"decided", summary.decided},
          {"noisy", summary.noisy}, {"passed_over", summary.passed_over}, {"duplicates", summary.duplicates},
          {"rows", summary.rows}};
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
          {"heldout_gain_error", summary.heldout_gain_error}};
}

Json to_json(const MatchResult& result) {
  Json json;
  json["players"] = {player_json(result.players[0], result.pairs, result.results),
                     player_json(result.players[1], result.pairs.reversed(), result.results.reversed())};
  if (result.sprt) {
    json["sprt"] = {{"llr", result.sprt->llr},
                    {"lower", result.sprt->lower},
                    {"upper", result.sprt->upper},
                    {"verdict", to_string(result.sprt->verdict)}};
  }
  json["games"] = result.results.count();
  json["draw_ratio"] = result.draw_ratio();
  json["duplicates"] = result.tally.duplicates;
  json["reasons"] = reasons_json(result.tally);
  json["complete"] = result.complete;
  return json;
}

}  // namespace hone
