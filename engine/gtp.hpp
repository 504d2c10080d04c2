// SPDX-License-Identifier: MIT
//
// The Go Text Protocol, version 2 (draft 2 of its specification; Gunnar Farnebäck, 2002), on a pair of streams, with
// hone as the engine. A command that cannot be carried out is answered with the reason, and changes nothing.
//
// A game of hone has its players move in turn. Where a controller lets one side move twice, the other passes in
// between; where that would end the game, the board is set up anew and earlier positions are forgotten. Two passes end
// a game, but a controller may go on after them. The score is that of the area, with all stones on the board alive.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/named_weights.hpp"
#include "engine/search_types.hpp"

namespace hone {

// A game that was read from a file: where it began, and its moves.
struct GtpGame {
  struct Move {
    Side side = Side::first;
    MoveCode code = 0;
  };

  const GameDriver* driver = nullptr;
  std::string start;  // position text; empty: the initial position of the game
  std::vector<Move> moves;
};

struct GtpSetup {
  std::string name = "hone";
  std::string version;
  const GameDriver* game = nullptr;  // at the start; a game of go
  bool one_size = false;             // boardsize does not change the game
  std::string weights{default_weights};
  std::size_t hash_megabytes = 16;
  bool strict = false;       // a weights file that lacks groups is an error
  WeightsWarning warn = {};  // otherwise told of missing groups, if set
  Limits limits;             // of every move, beside those of the controller's clock
  Limits idle_limits;        // of moves that have no limit otherwise
  std::string komi;          // instead of the game's own, "7.5"; empty: that of the game
  // Reads the first game of a file for loadsgf. Throws Error. Without it the command is not known.
  std::function<GtpGame(const std::string& file)> load = {};
};

// Serves `in` until `quit` or its end. Throws Error when the weights of the setup cannot be used.
void run_gtp(const GtpSetup& setup, std::istream& in, std::ostream& out);

}  // namespace hone
