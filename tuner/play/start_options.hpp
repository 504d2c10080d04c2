// SPDX-License-Identifier: MIT
//
// Where the games of self-play begin. Without any of these options all games begin with random plies from the initial
// position (tuner/play/openings.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone::text {
class Options;
}

namespace hone::play {

// Which of the starts that could be played is played.
enum class StartChoice : std::uint8_t {
  any,       // whichever comes
  leverage,  // of several one that teaches more about some weights, with a weight that makes up for the choice
};

struct StartOptions {
  // A file of openings that games begin with instead of random plies; empty: none. The openings are taken in an order
  // that depends on the seed, each once before any comes again. Of a file "*.games" they are old positions
  // (tuner/play/old_positions.hpp), of any other file what read_openings reads.
  std::string book = {};
  bool plies_after_book = false;  // random plies follow an opening of the book, as many as OpeningOptions says
  // Share of the games that begin with random plies from a random position of Chess960; chess only.
  double chess960 = 0;
  // Share of the games that begin at an old position of the files `replayed`. Where these have none, such games begin
  // like the others.
  double replay = 0;
  std::vector<std::string> replayed = {};
  StartChoice choice = StartChoice::any;          // of the games that begin with the book or random plies
  std::vector<std::string> leverage_groups = {};  // patterns: what is to be learnt; none: all groups
  int candidates = 8;                             // that one start is chosen from by its leverage
  // What a fit left unsure (tuner/play/uncertainty.hpp): the measure of leverage. Empty: not known, all starts alike.
  std::string uncertainty = {};

  std::uint64_t book_seed = 0;  // of the order of the book; 0: the seed of the games
  std::uint64_t book_used = 0;  // openings of that order that earlier games have begun with

  // Whether games begin in any other way than with random plies from the initial position.
  [[nodiscard]] bool any() const;

  // Declares all but where old games and the uncertainty come from, which a run knows by itself.
  void declare(text::Options& options);
  void declare_files(text::Options& options);
  // Throws Error naming the bound that is broken, or the option that the game cannot have.
  void validate(const GameDriver& driver) const;
};

}  // namespace hone::play
