// SPDX-License-Identifier: MIT
//
// Tournaments between two or more players, judged by pairs of games with colours reversed. The games and the result
// depend on the players, the options and the seed alone, not on threads or interruptions, as long as the limits are
// depth or nodes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "data/game_file.hpp"
#include "engine/game_driver.hpp"
#include "engine/game_play.hpp"
#include "tuner/match/schedule.hpp"
#include "tuner/match/standings.hpp"
#include "tuner/play/entrant.hpp"
#include "tuner/play/openings.hpp"
#include "tuner/stats/statistics.hpp"
#include "tuner/stats/stopped_estimate.hpp"

namespace hone::text {
class Options;
}

namespace hone::play {
class GameSupply;  // tuner/play/numbered_games.hpp
}

namespace hone::match {

struct StageGames;  // tuner/match/stage_games.hpp

struct TournamentOptions {
  Format format = Format::round_robin;
  std::size_t seeds = 1;      // of a gauntlet: how many of the first players meet all the others
  int stages = 0;             // of a Swiss system; 0: as many as a knockout has
  bool reverse = true;        // each opening is played twice by each pairing, colours reversed
  std::uint64_t games = 400;  // at most: as many whole rounds as they suffice for, which must be one or more
  std::uint64_t seed = 1;     // of the openings
  int threads = 1;            // changes no result unless a limit is in time
  Limits limits = {};         // of each player
  AdjudicationOptions adjudication = {};
  int max_plies = 0;  // a game that reaches this length is a draw; 0: as long as the rules allow
  // Of two players; looked at after each pair, in the order of the games.
  std::optional<stats::SprtOptions> sprt = std::nullopt;
  // Games before which the SPRT has no verdict; those that repeat earlier ones do not count.
  std::uint64_t sprt_from = 0;
  // One opening a round, from its first on, again from the first at its end. Players who would play an opening again as
  // they played it before end the match there.
  std::vector<Opening> suite = {};
  // Without a suite: random openings, searched with the game's material weights and this engine.
  play::OpeningOptions openings = {};
  EngineOptions engine = {.hash_bytes = std::size_t{4} << 20};
  bool recover = false;  // go on after a player's process has crashed or stalled

  // Declares everything but the games, which are counted in other units elsewhere, and the openings.
  void declare(text::Options& options);
  void validate(std::size_t players) const;  // throws Error naming the bound that is broken
};

struct TournamentResult {
  Standings standings;
  std::optional<stats::SprtState> sprt = std::nullopt;
  // At the end of a match with an SPRT, the estimate that takes its stopping into account.
  std::optional<stats::StoppedEstimate> corrected = std::nullopt;
  std::optional<stats::SprtOptions> test = std::nullopt;  // the SPRT's bounds
  std::uint64_t asked = 0;                                // games at most, as the options have it
  std::uint64_t planned = 0;                              // games at most, in whole rounds
  std::uint64_t suite_ends = 0;  // openings after which these players would only repeat themselves; 0: not planned
  bool complete = false;         // false: stopped before the end; a game file can be continued
  std::uint64_t unused = 0;      // recorded games beyond the end: they stay in the file and do not count
  std::string broken_off = {};   // why the match ended early, when a player failed without options.recover
  std::vector<ProtocolWarnings> warnings = {};  // by player, of the games that this call played

  [[nodiscard]] const PlayerResults& player(std::size_t index) const { return standings.players()[index]; }
  [[nodiscard]] const stats::PlayTally& tally() const { return standings.tally(); }
  [[nodiscard]] double draw_ratio() const;  // of games
};

// Called in the order of the games, from one thread at a time; each may be empty.
struct TournamentObserver {
  std::function<void(const GameRecord&)> game;            // every game of the result, recorded earlier or just played
  std::function<void(const TournamentResult&)> progress;  // after each game played
  // At once and from any thread: how a player just lost a game outside the rules, or that a game is played again. The
  // text may have several lines.
  std::function<void(const std::string& text)> incident;
  // Before the first game is played or cut, when the recorded games are known to be of this tournament. Not called when
  // they decide it already.
  std::function<void()> begin;
};

// Where the games of a tournament are recorded. A file that was begun by the same tournament is continued. No game that
// it holds is lost, except what was still being played elsewhere when an SPRT had its verdict.
struct Recording {
  std::filesystem::path file;
  // Whether the games of the file, if there is one, were played with the same number of games and the same SPRT. If
  // not, games beyond the end were wanted once, and stay.
  bool same_length = true;
  bool truncate = false;  // cuts games beyond the end
};

// Where the games of a stage come from that this process does not play on its own threads.
using StageSupply = std::function<std::unique_ptr<play::GameSupply>(const StageGames& stage)>;

// The defaults for a game, with openings for judging.
[[nodiscard]] TournamentOptions default_tournament(const GameDriver& driver);

// The games of one round by these options, over all stages.
[[nodiscard]] std::uint64_t games_of_round(const TournamentOptions& options, std::size_t players);
// Throws Error when the options' games do not suffice for one round.
[[nodiscard]] Plan plan_of(const TournamentOptions& options, std::size_t players);
// The same, but no longer than these players have something new to play. Players who are reproducible under
// reproducible limits, and do not vary, play the same games again from the same openings.
[[nodiscard]] Plan plan_of(const TournamentOptions& options, std::span<const play::Entrant> players);

// Throws Error unless the players have different names, and when more games are recorded than the options ask for,
// unless they may be cut. A recorded tournament that was interrupted has the same result as without the interruption.
// Games that are not recorded come from `supply` where there is one, which takes a recording.
[[nodiscard]] TournamentResult play_tournament(const GameDriver& driver, std::span<const play::Entrant> players,
                                               const TournamentOptions& options,
                                               const std::optional<Recording>& recording, const std::stop_token& stop,
                                               const TournamentObserver& observer = {}, const StageSupply& supply = {});

// The header of a tournament's game file, which states everything that decides its games. Only a tournament with the
// same header may continue the file. The number of games and the bounds of the SPRT are no part of it where games do
// not depend on them, so that a match may be made longer. The play signature is in the file, but not here.
[[nodiscard]] GameFileHeader tournament_header(const GameDriver& driver, std::span<const play::Entrant> players,
                                               const TournamentOptions& options);

}  // namespace hone::match
