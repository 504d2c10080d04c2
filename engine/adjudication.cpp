// SPDX-License-Identifier: MIT
#include "engine/adjudication.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "data/error.hpp"

namespace hone {
namespace {

void require(bool holds, std::string_view bound, double found) {
  if (!holds) throw Error(expected_found(bound, fmt::format("{}", found)));
}

// Returns the run after one more move: it grows when the move points the same way and begins anew otherwise.
int extended_run(int run, int direction) {
  if (direction == 0) return 0;
  return run * direction > 0 ? run + direction : direction;
}

int direction_of(Score score, Score bound) { return score >= bound ? 1 : score <= -bound ? -1 : 0; }

}  // namespace

void AdjudicationOptions::validate() const {
  require(resign_count >= 0, "resign count >= 0", resign_count);
  require(resign_score > 0, "resign score > 0", resign_score);
  require(draw_count >= 0, "draw count >= 0", draw_count);
  require(draw_score >= 0, "draw score >= 0", draw_score);
  require(draw_ply >= 0, "draw ply >= 0", draw_ply);
  require(ending_pieces >= 0, "endings >= 0", ending_pieces);
  require(verify_share >= 0 && verify_share <= 1, "verify share in [0, 1]", verify_share);
}

void AdjudicationOptions::validate(const GameDriver& driver) const {
  validate();
  const int most = driver.most_ending_pieces();
  if (ending_pieces <= most) return;
  throw Error(expected_found(most == 0 ? fmt::format("--endings 0, because endings of {} are not solved", driver.name())
                                       : fmt::format("--endings {} or less in {}", most, driver.name()),
                             fmt::format("--endings {}", ending_pieces)));
}

std::optional<Outcome> Adjudicator::resigned(Score score) const {
  if (options_.resign_count == 0) return std::nullopt;
  const bool both_see = (is_win(score) && is_win(last_)) || (is_loss(score) && is_loss(last_));
  if (both_see && options_.trusts_wins) {
    return Outcome{utility_of(score), EndReason::resign};
  }
  if (std::abs(winning_run_) < 2 * options_.resign_count) return std::nullopt;
  return Outcome{winning_run_ > 0 ? 1 : -1, EndReason::resign};
}

std::optional<Outcome> Adjudicator::resigned_alone(Side mover, Score score) {
  int& run = losing_runs_[static_cast<std::size_t>(mover)];
  run = score <= -options_.resign_score ? run + 1 : 0;
  if (options_.resign_count == 0 || run < options_.resign_count) return std::nullopt;
  return Outcome{-sign(mover), EndReason::resign};
}

std::optional<Outcome> Adjudicator::see(Side mover, Score score, Ply ply) {
  if (score == no_score) {
    winning_run_ = drawn_run_ = losing_runs_[static_cast<std::size_t>(mover)] = 0;
    last_ = 0;
    return std::nullopt;
  }
  const Score first_view = sign(mover) * score;
  winning_run_ = extended_run(winning_run_, direction_of(first_view, options_.resign_score));
  drawn_run_ = ply >= options_.draw_ply && std::abs(score) <= options_.draw_score ? drawn_run_ + 1 : 0;
  std::optional<Outcome> resignation = resigned(first_view);
  if (!resignation && !options_.resign_two_sided) resignation = resigned_alone(mover, score);
  last_ = first_view;
  if (resignation) return resignation;
  if (options_.draw_count > 0 && drawn_run_ >= 2 * options_.draw_count) {
    return Outcome{0, EndReason::draw_adjudication};
  }
  return std::nullopt;
}

}  // namespace hone
