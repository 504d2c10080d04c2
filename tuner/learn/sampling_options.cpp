// SPDX-License-Identifier: MIT
#include "tuner/learn/sampling_options.hpp"

#include <fmt/format.h>

#include <string_view>

#include "data/error.hpp"

namespace hone::learn {

void SamplingOptions::validate() const {
  const auto require = [](bool holds, std::string_view bound, int found) {
    if (!holds) throw Error(expected_found(bound, fmt::format("{}", found)));
  };
  require(skip_plies >= 0, "plies to skip >= 0", skip_plies);
  require(max_score > 0, "largest score > 0", max_score);
  require(quiet_margin >= 0, "quiet margin >= 0", quiet_margin);
  require(threads >= 1, "threads >= 1", threads);
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
  rows += other.rows;
  return *this;
}

}  // namespace hone::learn
