// SPDX-License-Identifier: MIT
#include "tuner/cli/options/run_options.hpp"

#include <fmt/format.h>

#include "data/error.hpp"
#include "tuner/cli/application.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/directory.hpp"

namespace hone::cli {

namespace {

// Those that are not given differ between self-play and matches, and so no option can tell them.
std::string openings_comment(const run::RunOptions& run) {
  return fmt::format("# openings of self-play: {}\n# openings of matches: {}\n", play::describe(run.self_play.openings),
                     play::describe(run.gate.openings));
}

}  // namespace

void RunSettings::declare(Options& options) {
  options.group("What to learn");
  game_.declare(options);
  options.text("start", "F", start_, "weights to start from: a file, default, material or zero");
  options.integer("window", "N", window_, {1, 1'000}, "learn from the games of the last N generations");
  options.group("When to stop: at the first of these");
  options.real("hours", "H", hours_, {0, 10'000},
               "of work, all sessions together: begin no generation that would end later, if it takes as long as the "
               "last; 0: no "
               "end. The last match comes on top");
  options.integer("generations", "N", generations_, {0, 100'000}, "play, fit and test so often; 0: no end");
  options.integer("games-total", "N", games_total_, {0},
                  "begin no generation beyond so many games of self-play; 0: no end");
  options.integer("patience", "N", patience_, {0, 100'000},
                  "when so many generations in a row were not promoted; 0: however many");
  options.group("Self-play");
  options.integer("games", "N", games_, {1}, "a generation").short_form('g');
  limits_.declare(options);
  variety_.declare(options);
  options.group("Matches");
  gate_.declare(
      options, "gate",
      "SPRT a candidate must pass to become the best, normalised Elo; off, or undecided after --gate-games: LOS 95 %");
  options.integer("gate-games", "N", gate_games_, {2}, "at most so many in that test");
  options.integer("final-games", "N", final_games_, {0}, "of the best weights against the first at the end; 0: none");
  options.integer("match-nodes", "N", match_nodes_, {1}, "a move");
  options.group("How to play");
  work_.declare(options);
  openings_.declare(options);
  adjudication_.declare(options);
  sampling_.declare(options);
  fit_.declare(options);
}

match::TournamentOptions RunSettings::match_options(const GameDriver& game) const {
  match::TournamentOptions match = match::default_tournament(game);
  match.limits.nodes = match_nodes_;
  match.adjudication = adjudication_.rules;
  match.engine.hash_bytes = work_.hash_bytes();
  openings_.apply(match.openings);
  return match;
}

run::RunOptions RunSettings::run_options(const GameDriver& game) {
  run::RunOptions run = run::default_run(game);
  run.generations = generations_;
  run.hours = hours_;
  run.games_total = games_total_;
  run.patience = patience_;
  run.seed = work_.seed;
  run.threads = work_.threads;
  run.window = window_;
  run.final_games = final_games_;
  run.self_play.games = games_;
  run.self_play.limits = limits_.limits();
  run.self_play.adjudication = adjudication_.rules;
  run.self_play.engine.hash_bytes = work_.hash_bytes();
  openings_.apply(run.self_play.openings);
  run.self_play.variety = variety_.variety;
  run.sampling = sampling_.sampling();
  run.fit = fit_.fit();
  run.gate = run.final_match = match_options(game);
  run.gate.games = gate_games_;
  run.gate.sprt = gate_.test;
  // The run remembers what holds, not what was given.
  game_.choose(game);
  limits_.settle();
  run.config = fmt::format("# {}\n{}{}", version_line(), as_config(), openings_comment(run));
  return run;
}

std::string RunSettings::as_config() {
  Options options;
  declare(options);
  return options.as_config();
}

void RunSettings::take_session_options(const RunSettings& given, const Options& options) {
  if (options.given("threads")) work_.threads = given.work_.threads;
  if (options.given("hours")) hours_ = given.hours_;
  if (options.given("generations")) generations_ = given.generations_;
  if (options.given("games-total")) games_total_ = given.games_total_;
  if (options.given("patience")) patience_ = given.patience_;
}

void RunSettings::read(const std::filesystem::path& folder) {
  run::RunDirectory::require_run(folder);
  Options options;
  std::string config;
  options.text("config", "F", config, "");
  declare(options);
  options.parse({"--config", run::RunPaths(folder).config().string()}, [](const std::string&) { return std::nullopt; });
}

}  // namespace hone::cli
