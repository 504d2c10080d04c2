// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/game_options.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/limits_options.hpp"
#include "tuner/cli/output_file.hpp"
#include "tuner/cli/play_options.hpp"
#include "tuner/cli/progress.hpp"
#include "tuner/cli/report_text.hpp"
#include "tuner/cli/usage_error.hpp"
#include "tuner/match.hpp"
#include "tuner/pgn.hpp"
#include "tuner/result_json.hpp"

namespace hone {
namespace {

// NAME=weights:FILE or NAME=random
struct PlayerText {
  std::string name;
  std::optional<std::string> weights;  // nothing: random moves
};

PlayerText parse_player(const std::string& text) {
  constexpr std::string_view wanted = "NAME=weights:FILE, NAME=weights:material, NAME=weights:zero or NAME=random";
  constexpr std::string_view kind = "weights:";
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) throw UsageError("--player: " + expected_found(wanted, text));
  const std::string what = text.substr(equals + 1);
  if (what == "random") return {text.substr(0, equals), std::nullopt};
  if (what.rfind("uci:", 0) == 0) {
    throw UsageError("--player: UCI engines cannot play here yet; " + expected_found(wanted, text));
  }
  if (what.rfind(kind, 0) != 0 || what.size() == kind.size()) {
    throw UsageError("--player: " + expected_found(wanted, text));
  }
  return {text.substr(0, equals), what.substr(kind.size())};
}

Player make_player(const GameDriver& game, const PlayerText& text) {
  if (!text.weights) return {text.name, zero_weights(game.schema()), true};
  return {text.name, load_weights(game, *text.weights)};
}

class MatchCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  MatchOptions match_options(const GameDriver& game) const;
  std::vector<Opening> suite(const GameDriver& game) const;
  MatchResult play(const GameDriver& game, const std::vector<Player>& players, const Session& session,
                   const std::stop_token& stop) const;

  GameOption game_;
  std::vector<std::string> players_;
  std::uint64_t games_ = 400;
  SprtFlag sprt_;
  std::string openings_;
  std::string order_ = "sequential";
  std::string pgn_;
  std::string record_;
  LimitsOptions limits_;
  WorkOptions work_;
  AdjudicationFlags adjudication_;
  OpeningFlags random_openings_;
};

CommandText MatchCommand::text() const {
  return {.name = "match",
          .summary = "find out which weight set is stronger, and how sure that is",
          .description =
              "Plays pairs of games with colours reversed from the same opening. Without --openings they are random "
              "plies of the half of all positions that no training game begins with. With --sprt the match ends as "
              "soon as the result is certain; exit code 1 then means that the first player is not ELO1 stronger "
              "(normalised Elo).",
          .examples =
              "hone match --game chess --player new=weights:best.weights --player old=weights:material --games 400 "
              "--nodes 5000\n"
              "hone match --player new=weights:a.weights --player old=weights:b.weights --sprt 0,5 --games 20000 "
              "--nodes 5000"};
}

void MatchCommand::declare(Options& options) {
  options.group("Who plays");
  game_.declare(options);
  options
      .list("player", "NAME=weights:F", players_,
            "two of them; F is a weights file, material or zero; NAME=random plays any legal move")
      .required();
  options.integer("games", "N", games_, {1}, "at most so many games").short_form('g');
  sprt_.declare(options, "sprt", "stop when the first player is shown to be ELO1 or only ELO0 stronger; or off");
  options.group("How long to think");
  limits_.declare(options);
  options.group("How to play");
  options.text("openings", "F", openings_, "a file with one position a line");
  options.choice("order", {"sequential", "random"}, order_, "of the openings of the file");
  work_.declare(options);
  random_openings_.declare(options);
  adjudication_.declare(options);
  options.group("What to keep");
  options.text("pgn", "F", pgn_, "write the games as PGN");
  options.text("record", "F", record_, "record the games in a game file; an interrupted match goes on from it");
}

std::vector<Opening> MatchCommand::suite(const GameDriver& game) const {
  if (openings_.empty()) return {};
  std::vector<Opening> openings = read_openings(game, openings_);
  if (order_ == "random") shuffle_openings(openings, work_.seed);
  return openings;
}

MatchOptions MatchCommand::match_options(const GameDriver& game) const {
  MatchOptions options = default_match(game);
  options.games = games_;
  options.seed = work_.seed;
  options.threads = work_.threads;
  options.engine.hash_bytes = work_.hash_bytes();
  options.limits = limits_.limits();
  options.adjudication = adjudication_.rules;
  options.sprt = sprt_.test;
  options.suite = suite(game);
  random_openings_.apply(options.openings);
  return options;
}

MatchResult MatchCommand::play(const GameDriver& game, const std::vector<Player>& players, const Session& session,
                               const std::stop_token& stop) const {
  const std::vector<std::string> names{players[0].name, players[1].name};
  std::string pgn;
  MatchObserver observer;
  if (!pgn_.empty()) observer.game = [&](const GameRecord& record) { pgn += to_pgn(game, record, names); };
  Progress progress(session.console, "games", games_);
  observer.progress = [&](const MatchResult& result) { progress.update(result.tally.games, short_report(result)); };
  const auto record = record_.empty() ? std::nullopt : std::optional<std::filesystem::path>(record_);
  MatchResult result = play_match(game, players, match_options(game), record, stop, observer);
  if (!pgn_.empty()) write_file_atomically(pgn_, pgn);
  return result;
}

ExitCode MatchCommand::run(Session& session) {
  std::vector<PlayerText> texts;
  std::vector<std::string> sources;
  for (const std::string& player : players_) texts.push_back(parse_player(player));
  for (const PlayerText& player : texts) {
    if (player.weights) sources.push_back(*player.weights);
  }
  const GameDriver& game = game_.driver(sources);
  std::vector<Player> players;
  for (const PlayerText& player : texts) players.push_back(make_player(game, player));
  if (players.size() != 2) throw UsageError(fmt::format("a match has two players, found {}", players.size()));
  if (!pgn_.empty()) require_writable(pgn_);

  const Interrupt interrupt;
  const MatchResult result = play(game, players, session, interrupt.token());
  fmt::print("{}", report(result));
  session.json.write(to_json(result));
  if (!result.complete) return ExitCode::interrupted;
  const bool rejected = result.sprt && result.sprt->verdict == SprtVerdict::rejected;
  return rejected ? ExitCode::no : ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> match_command() { return std::make_unique<MatchCommand>(); }

}  // namespace hone
