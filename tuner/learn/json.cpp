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

Json change_json(const LossChange& loss) {
  return {{"start", loss.start}, {"fitted", loss.fitted}, {"gain_error", loss.gain_error}};
}

Json heldout_json(const std::vector<HeldoutLosses>& phases) {
  Json json = Json::array();
  for (const HeldoutLosses& phase : phases) {
    Json losses = {{"phase", phase.phase},
                   {"positions", phase.rows},
                   {"outcome", change_json(phase.outcome)},
                   {"target", change_json(phase.target)}};
    if (phase.score) losses["score"] = change_json(*phase.score);
    json.push_back(std::move(losses));
  }
  return json;
}

LossChange loss_change(const Json& json) {
  return {.start = text::member<double>(json, "start"),
          .fitted = text::member<double>(json, "fitted"),
          .gain_error = text::member<double>(json, "gain_error")};
}

std::vector<HeldoutLosses> heldout_phases(const Json& json) {
  std::vector<HeldoutLosses> phases;
  for (const Json& losses : json) {
    HeldoutLosses& phase = phases.emplace_back();
    phase.phase = text::member<std::string>(losses, "phase");
    phase.rows = text::member<double>(losses, "positions");
    phase.outcome = loss_change(text::member<Json>(losses, "outcome"));
    phase.target = loss_change(text::member<Json>(losses, "target"));
    if (losses.contains("score")) phase.score = loss_change(losses["score"]);
  }
  return phases;
}

Json path_json(const std::vector<RidgePoint>& path) {
  Json json = Json::array();
  for (const RidgePoint& point : path) {
    json.push_back(
        {{"ridge", point.ridge}, {"loss", point.loss}, {"excess", point.excess}, {"excess_error", point.excess_error}});
  }
  return json;
}

Json pulls_json(const std::vector<NamedPull>& pulls) {
  Json json = Json::array();
  for (const NamedPull& pull : pulls) {
    json.push_back({{"group", pull.group}, {"stage", pull.phase}, {"ridge", pull.ridge}, {"smooth", pull.smooth}});
  }
  return json;
}

Json carried_json(const FitSummary& summary) {
  Json path = Json::array();
  for (const SharePoint& point : summary.share_path) {
    path.push_back(
        {{"share", point.share}, {"loss", point.loss}, {"excess", point.excess}, {"excess_error", point.excess_error}});
  }
  return {{"share", summary.carried_share}, {"games", summary.carried_games}, {"share_path", path}};
}

void take_carried(const Json& json, FitSummary& summary) {
  summary.carried_share = text::member<double>(json, "share", 0);
  summary.carried_games = text::member<double>(json, "games", 0);
  for (const Json& point : text::member<Json>(json, "share_path", Json::array())) {
    summary.share_path.push_back({.share = text::member<double>(point, "share"),
                                  .loss = text::member<double>(point, "loss"),
                                  .excess = text::member<double>(point, "excess", 0),
                                  .excess_error = text::member<double>(point, "excess_error", 0)});
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
    path.push_back({.ridge = text::member<double>(point, "ridge"),
                    .loss = text::member<double>(point, "loss"),
                    .excess = text::member<double>(point, "excess", 0),
                    .excess_error = text::member<double>(point, "excess_error", 0)});
  }
  return path;
}

std::vector<NamedPull> named_pulls(const Json& json) {
  std::vector<NamedPull> pulls;
  for (const Json& pull : json) {
    pulls.push_back({.group = text::member<std::string>(pull, "group"),
                     .phase = text::member<std::string>(pull, "stage"),
                     .ridge = text::member<double>(pull, "ridge"),
                     .smooth = text::member<double>(pull, "smooth")});
  }
  return pulls;
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
  return {{"games", summary.games},
          {"unnamed", summary.unnamed},
          {"unfinished", summary.unfinished},
          {"bad", summary.bad},
          {"positions", summary.positions},
          {"early", summary.early},
          {"in_check", summary.in_check},
          {"decided", summary.decided},
          {"noisy", summary.noisy},
          {"passed_over", summary.passed_over},
          {"duplicates", summary.duplicates},
          {"further", summary.further},
          {"rows", summary.rows},
          {"searches", summary.searches},
          {"tree_rows", summary.tree_rows}};
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
             .further = count("further"),
             .rows = text::member<std::uint64_t>(json, "rows"),
             .searches = count("searches"),
             .tree_rows = count("tree_rows")};
}

namespace {

Json second_order_json(const SecondOrderSummary& summary) {
  Json optima = Json::array();
  for (const Optimum& optimum : summary.optima) {
    optima.push_back({{"objective", optimum.objective},
                      {"starts", optimum.starts},
                      {"spread", optimum.spread},
                      {"of_given_start", optimum.of_given_start},
                      {"converged", optimum.converged}});
  }
  return {{"tangents", summary.tangents},
          {"last_move", summary.last_move},
          {"refused", summary.refused},
          {"starts", summary.starts},
          {"optima", optima}};
}

SecondOrderSummary second_order_of(const Json& json) {
  SecondOrderSummary summary{.tangents = text::member<int>(json, "tangents"),
                             .last_move = text::member<double>(json, "last_move"),
                             .refused = text::member<int>(json, "refused"),
                             .starts = text::member<int>(json, "starts")};
  for (const Json& optimum : text::member<Json>(json, "optima", Json::array())) {
    summary.optima.push_back({.objective = text::member<double>(optimum, "objective"),
                              .starts = text::member<int>(optimum, "starts"),
                              .spread = text::member<double>(optimum, "spread"),
                              .of_given_start = text::member<bool>(optimum, "of_given_start", false),
                              .converged = text::member<bool>(optimum, "converged", true)});
  }
  return summary;
}

}  // namespace

Json to_json(const FitSummary& summary) {
  Json json = {{"loss", summary.train.rounded},
               {"heldout_loss", summary.heldout.rounded},
               {"k", summary.k},
               {"iterations", summary.iterations},
               {"status", to_string(summary.status)},
               {"positions", summary.rows + summary.heldout_rows},
               {"games", summary.games + summary.heldout_games},
               {"weights", summary.fitted_weights},
               {"classes", summary.fitted_classes},
               {"unseen_weights", summary.unseen_weights},
               {"fixed_weights", summary.fixed_weights},
               {"weights_at_bound", summary.weights_at_bound},
               {"evened_weights", summary.evened_weights},
               {"tree_rows", summary.tree_rows},
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
               {"target", summary.target},
               {"heldout_by_phase", heldout_json(summary.heldout_by_phase)},
               {"ridge", summary.ridge},
               {"smooth", summary.strengths.smooth},
               {"ridge_path", path_json(summary.ridge_path)},
               {"pulls", pulls_json(summary.pulls)},
               {"worse_than_start", is_worse_than_start(summary)}};
  if (summary.strengths.back_off > 0) {
    json["back_off"] = {{"chosen", summary.strengths.back_off}, {"path", path_json(summary.back_off_path)}};
  }
  if (summary.carried_games > 0 || !summary.share_path.empty()) json["carried"] = carried_json(summary);
  if (summary.second_order) json["second_order"] = second_order_json(*summary.second_order);
  return json;
}

// What a run of an early version did not keep is left at its default.
void from_json(const Json& json, FitSummary& summary) {
  summary.heldout_rows = text::member<std::size_t>(json, "heldout_positions", 0);
  summary.heldout_games = text::member<std::size_t>(json, "heldout_games");
  summary.rows = without(json, "positions", summary.heldout_rows);
  summary.games = without(json, "games", summary.heldout_games);
  summary.tree_rows = text::member<std::size_t>(json, "tree_rows", 0);
  summary.train = loss_pair(text::member<Json>(json, "train_losses"));
  summary.heldout = loss_pair(text::member<Json>(json, "heldout_losses"));
  summary.heldout_gain = text::member<double>(json, "heldout_gain");
  summary.heldout_gain_error = text::member<double>(json, "heldout_gain_error");
  summary.k = text::member<double>(json, "k");
  summary.score_k = text::member<double>(json, "score_k", 1);
  summary.fitted_k = text::member<double>(json, "fitted_k", 0);
  summary.heldout_effective_games = text::member<double>(json, "heldout_effective_games", 0);
  summary.target = text::member<std::string>(json, "target", "");
  summary.heldout_by_phase = heldout_phases(text::member<Json>(json, "heldout_by_phase", Json::array()));
  summary.status = status_named(text::member<std::string>(json, "status"));
  summary.iterations = text::member<int>(json, "iterations", 0);
  summary.hessians = text::member<int>(json, "hessians", 0);
  summary.dense = text::member<bool>(json, "dense", true);
  summary.objective = text::member<double>(json, "objective", 0);
  summary.ridge = text::member<double>(json, "ridge", 0);
  summary.strengths = PullStrengths(summary.ridge, text::member<double>(json, "smooth", 0));
  if (json.contains("back_off")) {
    const Json back_off = text::member<Json>(json, "back_off");
    summary.strengths.back_off = text::member<double>(back_off, "chosen");
    summary.back_off_path = ridge_points(text::member<Json>(back_off, "path", Json::array()));
  }
  summary.ridge_path = ridge_points(text::member<Json>(json, "ridge_path", Json::array()));
  summary.pulls = named_pulls(text::member<Json>(json, "pulls", Json::array()));
  summary.fitted_weights = text::member<std::size_t>(json, "weights", 0);
  summary.fitted_classes = text::member<std::size_t>(json, "classes", summary.fitted_weights);
  summary.unseen_weights = text::member<std::size_t>(json, "unseen_weights", 0);
  summary.fixed_weights = text::member<std::size_t>(json, "fixed_weights", 0);
  summary.weights_at_bound = text::member<std::size_t>(json, "weights_at_bound", 0);
  summary.evened_weights = text::member<std::size_t>(json, "evened_weights", 0);
  take_carried(text::member<Json>(json, "carried", Json::object()), summary);
  if (json.contains("second_order")) summary.second_order = second_order_of(text::member<Json>(json, "second_order"));
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

Json to_json(const SourceWorth& worth, std::span<const std::string> names) {
  const auto table = [](const std::vector<std::vector<SourceGain>>& judged) {
    Json lines = Json::array();
    for (const std::vector<SourceGain>& line : judged) {
      Json cells = Json::array();
      for (const SourceGain& each : line) cells.push_back({{"gain", each.gain}, {"error", each.error}});
      lines.push_back(std::move(cells));
    }
    return lines;
  };
  return {{"sources", names},           {"rows", worth.rows},          {"games", worth.games},
          {"held_out", worth.held_out}, {"gains", table(worth.gains)}, {"adds", table(worth.adds)}};
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
