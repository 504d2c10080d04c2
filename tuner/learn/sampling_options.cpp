// SPDX-License-Identifier: MIT
#include "tuner/learn/sampling_options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "data/error.hpp"
#include "tuner/text/options.hpp"

namespace hone::learn {

void SamplingOptions::declare(text::Options& options) {
  options.group("Which positions of the games");
  learn::declare(options, resolve);
  options.integer("per-game", "N", per_game, {0}, "most positions taken from a game; 0: all");
  options.integer("skip-plies", "N", skip_plies, {0, 10'000}, "leave out the first N plies after the opening");
  options.integer("max-score", "X", max_score, {1, max_eval}, "leave out scores beyond +-X centi-units");
  options.flag_off("keep-check", skip_check, "also take positions in check");
  options.flag_off("keep-repeated", unique, "also take positions that were met before");
  options.flag("skip-bad", skip_bad,
               "leave out lines and games that cannot be read, with a warning, instead of refusing the file");
  options.recorded("quiet-margin", [this] { return text::show(std::int64_t{quiet_margin}); });
}

void SamplingOptions::validate() const {
  const auto require = [](bool holds, std::string_view bound, auto found) {
    if (!holds) throw Error(expected_found(bound, fmt::format("{}", found)));
  };
  require(skip_plies >= 0, "plies to skip >= 0", skip_plies);
  require(max_score > 0, "largest score > 0", max_score);
  require(quiet_margin >= 0, "quiet margin >= 0", quiet_margin);
  require(threads >= 1, "threads >= 1", threads);
  require(std::isfinite(score_k) && score_k > 0, "a positive scale of scores", score_k);
  resolve.validate();
  target.validate();
}

SamplingSummary& SamplingSummary::operator+=(const SamplingSummary& other) {
  games += other.games;
  unnamed += other.unnamed;
  unfinished += other.unfinished;
  bad += other.bad;
  positions += other.positions;
  early += other.early;
  in_check += other.in_check;
  decided += other.decided;
  noisy += other.noisy;
  passed_over += other.passed_over;
  duplicates += other.duplicates;
  further += other.further;
  rows += other.rows;
  searches += other.searches;
  tree_rows += other.tree_rows;
  return *this;
}

}  // namespace hone::learn
