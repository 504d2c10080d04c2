// SPDX-License-Identifier: MIT
#include "tuner/fit/row_scores.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

#include "tuner/thread_arena.hpp"

namespace hone {

RowSelection all_rows(const RowSet& rows) {
  RowSelection selection(rows.size());
  std::iota(selection.begin(), selection.end(), 0U);
  return selection;
}

double upper_share(const Schema& schema, StagePoint stage) {
  return static_cast<double>(stage.step) / schema.stage_steps();
}

namespace {

template <class Counts>
double score(StagePoint stage, const Counts& counts, const RowLabel& label, const Weights& weights) {
  const double t = upper_share(weights.schema, stage);
  const int stages = weights.schema.stage_count();
  const double* const lower = weights.values.data() + stage.lower;
  const double* const upper = t > 0 ? lower + 1 : lower;  // the last stage has none above
  double lower_sum = 0, upper_sum = 0;
  for (const auto [term, count] : counts) {
    lower_sum += static_cast<double>(count) * lower[term * stages];
    upper_sum += static_cast<double>(count) * upper[term * stages];
  }
  const double lower_scale = label.lower_scale, upper_scale = label.upper_scale;
  return (1 - t) * lower_scale * lower_sum + t * upper_scale * upper_sum + static_cast<double>(label.offset);
}

}  // namespace

double row_score(const RowView& row, const Weights& weights) {
  return score(row.stage, row.entries, row.label, weights);
}

double row_score(const Row& row, const RowLabel& label, const Weights& weights) {
  return score(row.stage, row.entries, label, weights);
}

// Chunk by chunk, so that rows of a mapped file need no memory for long.
std::vector<double> row_scores(const RowSet& rows, const RowSelection& selection, const Weights& weights, int threads) {
  std::vector<double> scores(selection.size());
  const auto fill = [&](std::size_t first, std::size_t last) {
    thread_arena(threads).execute([&] {
      oneapi::tbb::parallel_for(first, last,
                                [&](std::size_t i) { scores[i] = row_score(rows[selection[i]], weights); });
    });
  };
  if (!std::is_sorted(selection.begin(), selection.end())) return fill(0, selection.size()), scores;
  std::size_t last = 0;
  for (std::size_t first = 0; first < selection.size(); first = last) {
    const std::size_t chunk = selection[first] / RowSet::chunk_rows;
    while (last < selection.size() && selection[last] / RowSet::chunk_rows == chunk) ++last;
    fill(first, last);
    rows.release(chunk);
  }
  return scores;
}

}  // namespace hone
