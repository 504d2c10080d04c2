// SPDX-License-Identifier: MIT
//
// The Universal Chess Interface (Stefan Meyer-Kahlen, Rudolf Huber, 2006) on a pair of streams, for any game of hone:
// positions and moves are in the game's own text. Unknown input is ignored, as the protocol requires; a command that
// cannot be carried out is answered with an `info string`.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>

#include "engine/game_driver.hpp"
#include "engine/named_weights.hpp"

namespace hone {

struct UciSetup {
  std::string name = "hone";  // id name
  std::string author = "the hone authors";
  std::string weights{default_weights};  // a name or a file (engine/named_weights.hpp)
  std::size_t hash_megabytes = 16;
  EngineOptions engine = {};  // but for the size of its table
  bool strict = false;        // a weights file that lacks groups is an error instead of an `info string`
  WeightsWarning warn = {};   // if set, it is told of missing groups as well
};

// Serves `in` until `quit` or its end, after the lines of `first`; each `go` of those lines is waited for. With lines
// and no input to follow the session ends after them. Throws Error when the weights file of the setup cannot be used.
void run_uci(const GameDriver& driver, const UciSetup& setup, std::span<const std::string> first, std::istream* in,
             std::ostream& out);

}  // namespace hone
