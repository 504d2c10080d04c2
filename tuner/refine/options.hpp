// SPDX-License-Identifier: MIT
//
// The options of a refinement, with their defaults and what they say of themselves (tuner/text/options.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/options.hpp"
#include "tuner/stats/statistics.hpp"
#include "tuner/text/options.hpp"

namespace hone::refine {

struct RefineOptions {
  std::vector<std::string> patterns = {};  // of parameters
  std::size_t directions = 60;             // of weights by a posterior, at most
  double share = 0.08;                     // SensitivityOptions::share
  std::size_t positions = 200;             // SensitivityOptions::positions
  std::uint64_t batch = 24;                // pairs
  double cost = 60;                        // Elo that a perturbation is to cost
  // The pairs of the refinement: their number of games, limits, adjudication, openings, seed, threads and engine.
  match::TournamentOptions games = {.games = 40'000,
                                    .limits = {.depth = {}, .nodes = 1'000, .move_time = {}, .clock = {}}};
  play::OpeningChoice openings = {};
  // Of the last match, the result against the start; 0 games: none.
  std::uint64_t final_games = 4'000;
  std::optional<stats::SprtOptions> sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 5};

  bool repair = false;  // damaged files of the last match are set aside, and it is played again

  // Names and values of everything that decides results, for the journal; and the whole, for readers and --resume.
  std::vector<std::pair<std::string, std::string>> record = {};
  std::string config = {};

  void declare(text::Options& options);
  void settle(const GameDriver& driver);
  void validate() const;  // throws Error naming the bound that is broken

  [[nodiscard]] std::uint64_t pairs() const { return games.games / 2; }
};

}  // namespace hone::refine
