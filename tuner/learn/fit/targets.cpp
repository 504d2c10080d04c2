// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/targets.hpp"

#include <cmath>
#include <string>

#include "data/error.hpp"

namespace hone::learn {

void require_fit(bool holds, const char* bound) {
  if (!holds) throw Error(std::string("fit: ") + bound);
}

void TargetOptions::validate() const {
  target.validate();
  require_fit(!score_k || (std::isfinite(*score_k) && *score_k > 0), "score_k must be positive");
  require_fit(std::isfinite(half_life) && half_life >= 0, "half_life must not be negative");
}

Targets::Targets(const RowSet& rows, const RowSelection& selection, const TargetOptions& options, double score_k)
    : takes_values_(options.target.uses_later_scores()),
      blend_(options.target.uses_later_scores() ? 0 : options.target.own_share()),
      score_scale_(logit_per_score(score_k)) {
  if (options.target.tree) tree_weight_ = options.target.tree->weight;
  if (options.half_life > 0 && !selection.empty()) {
    log2_decay_ = 1 / options.half_life;
    count_positions(rows, options.newest_first ? selection.front() : selection.back());
  }
  if (!options.equal_games) return;
  for (const std::uint32_t i : selection) {
    if (const RowLabel label = rows[i].label; !label.is_tree_row() && label.weight > 0)
      rows_of_game_[label.game] += 1.0F;
  }
}

// A row from inside of a search has the age of the position that comes after it, beside which it was found.
void Targets::count_positions(const RowSet& rows, std::size_t newest) {
  positions_before_.reserve(rows.size());
  std::uint32_t positions = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    positions_before_.push_back(positions);
    if (const RowLabel label = rows[i].label; !label.is_tree_row()) ++positions;
  }
  newest_ = positions_before_[newest];
}

float Targets::target(const RowLabel& label) const {
  if (label.is_tree_row()) return score_target(label);
  if (takes_values_ && label.value != no_row_value) return label.value;
  if (blend_ == 0 || label.score == no_row_score) return label.target;
  const double searched = outcome_of_score(label.score);
  return static_cast<float>((1 - blend_) * static_cast<double>(label.target) + blend_ * searched);
}

float Targets::score_target(const RowLabel& label) const { return static_cast<float>(outcome_of_score(label.score)); }

double Targets::outcome_of_score(float score) const {
  return outcome_of_logit(score_scale_ * static_cast<double>(score));
}

float Targets::weight(const RowLabel& label, std::size_t row) const {
  float weight = label.is_tree_row() ? label.weight * static_cast<float>(tree_weight_) : label.weight;
  if (log2_decay_ > 0) {
    const double age = std::abs(static_cast<double>(newest_) - static_cast<double>(positions_before_[row]));
    weight *= static_cast<float>(std::exp2(-age * log2_decay_));
  }
  if (const auto rows = rows_of_game_.find(label.game); rows != rows_of_game_.end()) weight /= rows->second;
  if (!factors_.empty()) weight *= factors_[row];
  if (multiplicity_.empty()) return weight;
  const auto game = multiplicity_.find(label.game);
  return game == multiplicity_.end() ? 0 : weight * game->second;
}

}  // namespace hone::learn
