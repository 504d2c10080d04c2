// SPDX-License-Identifier: MIT
#include "tuner/learn/json.hpp"

#include <nlohmann/json.hpp>
#include <numbers>

#include "data/error.hpp"
#include "tuner/learn/fit/worse_fit.hpp"
#include "tuner/text/json_member.hpp"

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

Json carried_json(const FitSummary& summary) {
  Json path = Json::array();
  for (const SharePoint& point : summary.share_path) path.push_back({{"share", point.share}, {"loss", point.loss}});
  return {{"share", summary.carried_share}, {"games", summary.carried_games}, {"share_path", path}};
}

void take_carried(const Json& json, FitSummary& summary) {
  summary.carried_share = text::member<double>(json, "share", 0);
  summary.carried_games = text::member<double>(json, "games", 0);
  for (const Json& point : text::member<Json>(json, "share_path", Json::array())) {
    summary.share_path.push_back({text::member<double>(point, "share"), text::member<double>(point, "loss")});
  }
}

// A run of an early version may have kept the start and the weights returned only.
LossPair loss_pair(const Json& json) {
  return {.start = text::member<double>(json, "start"),
          .fitted = text::member<double>(json, "fitted", 0),
          .rounded = text::member<double>(json, "rounded")};
}

std::vector<RidgePoint> ridge_points(const Json& json) {
  std::vector<RidgePoint> path;
  for (const Json& point : json) {
    path.push_back({.ridge = text::member<double>(point, "ridge"), .loss = text::member<double>(point, "loss")});
  }
  return path;
}

FitStatus status_named(const std::string& name) {
  for (const FitStatus status :
       {FitStatus::converged, FitStatus::max_iterations, FitStatus::no_progress, FitStatus::no_data}) {
    if (name == to_string(status)) return status;
  }
  throw Error(expected_found("the status of a fit", name));
}

// The file counts what was trained on together with what was held out.
std::size_t without(const Json& json, const char* all, std::size_t heldout) {
  const auto count = text::member<std::size_t>(json, all);
  if (count < heldout) throw Error(fmt::format("{}: {}", all, expected_found("more than were held out", "fewer")));
  return count - heldout;
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

void from_json(const Json& json, SamplingSummary& summary) {
  const auto count = [&json](const char* key) { return text::member<std::uint64_t>(json, key, 0); };
  summary = {.games = text::member<std::uint64_t>(json, "games"),
             .unnamed = count("unnamed"),
             .unfinished = count("unfinished"),
             .bad = count("bad"),
             .positions = text::member<std::uint64_t>(json, "positions"),
             .early = count("early"),
             .in_check = count("in_check"),
             .decided = count("decided"),
             .noisy = count("noisy"),
             .passed_over = count("passed_over"),
             .duplicates = count("duplicates"),
             .rows = text::member<std::uint64_t>(json, "rows")};
}

Json to_json(const FitSummary& summary) {
  Json json = {{"loss", summary.train.rounded},
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
               {"heldout_effective_games", summary.heldout_effective_games},
               {"objective", summary.objective},
               {"hessians", summary.hessians},
               {"dense", summary.dense},
               {"k_e", summary.k * std::numbers::ln10},
               {"fitted_k", summary.fitted_k},
               {"score_k", summary.score_k},
               {"ridge", summary.ridge},
               {"ridge_path", path_json(summary.ridge_path)},
               {"target_gain", summary.target_gain},
               {"target_gain_error", summary.target_gain_error},
               {"worse_than_start", is_worse_than_start(summary)}};
  if (summary.carried_games > 0 || !summary.share_path.empty()) json["carried"] = carried_json(summary);
  return json;
}

// What a run of an early version did not keep is left at its default.
void from_json(const Json& json, FitSummary& summary) {
  summary.heldout_rows = text::member<std::size_t>(json, "heldout_positions", 0);
  summary.heldout_games = text::member<std::size_t>(json, "heldout_games");
  summary.rows = without(json, "positions", summary.heldout_rows);
  summary.games = without(json, "games", summary.heldout_games);
  summary.train = loss_pair(text::member<Json>(json, "train_losses"));
  summary.heldout = loss_pair(text::member<Json>(json, "heldout_losses"));
  summary.heldout_gain = text::member<double>(json, "heldout_gain");
  summary.heldout_gain_error = text::member<double>(json, "heldout_gain_error");
  summary.k = text::member<double>(json, "k");
  summary.score_k = text::member<double>(json, "score_k", 1);
  summary.fitted_k = text::member<double>(json, "fitted_k", 0);
  summary.heldout_effective_games = text::member<double>(json, "heldout_effective_games", 0);
  summary.status = status_named(text::member<std::string>(json, "status"));
  summary.iterations = text::member<int>(json, "iterations", 0);
  summary.hessians = text::member<int>(json, "hessians", 0);
  summary.dense = text::member<bool>(json, "dense", true);
  summary.objective = text::member<double>(json, "objective", 0);
  summary.ridge = text::member<double>(json, "ridge", 0);
  summary.ridge_path = ridge_points(text::member<Json>(json, "ridge_path", Json::array()));
  summary.fitted_weights = text::member<std::size_t>(json, "weights", 0);
  summary.unseen_weights = text::member<std::size_t>(json, "unseen_weights", 0);
  summary.target_gain = text::member<double>(json, "target_gain", summary.heldout_gain);
  summary.target_gain_error = text::member<double>(json, "target_gain_error", summary.heldout_gain_error);
  take_carried(text::member<Json>(json, "carried", Json::object()), summary);
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
