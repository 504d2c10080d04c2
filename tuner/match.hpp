// SPDX-License-Identifier: MIT
//
// A match between weight sets, or with a random mover: pairs of games from the same opening with colours reversed,
// judged by the pairs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "engine/game_play.hpp"
#include "tuner/openings.hpp"
#include "tuner/play_tally.hpp"
#include "tuner/statistics.hpp"

namespace hone {

struct Player {
  std::string name;
  Weights weights;
  bool moves_at_random = false;  // plays legal moves that its weights have no say in
};

struct MatchOptions {
  std::uint64_t games = 400;  // at most; a pair is never torn, so an odd number plays one more
  std::uint64_t seed = 1;     // of the openings
  int threads = 1;            // changes no result unless a limit is in time
  Limits limits;              // of each player
  AdjudicationOptions adjudication;
  std::optional<SprtOptions> sprt;  // looked at after each pair, in their order
  std::vector<Opening> suite;       // one opening a pair, from its first on, again from the first at its end
  OpeningOptions openings;          // without a suite: random openings, searched with the game's material weights
  EngineOptions engine;

  void validate() const;  // throws Error naming the bound that is broken
};

// The defaults for a game: judging openings.
[[nodiscard]] MatchOptions default_match(const GameDriver& driver);

// All from the first player's view.
struct MatchResult {
  std::vector<std::string> players;
  Pentanomial pairs;
  PlayTally tally;    // its results are those of the side that moved first
  Trinomial results;  // games of the first player of the list
  Estimate estimate;
  std::optional<SprtState> sprt;
  bool complete = false;  // false: stopped; a game file goes on where it ends

  [[nodiscard]] double draw_ratio() const;  // of games
};

// Called in game order, from one thread at a time; either may be empty.
struct MatchObserver {
  std::function<void(const GameRecord&)> game;       // every game of the result, recorded earlier or just played
  std::function<void(const MatchResult&)> progress;  // after each pair played
};

// Throws Error unless there are two players with different names. With a file, games are recorded there, and a file
// that was begun by the same match is continued: the result is the same as without the interruption.
[[nodiscard]] MatchResult play_match(const GameDriver& driver, std::span<const Player> players,
                                     const MatchOptions& options, const std::optional<std::filesystem::path>& file,
                                     const std::stop_token& stop, const MatchObserver& observer = {});

}  // namespace hone
