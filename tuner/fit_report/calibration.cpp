// SPDX-License-Identifier: MIT
#include "tuner/fit_report/calibration.hpp"

#include <algorithm>

#include "tuner/fit/loss.hpp"
#include "tuner/fit/row_losses.hpp"

namespace hone {
namespace {

constexpr int thirds = 3;

// Rows of a bin, with their predictions and what came of them.
struct Members {
  RowSelection rows;
  std::vector<double> predicted, surplus;  // target - predicted
};

struct Table {
  std::string name;
  std::array<Members, calibration_bins> bins;

  void add(std::uint32_t row, double predicted, double target) {
    const auto bin = static_cast<std::size_t>(predicted * static_cast<double>(calibration_bins));
    Members& members = bins[std::min(bin, calibration_bins - 1)];
    members.rows.push_back(row);
    members.predicted.push_back(predicted);
    members.surplus.push_back(target - predicted);
  }
};

std::vector<Table> empty_tables(const Schema& schema) {
  std::vector<Table> tables{{"all", {}}};
  if (schema.stage_count() == 1) return tables;
  for (const std::string& name :
       {"near " + schema.stages().front(), std::string("between"), "near " + schema.stages().back()}) {
    tables.push_back({name, {}});
  }
  return tables;
}

// 0, 1 or 2 from the first stage to the last.
std::size_t third_of(const Schema& schema, StagePoint stage) {
  const double way = (stage.lower + upper_share(schema, stage)) / (schema.stage_count() - 1);
  return static_cast<std::size_t>(std::min(thirds - 1, static_cast<int>(thirds * way)));
}

CalibrationBin judge(const RowSet& rows, const Members& members) {
  const ClusteredMean surplus = mean_over_games(rows, members.rows, members.surplus);
  const double predicted = mean_over_games(rows, members.rows, members.predicted).mean;
  return {members.rows.size(), predicted, predicted + surplus.mean, surplus.error};
}

}  // namespace

std::vector<CalibrationTable> calibrate(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                        int threads) {
  const std::vector<double> scores = row_scores(rows, selection, weights, threads);
  std::vector<Table> tables = empty_tables(weights.schema);
  for (std::size_t i = 0; i < selection.size(); ++i) {
    const RowView row = rows[selection[i]];
    const double predicted = outcome_of_logit(logit_per_score(weights.k) * scores[i]);
    const double target = row.label.target;
    tables.front().add(selection[i], predicted, target);
    if (tables.size() > 1) tables[1 + third_of(weights.schema, row.stage)].add(selection[i], predicted, target);
  }
  std::vector<CalibrationTable> result;
  for (const Table& table : tables) {
    CalibrationTable& judged = result.emplace_back(CalibrationTable{table.name, {}});
    std::transform(table.bins.begin(), table.bins.end(), judged.bins.begin(),
                   [&](const Members& members) { return judge(rows, members); });
  }
  return result;
}

}  // namespace hone
