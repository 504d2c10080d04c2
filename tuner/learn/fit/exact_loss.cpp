// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/exact_loss.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "data/second_order.hpp"
#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

constexpr std::size_t rows_a_part = 4096;

struct LossOfRows {
  double loss = 0, weight = 0;
  Vector slope;
};

}  // namespace

ExactLoss exact_loss(const RowSet& rows, const RowSelection& selection, const Weights& weights, const Targets& targets,
                     Loss loss, int threads) {
  const SecondOrderModel model(weights.schema);
  const double per_score = logit_per_score(weights.k);
  const auto size = static_cast<Eigen::Index>(weights.values.size());
  const auto compute = [&](std::size_t number) {
    LossOfRows part{.slope = Vector::Zero(size)};
    std::vector<WeightSlope> slopes;
    const std::size_t end = std::min(selection.size(), (number + 1) * rows_a_part);
    for (std::size_t i = number * rows_a_part; i < end; ++i) {
      const RowView row = rows[selection[i]];
      const auto target = static_cast<double>(targets.target(row.label));
      const auto weight = static_cast<double>(targets.weight(row.label, selection[i]));
      const double logit = per_score * model.slopes(row, weights.values, slopes);
      const LossPoint point = loss_point(loss, row.label.bound, target, logit);
      part.weight += weight;
      part.loss += weight * point.value;
      for (const auto& [of, slope] : slopes) part.slope[static_cast<Eigen::Index>(of)] += weight * point.slope * slope;
    }
    return part;
  };
  ExactLoss result{.slope = Vector::Zero(size)};
  double all = 0;
  const std::size_t parts = (selection.size() + rows_a_part - 1) / rows_a_part;
  parallel::ordered_sum(parts, threads, compute, [&](std::size_t, const LossOfRows& part) {
    all += part.weight;
    result.loss += part.loss;
    result.slope += part.slope;
  });
  result.loss /= all;
  result.slope *= per_score * parameter_unit / all;
  return result;
}

}  // namespace hone::learn
