// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/targets.hpp"

#include <cmath>
#include <string>

#include "data/error.hpp"

namespace hone::learn {

namespace {

void require_target(bool holds, const char* bound) {
  if (!holds) throw Error(std::string("fit: ") + bound);
}

}  // namespace

void TargetOptions::validate() const {
  require_target(blend >= 0 && blend <= 1, "blend must be in [0, 1]");
  require_target(std::isfinite(half_life) && half_life >= 0, "half_life must not be negative");
}

Targets::Targets(const RowSet& rows, const RowSelection& selection, const TargetOptions& options, double score_k)
    : blend_(options.blend), score_scale_(logit_per_score(score_k)) {
  if (options.half_life > 0) log2_decay_ = 1 / options.half_life;
  if (!selection.empty()) newest_ = options.newest_first ? selection.front() : selection.back();
  if (!options.equal_games) return;
  for (const std::uint32_t i : selection) rows_of_game_[rows[i].label.game] += 1.0F;
}

float Targets::target(const RowLabel& label) const {
  if (blend_ == 0 || label.score == no_row_score) return label.target;
  const double searched = outcome_of_logit(score_scale_ * static_cast<double>(label.score));
  return static_cast<float>((1 - blend_) * static_cast<double>(label.target) + blend_ * searched);
}

float Targets::weight(const RowLabel& label, std::size_t row) const {
  float weight = label.weight;
  if (log2_decay_ > 0) {
    const double age = std::abs(static_cast<double>(newest_) - static_cast<double>(row));
    weight *= static_cast<float>(std::exp2(-age * log2_decay_));
  }
  if (!rows_of_game_.empty()) weight /= rows_of_game_.at(label.game);
  if (!factors_.empty()) weight *= factors_[row];
  if (multiplicity_.empty()) return weight;
  const auto game = multiplicity_.find(label.game);
  return game == multiplicity_.end() ? 0 : weight * game->second;
}

}  // namespace hone::learn
