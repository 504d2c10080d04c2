// SPDX-License-Identifier: MIT
//
// Games each of which is decided by its number, whoever plays it and whenever: the games of self-play, and those of a
// stage of a tournament. They may be played on other machines, and a game that was played there can be played again
// here to see whether it is what it should be.
//
// What decides them is the build as well as the options. Canaries tell: a few short games under the very options of the
// others, with numbers that no other game has. A hash over their moves and scores, and over some arithmetic, is the
// play signature of a file of games; builds, weights, options, mathematics libraries and processors that play
// differently differ in it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "data/game_file.hpp"
#include "tuner/parallel/jobs.hpp"

namespace hone::play {

// Numbers from here on are those of canaries.
inline constexpr std::uint64_t first_canary = std::uint64_t{1} << 63;
inline constexpr std::uint64_t canaries = 2;
// Plies of a canary after its opening: the cost of both is a fraction of a game.
inline constexpr int canary_plies = 8;

[[nodiscard]] constexpr bool is_canary(std::uint64_t number) { return number >= first_canary; }

// Plays the game of a number; nothing when stopped.
using PlayGame = std::function<std::optional<GameRecord>(std::uint64_t number, const std::stop_token& stop)>;

struct NumberedGames {
  GameFileHeader header;                       // of a file of them, with their play signature if they are reproducible
  std::function<PlayGame()> make_player = {};  // called once on each thread
  bool reproducible = true;                    // the same number is the same game
  double seconds_a_ply = 0;                    // of CPU time, as the canaries took; 0: there were none
};

// Plays the canaries and takes their signature into the header, and which build this is. Games that are not
// reproducible have none.
void sign(NumberedGames& games);

// Takes a game, in the order of the numbers; false: that is enough.
using TakeGame = std::function<bool(GameRecord&& game)>;

// Where games come from that this process does not play on its own threads.
class GameSupply {
 public:
  virtual ~GameSupply() = default;

  // Hands the games first .. end-1 to `take`, in order and one at a time.
  virtual parallel::JobsEnd supply(const NumberedGames& games, std::uint64_t first, std::uint64_t end,
                                   const TakeGame& take, const std::stop_token& stop) = 0;
};

}  // namespace hone::play
