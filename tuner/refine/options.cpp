// SPDX-License-Identifier: MIT
#include "tuner/refine/options.hpp"

#include <fmt/format.h>

#include "data/error.hpp"
#include "tuner/stats/sprt_option.hpp"

namespace hone::refine {

void RefineOptions::declare(text::Options& options) {
  options.group("What is refined, and how");
  options.list(
      "parameters", "PATTERN", patterns,
      "search.NAME for the numbers of the search that hone uci lists, groups of weights as mobility.*, or with "
      "--engine its options; '*' stands for any text");
  options.integer("directions", "N", directions, {1, 400},
                  "of weights, with --posterior: at most so many directions, the stiffest first");
  options.integer("games", "N", games.games, {2, match::most_rounds}, "of the refinement, two a pair").short_form('g');
  options.real(
      "share", "X", share, {0.005, 0.5},
      "a step of a direction is what changes the chosen move in this share of positions, beyond those in which "
      "the least change of a number does");
  options.integer("positions", "N", positions, {10, 100'000}, "positions for that");
  options.real("cost", "ELO", cost, {1, 300}, "what the perturbed players are to lose against the centre");
  options.integer("batch", "PAIRS", batch, {1, 10'000},
                  "pairs that are played around the same centre; with fewer than threads some wait");
  options.group("How to play");
  play::declare_limits(options, games.limits);
  play::declare_work(options, games.threads, games.seed, games.engine);
  play::declare_parameters(options, games.engine);
  openings.declare(options);
  play::declare_adjudication(options, games.adjudication);
  options.group("The proof at the end");
  options.integer("final-games", "N", final_games, {0, match::most_rounds},
                  "at most, of the result against the start, from openings that were not used; 0: no such match");
  stats::declare(options, "sprt", sprt,
                 "the last match ends when the result is shown to be ELO1 or only ELO0 stronger; or off");
}

void RefineOptions::settle(const GameDriver& driver) {
  games.openings = play::default_openings(driver, play::OpeningUse::training);
  openings.apply(driver, games.openings);
}

void RefineOptions::validate() const {
  games.adjudication.validate();
  games.openings.validate();
  if (sprt) sprt->validate();
  if (games.threads < 1) throw Error(expected_found("threads >= 1", fmt::format("{}", games.threads)));
}

}  // namespace hone::refine
