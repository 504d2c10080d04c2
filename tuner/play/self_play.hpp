// SPDX-License-Identifier: MIT
//
// Games of one weight set, or of one engine of somebody else, against itself, from random openings or others, recorded
// in a game file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "engine/game_driver.hpp"
#include "engine/game_play.hpp"
#include "tuner/play/entrant.hpp"
#include "tuner/play/openings.hpp"
#include "tuner/play/start_options.hpp"
#include "tuner/play/varied_player.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::text {
class Options;
}

namespace hone::play {

class GameSupply;  // tuner/play/numbered_games.hpp

struct SelfPlayOptions {
  std::uint64_t games = 1'000;  // played; repeated games are counted but not recorded
  std::uint64_t seed = 1;
  int threads = 1;  // changes no byte of the file unless a limit is in time
  Limits limits = {};
  AdjudicationOptions adjudication = {};
  OpeningOptions openings = {};
  StartOptions starts = {};
  EngineOptions engine = {.hash_bytes = std::size_t{4} << 20};
  Variety variety = {};
  std::string player = "player";  // its name in the file

  // Declares what is special to self-play: games, limits and variety. The starts declare themselves, and the rest is
  // declared by tuner/play/options.hpp.
  void declare(text::Options& options);
  void validate() const;  // throws Error naming the bound that is broken
};

struct SelfPlaySummary {
  stats::PlayTally tally;
  std::uint64_t recorded = 0;
  bool complete = false;  // false: stopped; the file can be continued where it ends
};

// Called in the order of the games, from one thread at a time.
using PlayProgress = std::function<void(const stats::PlayTally&)>;

enum class Existing : std::uint8_t { refuse, go_on };

// Plays and writes `file`. With Existing::go_on a file that was begun with the same options is continued, and ends with
// the same bytes as without the interruption. Games come from `supply` where there is one, and otherwise from threads
// of this process. Throws Error.
SelfPlaySummary self_play(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options,
                          const std::filesystem::path& file, Existing existing, const std::stop_token& stop,
                          const PlayProgress& progress = {}, GameSupply* supply = nullptr);

// The games first .. first + options.games - 1 of self-play, as a part of the file that merge_games puts together
// (tuner/play/merge_games.hpp). Games that were played before stay, as only all parts together tell. The file is there
// when it is complete, and not when stopped.
SelfPlaySummary self_play_part(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options,
                               std::uint64_t first, const std::filesystem::path& file, const std::stop_token& stop,
                               const PlayProgress& progress = {});

// The same as self_play of any other player, of which each thread has one that plays both sides. `judges` are weights
// with which this program's engine finds balanced openings. Throws Error where a game ends by a failure of the player
// (what it says about moves and results is then worth nothing), and for Variety, which is made inside of this program's
// engine.
SelfPlaySummary self_play(const GameDriver& driver, const Entrant& player, const Weights& judges,
                          const SelfPlayOptions& options, const std::filesystem::path& file, Existing existing,
                          const std::stop_token& stop, const PlayProgress& progress = {});

}  // namespace hone::play
