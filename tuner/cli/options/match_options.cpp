// SPDX-License-Identifier: MIT
#include "tuner/cli/options/match_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/cli/options/option_sources.hpp"

namespace hone::cli {

namespace {

bool has_limits(const play::Entrant& player) { return player.limits.has_value() || !player.needs_limits; }

}  // namespace

void MatchSettings::declare(Options& options) {
  options.group("Who plays");
  game_.declare(options);
  players_.declare(options);
  options.group("Who plays whom, and how often");
  options
      .integer(
          "games", "N", games_, {1, match::most_rounds},
          fmt::format("games at most: as many whole rounds as they suffice for; {} unless --rounds is given, or one "
                      "round if that is more",
                      match_.games))
      .short_form('g')
      .free_on_resume();
  options
      .integer("rounds", "N", rounds_, {1, match::most_rounds},
               "openings that each pairing plays (in each stage), two games each, colours reversed")
      .free_on_resume();
  match_.declare(options);
  play::declare_parameters(options, match_.engine);
  declare_openings(options);
  options.group("What to keep");
  options
      .text("record", "F", record_,
            "append each game to F as it ends; after an interruption of any kind the match goes on from there, and a "
            "match that has ended may be made longer. F.config keeps the options")
      .changes_no_result();
  options
      .text("pgn", "F", pgn_,
            "write the games as PGN at the end, with scores, depths and times; of checkers as PDN, of go as SGF. "
            "--record keeps each game as it ends")
      .changes_no_result();
  pgn_tags_.declare(options);
  options.text("epd", "F", epd_, "write the final positions").changes_no_result();
}

// Options of a resumed match are settled already.
void MatchSettings::settle(const std::vector<play::PlayerSpec>& players, const Options& given) {
  const bool is_foreign = std::ranges::any_of(players, &play::PlayerSpec::is_foreign);
  if (is_foreign && !given.given("resume")) adjudicate_only_as_asked(match_.adjudication, given);
  if (!given.given("resume")) players_.take_option_files();
  left_to_the_rules_ = is_foreign && match_.adjudication.resign_count == 0 && match_.adjudication.draw_count == 0;
  pgn_tags_.settle_date(record_.empty() ? std::string() : config_of(record_).string());
}

void MatchSettings::declare_openings(Options& options) {
  options.integer("time-margin", "MS", time_margin_, {0, 3'600'000},
                  "milliseconds by which a time limit may be overstepped");
  options.text("openings", "F", openings_,
               "one a round, the same for every pairing: the first --opening-plies moves of games (chess *.pgn; "
               "checkers *.pdn; go *.sgf; othello *.wtb), a Polyglot book (*.bin; lines of --opening-plies moves or "
               "16, drawn by --seed), or one EPD, FEN or "
               "position text a line, as hone openings makes them");
  options.choice("order", {"sequential", "random"}, order_, "order of the openings of the file; random by --seed");
  random_openings_.declare(options);
}

const GameDriver& MatchSettings::game(const std::vector<play::PlayerSpec>& players) const {
  std::vector<std::string> sources;
  for (const play::PlayerSpec& player : players) sources.push_back(player.source);
  return game_.driver(sources);
}

std::vector<Opening> MatchSettings::suite(const GameDriver& game) const {
  if (openings_.empty()) return {};
  if (!random_openings_.komi.empty()) throw UsageError("--komi does not go with --openings: positions have their own");
  std::vector<Opening> openings =
      play::read_openings(game, openings_, random_openings_.plies, formats::FinishedGames::refuse, match_.seed);
  if (order_ == "random") play::shuffle_openings(openings, match_.seed);
  return openings;
}

match::TournamentOptions MatchSettings::tournament(const GameDriver& game,
                                                   const std::vector<play::Entrant>& players) const {
  if (games_ && rounds_) throw UsageError("give either --games or --rounds");
  if (match_.sprt && players.size() > 2)
    throw UsageError(fmt::format("--sprt is of two players, found {}", players.size()));
  match::TournamentOptions options = match_;
  if (games_) options.games = *games_;
  const std::uint64_t round = match::games_of_round(options, players.size());
  if (rounds_) options.games = *rounds_ * round;
  if (!games_ && !rounds_) options.games = std::max(options.games, round);
  if (!std::ranges::all_of(players, &has_limits)) (void)required_limits(options.limits);
  options.suite = suite(game);
  options.openings = play::default_openings(game, play::OpeningUse::judging);
  random_openings_.apply(game, options.openings);
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

std::optional<MatchSettings> MatchSettings::kept(const std::filesystem::path& record) {
  if (!std::filesystem::exists(config_of(record))) return std::nullopt;
  MatchSettings kept;
  Options options;
  kept.declare(options);
  take_config_file(options, config_of(record).string());
  kept.record_ = record.string();
  return kept;
}

namespace {

std::string why_not_resumed(const std::filesystem::path& record) {
  if (!std::filesystem::exists(record)) return "no match with --record was begun there";
  return fmt::format("{}, which keeps its options, is missing: repeat the command that began the match, with --record",
                     MatchSettings::config_of(record).string());
}

}  // namespace

void MatchSettings::resume(const std::filesystem::path& record, const Options& given) {
  refuse_fixed_options(given, "a match");
  std::optional<MatchSettings> kept = MatchSettings::kept(record);
  if (!kept) throw Error(record.string(), 0, why_not_resumed(record));
  if (given.given("games")) kept->rounds_.reset();
  if (given.given("rounds")) kept->games_.reset();
  Options options;
  kept->declare(options);
  take_changes(given, options);  // which reads what is given from here
  *this = std::move(*kept);
}

bool MatchSettings::has_stages() const {
  return match_.format == match::Format::knockout || match_.format == match::Format::swiss;
}

bool MatchSettings::has_length_of(MatchSettings other) {
  Options options, others;
  declare(options);
  other.declare(others);
  return std::ranges::all_of(std::array{"games", "rounds", "sprt"},
                             [&](const char* name) { return options.find(name)->get() == others.find(name)->get(); });
}

}  // namespace hone::cli
