// SPDX-License-Identifier: MIT
#include "tuner/run/options.hpp"

#include <fmt/format.h>

#include <string_view>

#include "data/error.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/stats/sprt_option.hpp"
#include "tuner/text/options.hpp"

namespace hone::run {

namespace {

void declare_matches(text::Options& options, RunOptions& run) {
  options.group("Matches");
  stats::declare(options, "gate", run.gate.sprt,
                 "SPRT that a candidate must pass to become the best; where it is off, or undecided "
                 "after --gate-games, --gate-los decides");
  options.integer("gate-games", "N", run.gate.games, {2},
                  fmt::format("games of that test at most; {} or more, as fewer tell nothing and promote nothing",
                              least_gate_games));
  options.real("gate-los", "X", run.gate_los, {0.5, 1},
               fmt::format("likelihood of superiority, here {:.4g} %, that makes a candidate the best where the test "
                           "decides nothing",
                           100 * run.gate_los));
  options.integer("candidates", "N", run.candidates, {1, 16},
                  "sets of weights that a generation makes of its games: the fit, and others by weaker and stronger "
                  "ridges, another blend, and draws from what the fit leaves open. They meet the best on the same "
                  "openings, the worse half leaves after each round, and the last one is tested");
  options.integer("candidate-games", "N", run.candidate_games, {2, 1'000'000},
                  "games of each of several candidates in each of these rounds");
  options.flag("gate-worse", run.gate_worse,
               "also test weights that predict the games held out worse than the best do, by two standard errors or "
               "more; without this they are not tested, and the next fit is pulled four times as hard");
  options.integer("final-games", "N", run.final_games, {0},
                  "games of the best weights against the first ones at the end; 0: none");
  play::declare_match_limits(options, run.gate.limits);
}

constexpr const char* automatic = "auto";

void declare_window(text::Options& options, RunOptions& run) {
  constexpr text::IntegerRange range{1, 1'000};
  text::Option& option = options.custom(
      "window", "N|auto",
      [&run, range](std::string_view words) {
        run.window.reset();
        if (words != automatic) run.window = static_cast<int>(text::parse_integer(words, range));
      },
      [&run] { return run.window ? text::show(std::int64_t{*run.window}) : automatic; },
      "learn from the games of the last N generations; auto: 3, or 1 with --carry");
  option.range = text::to_string(range);
  option.check = [&run, range] {
    if (run.window) text::check(std::int64_t{*run.window}, range);
  };
}

void set_carry(std::string_view words, CarryOptions& carry) {
  carry = {.is_on = words != "off"};
  if (!carry.is_on || words == automatic) return;
  try {
    carry.share = text::parse_real(words, {0, 1});
  } catch (const Error& fault) {
    throw Error(fault.message() + "; or off or auto");
  }
}

void declare_carry(text::Options& options, CarryOptions& carry) {
  options.custom(
      "carry", "off|auto|X", [&carry](std::string_view words) { set_carry(words, carry); },
      [&carry] { return !carry.is_on  ? "off"
                        : carry.share ? text::show(*carry.share)
                                      : std::string(automatic); },
      "how much of what the games before the window taught counts in the fit, 0 to 1; auto: the share under "
      "which "
      "new games are predicted best");
}

}  // namespace

void RunOptions::declare(text::Options& options) {
  options.group("What to learn");
  declare_window(options, *this);
  declare_carry(options, carry);
  declare_ends(options);
  options.group("Self-play of each generation");
  self_play.declare(options);
  declare_matches(options, *this);
  pool.declare(options);
  options.group("How to play");
  play::declare_work(options, threads, seed, self_play.engine);
  openings.declare(options);
  options.group("Where games of self-play begin");
  self_play.starts.declare(options);
  options.group("How games end");
  play::declare_adjudication(options, self_play.adjudication);
  sampling.declare(options);
  fit.declare(options, true);
  options.group("Another engine instead of hone's own");
  engine.declare_engine(options);
  engine.declare_question(options);
  engine.declare_steps(options);
}

void RunOptions::declare_ends(text::Options& options) {
  declare_budgets(options);
  options
      .integer("patience", "N", patience, {0, 100'000},
               "end after N generations in a row that were not promoted; 0: however many")
      .free_on_resume();
}

void RunOptions::declare_budgets(text::Options& options) {
  options.group("When to stop: at the first of these");
  options.integer("generations", "N", generations, {0, 100'000}, "how often to play, fit and test; 0: no end")
      .free_on_resume();
  options
      .real("hours", "H", hours, {0, 10'000},
            "hours of work, all sessions together: begin no generation that would end later, if it takes as long as "
            "the last; 0: no end. The last match comes on top")
      .free_on_resume();
  options
      .integer("games-total", "N", games_total, {0},
               "begin no generation that would exceed N games of self-play in all; 0: no end")
      .free_on_resume();
}

void RunOptions::settle(const GameDriver& driver) {
  self_play.openings = play::default_openings(driver, play::OpeningUse::training);
  gate.openings = play::default_openings(driver, play::OpeningUse::judging);
  openings.apply(driver, self_play.openings);
  self_play.starts.plies_after_book = openings.plies.has_value();
  openings.apply(driver, gate.openings);
  if (!pool.players.empty() || !pool.opponents.empty()) gate.openings.use = play::OpeningUse::gate;
  gate.adjudication = self_play.adjudication;
  gate.engine = self_play.engine;
  final_match = gate;
  final_match.sprt.reset();
  final_match.games = final_games;
  fit.targets.target = fit.targets.target.settled(true);
}

namespace {

// What units take: games that are the same on every machine.
void require_units(const RunOptions& run) {
  run.launch.validate();
  const std::string launch = fmt::format("--launch {}", to_string(run.launch.launch));
  if (run.is_foreign()) throw Error(launch + ": games of an engine of somebody else are not the same each time");
  if (!run.self_play.limits.reproducible() || !run.gate.limits.reproducible()) {
    throw Error(launch + ": limits in time make other games on each machine; --depth, --nodes");
  }
}

}  // namespace

void RunOptions::validate() const {
  RunOptions copy = *this;
  text::Options declared;
  copy.declare(declared);
  declared.check();
  if (games_total > 0 && games_total < self_play.games) {
    throw Error(fmt::format("a total of {} games is not enough for a generation of {}", games_total, self_play.games));
  }
  if (gate_los <= 0.5 || gate_los >= 1)
    throw Error(expected_found("gate-los above 0.5 and below 1", text::show(gate_los)));
  if (launch.launch != units::Launch::local) require_units(*this);
  self_play.validate();
  sampling.validate();
  fit.validate();
  gate.validate(2);
  pool.validate();
  if (final_games > 0) final_match.validate(2);
}

RunOptions default_run(const GameDriver& driver) {
  RunOptions options;
  options.settle(driver);
  return options;
}

}  // namespace hone::run
