// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string_view>

#include "data/error.hpp"
#include "tuner/run/run.hpp"

namespace hone::run {

void RunOptions::validate() const {
  const auto require = [](bool holds, std::string_view bound, double found) {
    if (!holds) throw Error(expected_found(bound, fmt::format("{}", found)));
  };
  require(generations >= 0, "generations >= 0", generations);
  require(hours >= 0, "hours >= 0", hours);
  if (games_total > 0 && games_total < self_play.games) {
    throw Error(fmt::format("a total of {} games is not enough for a generation of {}", games_total, self_play.games));
  }
  require(patience >= 0, "patience >= 0", patience);
  require(threads >= 1, "threads >= 1", threads);
  require(window >= 1, "window >= 1", window);
  require(gate_los > 0.5 && gate_los < 1, "gate los between 0.5 and 1", gate_los);
  self_play.validate();
  sampling.validate();
  fit.validate();
  gate.validate(2);
  final_match.validate(2);
}

RunOptions default_run(const GameDriver& driver) {
  RunOptions options;
  options.self_play = play::default_self_play(driver);
  options.gate = match::default_tournament(driver);
  options.gate.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 10};
  options.final_match = match::default_tournament(driver);
  return options;
}

}  // namespace hone::run
