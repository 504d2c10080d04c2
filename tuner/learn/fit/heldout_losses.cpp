// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/heldout_losses.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {

namespace {

enum Yardstick : std::size_t { by_outcome, by_target, by_score, yardsticks };

// The weighted mean loss at the start and the mean gain, with what the gain's error by game takes.
class PairedMean {
 public:
  void add(double weight, double start, double fitted) {
    weight_ += weight;
    start_ += weight * start;
    game_weight_ += weight;
    game_gain_ += weight * (start - fitted);
  }

  void end_game() {
    if (game_weight_ == 0) return;
    ++games_;
    gain_ += game_gain_;
    squares_ += game_gain_ * game_gain_;
    products_ += game_gain_ * game_weight_;
    weight_squares_ += game_weight_ * game_weight_;
    game_gain_ = game_weight_ = 0;
  }

  [[nodiscard]] bool empty() const { return !(weight_ > 0); }

  // The error is that of mean_over_games.
  [[nodiscard]] LossChange change() const {
    if (empty()) return {};
    const double start = start_ / weight_, gain = gain_ / weight_;
    LossChange result{.start = start, .fitted = start - gain};
    if (weight_ * weight_ < least_effective_games * weight_squares_) return result;
    const double residuals = std::max(0.0, squares_ - 2 * gain * products_ + gain * gain * weight_squares_);
    result.gain_error = std::sqrt(residuals * games_ / (games_ - 1)) / weight_;
    return result;
  }

 private:
  double weight_ = 0, start_ = 0, gain_ = 0;
  double games_ = 0, squares_ = 0, products_ = 0, weight_squares_ = 0;  // sums over games
  double game_weight_ = 0, game_gain_ = 0;                              // of the game that is being added
};

struct PhaseMeans {
  double rows = 0;
  std::array<PairedMean, yardsticks> means;
};

class HeldoutJudge {
 public:
  HeldoutJudge(const RowSet& rows, const Weights& weights, const HeldoutQuestion& question)
      : rows_(rows),
        question_(question),
        schema_(weights.schema),
        scale_(logit_per_score(weights.k)),
        phases_(static_cast<std::size_t>(schema_.phase_count()) + 1) {}

  // The scores of a row, in centi-units, under both weights.
  void add(std::uint32_t row, double start, double fitted) {
    const RowView view = rows_[row];
    const double upper = upper_share(schema_, view.phase);
    const std::size_t lower_phase = view.phase.lower + 1U;
    const double logits[] = {scale_ * start, scale_ * fitted};
    add(phases_.front(), 1, view.label, logits);
    add(phases_[lower_phase], 1 - upper, view.label, logits);
    if (upper > 0) add(phases_[lower_phase + 1], upper, view.label, logits);
  }

  void end_game() {
    for (PhaseMeans& phase : phases_) {
      for (PairedMean& mean : phase.means) mean.end_game();
    }
  }

  [[nodiscard]] std::vector<HeldoutLosses> result() const {
    std::vector<HeldoutLosses> result;
    for (std::size_t i = 0; i < phases_.size(); ++i) {
      if (i > 0 && phases_.size() == 2) break;  // the only phase is all
      const auto& [rows, means] = phases_[i];
      const bool weigh = !means[by_outcome].empty();
      result.push_back({.phase = i == 0 ? "all" : schema_.phases()[i - 1],
                        .rows = weigh ? rows : 0,
                        .outcome = means[by_outcome].change(),
                        .target = means[by_target].change(),
                        .score = {}});
      if (!means[by_score].empty()) result.back().score = means[by_score].change();
    }
    return result;
  }

 private:
  void add(PhaseMeans& phase, double share, const RowLabel& label, const double (&logits)[2]) const {
    const double weight = share * static_cast<double>(label.weight);
    const auto compare = [&](Yardstick by, float wanted) {
      const double value = wanted;
      phase.means[by].add(weight, loss_value(question_.loss, value, logits[0]),
                          loss_value(question_.loss, value, logits[1]));
    };
    phase.rows += share;
    compare(by_outcome, label.target);
    compare(by_target, question_.targets->target(label));
    if (label.score != no_row_score) compare(by_score, question_.targets->score_target(label));
  }

  const RowSet& rows_;
  const HeldoutQuestion& question_;
  const Schema& schema_;
  double scale_;
  std::vector<PhaseMeans> phases_;  // all, then each
};

}  // namespace

std::vector<HeldoutLosses> heldout_losses(const RowSet& rows, const RowSelection& heldout, const Weights& start,
                                          const Weights& fitted, const HeldoutQuestion& question) {
  if (heldout.empty()) return {};
  const RowsByGame games = rows_by_game(rows, heldout);
  const std::vector<double> before = row_scores(rows, games.order, start, question.threads);
  const std::vector<double> after = row_scores(rows, games.order, fitted, question.threads);
  HeldoutJudge judge(rows, fitted, question);
  for (std::size_t game = 0; game < games.games(); ++game) {
    for (std::size_t i = games.first[game]; i < games.first[game + 1]; ++i) {
      judge.add(games.order[i], before[i], after[i]);
    }
    judge.end_game();
  }
  return judge.result();
}

const HeldoutLosses* telling_losses(const std::vector<HeldoutLosses>& losses) {
  if (losses.empty()) return nullptr;
  const auto first =
      std::find_if(losses.begin() + 1, losses.end(), [](const HeldoutLosses& it) { return it.rows > 0; });
  return first == losses.end() ? &losses.front() : &*first;
}

}  // namespace hone::learn
