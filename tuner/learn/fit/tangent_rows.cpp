// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/tangent_rows.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "data/second_order.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

void fill_with_tangents(RowArrays& to, const RowChunk& from, const SecondOrderModel& model,
                        std::span<const double> weights) {
  std::vector<std::uint16_t> terms;
  std::vector<float> counts;
  to.terms.reserve(from.terms.size());
  to.counts.reserve(from.terms.size());
  for (std::size_t i = 0; i < from.size(); ++i) to.add(model.tangent(from[i], weights, terms, counts));
}

}  // namespace

RowSet tangent_rows(const RowSet& rows, const Weights& weights, int threads) {
  const SecondOrderModel model(weights.schema);
  const auto chunks = std::make_shared<std::vector<RowArrays>>(rows.chunks());
  parallel::thread_arena(threads).execute([&] {
    oneapi::tbb::parallel_for(std::size_t{0}, rows.chunks(), [&](std::size_t i) {
      fill_with_tangents((*chunks)[i], rows.chunk(i), model, weights.values);
      rows.release(i);
    });
  });
  std::vector<RowChunk> views;
  for (const RowArrays& chunk : *chunks) views.push_back(chunk.view());
  return {std::move(views), chunks, {}};
}

Weights linearised(Weights weights) {
  if (!weights.schema.is_linear()) weights.schema = weights.schema.linearised();
  return weights;
}

TangentFit at_tangent(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options) {
  if (start.schema.is_linear()) return {rows, start, result, options};
  TangentFit fit{tangent_rows(rows, result.fitted, options.threads), linearised(start), result, options};
  fit.result.weights = linearised(fit.result.weights);
  fit.result.fitted = linearised(fit.result.fitted);
  fit.options.groups = fitted_groups(start.schema, options);
  fit.options.row_factors = factors_of_rows(rows, start.schema, options);
  fit.options.k = result.summary.k;
  fit.options.targets.score_k = result.summary.score_k;
  fit.options.dispersion = result.summary.dispersion;
  if (result.summary.pull_unit > 0) fit.options.pull_unit = result.summary.pull_unit;
  return fit;
}

}  // namespace hone::learn
