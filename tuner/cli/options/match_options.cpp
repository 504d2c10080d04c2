// SPDX-License-Identifier: MIT
#include "tuner/cli/options/match_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/cli/options/option_sources.hpp"

namespace hone::cli {

namespace {

constexpr std::uint64_t usual_games = 400;
constexpr std::array formats{match::Format::round_robin, match::Format::gauntlet, match::Format::knockout,
                             match::Format::swiss};

match::Format format_of(std::string_view name) {
  return *std::ranges::find_if(formats, [&](match::Format format) { return match::to_string(format) == name; });
}

bool has_limits(const play::Player& player) { return player.limits.has_value(); }

}  // namespace

void MatchSettings::declare(Options& options) {
  declare_players(options);
  declare_limits(options);
  declare_play(options);
  options.group("What to keep");
  options.text("record", "F", record_,
               "append each game to F as it ends; after an interruption of any kind the match goes on from there");
  options.text("pgn", "F", pgn_, "write the games as PGN, with scores, depths and times");
  options.text("epd", "F", epd_, "write the final positions");
}

void MatchSettings::declare_players(Options& options) {
  options.group("Who plays");
  game_.declare(options);
  players_.declare(options);
  options.flag("recover", recover_, "go on when a UCI engine has crashed or stalled: start it again");
  options.group("Who plays whom, and how often");
  options.choice("format", {"round-robin", "gauntlet", "knockout", "swiss"}, format_,
                 "each against each; the first against all; losers leave; equals meet");
  options.integer("seeds", "N", seeds_, {1, 255}, "of a gauntlet: the first N players each meet all the others");
  options.integer("stages", "N", stages_, {0, 1000}, "of a Swiss system: pair anew so often; 0: log2 of the players");
  options
      .integer("games", "N", games_, {1},
               fmt::format("at most so many, in whole rounds; {} unless --rounds", usual_games))
      .short_form('g');
  options.integer("rounds", "N", rounds_, {1},
                  "openings that each pairing plays (in each stage), two games each, colours reversed");
  options.flag("no-reverse", no_reverse_, "one game an opening; colours alternate from round to round");
  sprt_.declare(options, "sprt",
                "of two players: stop when the first is shown to be ELO1 or only ELO0 stronger; or off");
}

void MatchSettings::declare_limits(Options& options) {
  options.group("How long to think");
  limits_.declare(options);
  options.integer("time-margin", "MS", time_margin_, {0, 3'600'000}, "time limits may be overstepped by so much");
}

void MatchSettings::declare_play(Options& options) {
  options.group("How to play");
  options.text("openings", "F", openings_,
               "one a round, the same for every pairing: PGN (*.pgn; the first --opening-plies moves of each game), or "
               "one EPD, FEN or position text a line, as hone openings makes them");
  options.choice("order", {"sequential", "random"}, order_, "of the openings of the file; random by --seed");
  work_.declare(options);
  random_openings_.declare(options);
  adjudication_.declare(options);
  options.integer("max-moves", "N", max_moves_, {0, 10'000},
                  "a game of N moves of each side, opening included, is a draw; 0: as long as the game allows");
}

const GameDriver& MatchSettings::game(const std::vector<play::PlayerSpec>& players) const {
  std::vector<std::string> sources;
  for (const play::PlayerSpec& player : players) sources.push_back(player.source);
  return game_.driver(sources);
}

EngineOptions MatchSettings::engine() const {
  EngineOptions options;
  options.hash_bytes = work_.hash_bytes();
  return options;
}

std::vector<Opening> MatchSettings::suite(const GameDriver& game) const {
  if (openings_.empty()) return {};
  std::vector<Opening> openings = play::read_openings(game, openings_, random_openings_.plies);
  if (order_ == "random") play::shuffle_openings(openings, work_.seed);
  return openings;
}

match::TournamentOptions MatchSettings::tournament(const GameDriver& game,
                                                   const std::vector<play::Player>& players) const {
  if (games_ && rounds_) throw UsageError("give either --games or --rounds");
  if (sprt_.test && players.size() > 2)
    throw UsageError(fmt::format("--sprt is of two players, found {}", players.size()));
  match::TournamentOptions options = match::default_tournament(game);
  options.format = format_of(format_);
  options.seeds = seeds_;
  options.stages = stages_;
  options.reverse = !no_reverse_;
  options.games = games_.value_or(usual_games);
  if (rounds_) options.games = *rounds_ * match::games_per_round(match::plan_of(options, players.size()));
  options.seed = work_.seed;
  options.threads = work_.threads;
  options.engine = engine();
  if (limits_.given() || !std::ranges::all_of(players, &has_limits)) options.limits = limits_.limits();
  options.adjudication = adjudication_.rules;
  options.max_plies = 2 * max_moves_;
  options.sprt = sprt_.test;
  options.suite = suite(game);
  options.recover = recover_;
  random_openings_.apply(options.openings);
  return options;
}

std::optional<std::filesystem::path> MatchSettings::record() const {
  return record_.empty() ? std::nullopt : std::optional<std::filesystem::path>(record_);
}

std::filesystem::path MatchSettings::config_of(std::filesystem::path record) { return record += ".config"; }

void MatchSettings::keep() {
  Options options;
  declare(options);
  write_file_atomically(config_of(record_), options.as_config());
}

void MatchSettings::read(const std::filesystem::path& record) {
  if (!std::filesystem::exists(config_of(record))) {
    throw Error(record.string(), 0, "no match with --record was begun there");
  }
  Options options;
  std::string config;
  options.text("config", "F", config, "");
  declare(options);
  options.parse({"--config", config_of(record).string()}, [](const std::string&) { return std::nullopt; });
  record_ = record.string();
}

void MatchSettings::take_session_options(const MatchSettings& given, const Options& options) {
  if (options.given("threads")) work_.threads = given.work_.threads;
  if (options.given("recover")) recover_ = given.recover_;
}

}  // namespace hone::cli
