// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/heldout_losses.hpp"

#include <numeric>
#include <span>

#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {

namespace {

// The losses of some rows under both weights by one yardstick.
struct PairedLosses {
  RowSelection rows;
  std::vector<double> start, gain;
};

class HeldoutJudge {
 public:
  HeldoutJudge(const RowSet& rows, const RowSelection& heldout, const Weights& start, const Weights& fitted,
               const HeldoutQuestion& question)
      : rows_(rows), question_(question), schema_(start.schema) {
    const double scale = logit_per_score(fitted.k);
    const std::vector<double> before = row_scores(rows, heldout, start, question.threads);
    const std::vector<double> after = row_scores(rows, heldout, fitted, question.threads);
    for (std::size_t i = 0; i < heldout.size(); ++i) {
      const RowLabel& label = rows[heldout[i]].label;
      const Logits logits{scale * before[i], scale * after[i]};
      add(outcome_, heldout[i], label.target, logits);
      add(target_, heldout[i], question.targets->target(label), logits);
      if (label.score != no_row_score) add(score_, heldout[i], question.targets->score_target(label), logits);
    }
  }

  // phase: nothing for all.
  [[nodiscard]] HeldoutLosses judge(std::optional<int> phase) const {
    const std::vector<double> shares = shares_of(outcome_.rows, phase);
    HeldoutLosses losses{.phase = phase ? schema_.phases()[static_cast<std::size_t>(*phase)] : "all",
                         .rows = std::accumulate(shares.begin(), shares.end(), 0.0),
                         .outcome = change(outcome_, shares),
                         .target = change(target_, shares),
                         .score = {}};
    if (!score_.rows.empty()) losses.score = change(score_, shares_of(score_.rows, phase));
    return losses;
  }

 private:
  struct Logits {
    double start, fitted;
  };

  void add(PairedLosses& losses, std::uint32_t row, float target, Logits logits) const {
    const double wanted = target, start = loss_value(question_.loss, wanted, logits.start);
    losses.rows.push_back(row);
    losses.start.push_back(start);
    losses.gain.push_back(start - loss_value(question_.loss, wanted, logits.fitted));
  }

  [[nodiscard]] std::vector<double> shares_of(const RowSelection& rows, std::optional<int> phase) const {
    std::vector<double> shares;
    shares.reserve(rows.size());
    for (const std::uint32_t row : rows) shares.push_back(phase ? share_of(rows_[row].phase, *phase) : 1.0);
    return shares;
  }

  [[nodiscard]] double share_of(PhasePoint point, int phase) const {
    const double upper = upper_share(schema_, point);
    if (point.lower == phase) return 1 - upper;
    return point.lower + 1 == phase ? upper : 0;
  }

  [[nodiscard]] LossChange change(const PairedLosses& losses, std::span<const double> shares) const {
    const ClusteredMean start = mean_over_games(rows_, losses.rows, losses.start, shares);
    const ClusteredMean gain = mean_over_games(rows_, losses.rows, losses.gain, shares);
    return {.start = start.mean, .fitted = start.mean - gain.mean, .gain_error = gain.error};
  }

  const RowSet& rows_;
  const HeldoutQuestion& question_;
  const Schema& schema_;
  PairedLosses outcome_, target_, score_;
};

}  // namespace

std::vector<HeldoutLosses> heldout_losses(const RowSet& rows, const RowSelection& heldout, const Weights& start,
                                          const Weights& fitted, const HeldoutQuestion& question) {
  if (heldout.empty()) return {};
  const HeldoutJudge judge(rows, heldout, start, fitted, question);
  std::vector<HeldoutLosses> result{judge.judge(std::nullopt)};
  const int phases = start.schema.phase_count();
  for (int phase = 0; phases > 1 && phase < phases; ++phase) result.push_back(judge.judge(phase));
  return result;
}

}  // namespace hone::learn
