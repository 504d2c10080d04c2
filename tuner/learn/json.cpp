// SPDX-License-Identifier: MIT
#include "tuner/learn/json.hpp"

#include <nlohmann/json.hpp>
#include <numbers>

namespace hone::learn {

using Json = nlohmann::ordered_json;

namespace {

Json loss_json(const LossPair& loss) {
  return {{"start", loss.start}, {"fitted", loss.fitted}, {"rounded", loss.rounded}};
}

Json path_json(const std::vector<RidgePoint>& path) {
  Json json = Json::array();
  for (const RidgePoint& point : path) json.push_back({{"ridge", point.ridge}, {"loss", point.loss}});
  return json;
}

}  // namespace

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

}  // namespace hone::learn
