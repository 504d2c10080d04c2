// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tuner/number_text.hpp"
#include "tuner/report/chart.hpp"
#include "tuner/report/views.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

constexpr int loss_decimals = 5;

std::string heldout_loss(const ReportedFit& fit, double loss) {
  return fit.heldout_games == 0 ? "" : fixed(loss, loss_decimals);
}

Json fit_row(int generation, const ReportedFit& fit) {
  const bool judged = fit.heldout_games > 0;
  return {{"generation", generation},
          {"games", grouped(fit.games)},
          {"positions", grouped(fit.positions)},
          {"train", fixed(fit.train, loss_decimals)},
          {"train_start", fixed(fit.train_start, loss_decimals)},
          {"heldout", heldout_loss(fit, fit.heldout)},
          {"heldout_start", heldout_loss(fit, fit.heldout_start)},
          {"gain", judged ? change(fit.gain, loss_decimals) + " ± " + fixed(fit.gain_error, loss_decimals) : ""},
          {"k", fixed(fit.k, 3)},
          {"status", fit.status}};
}

std::optional<double> if_judged(const ReportedFit& fit, double loss) {
  return fit.heldout_games == 0 ? std::nullopt : std::optional(loss);
}

}  // namespace

Json learning_view(const ReportedRun& run, Json& charts) {
  Chart chart("chart-loss", "loss", {"generation", "trained on", "held out", "held out, weights before"});
  Json rows = Json::array();
  for (const ReportedGeneration& generation : run.generations) {
    if (!generation.fit) continue;
    const ReportedFit& fit = *generation.fit;
    chart.add(generation.number,
              {std::optional(fit.train), if_judged(fit, fit.heldout), if_judged(fit, fit.heldout_start)});
    rows.push_back(fit_row(generation.number, fit));
  }
  if (rows.empty()) return nullptr;
  charts.push_back(chart.json());
  return {{"rows", rows}};
}

}  // namespace hone
