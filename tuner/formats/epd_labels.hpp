// SPDX-License-Identifier: MIT
//
// A position with its result on one line, EPD or FEN, in the spellings that there are:
//
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - c9 "1-0"; ce -310;   comment 9 holds the result, ce the score of the side to move
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 [0.5]           the first player's share in brackets, 0 .. 1
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 1-0             the bare result, or the bare share: 0.5
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 | 310 | 1.0     the first player's score and share
//
// What is of the position is settled first, by the number of fields that the game's positions have: those of chess are
// four, and up to two whole numbers behind them are its counters. A result is looked for behind that only: "1/2" and
// "0 1" can be part of a FEN. The operations hmvc and fmvn are the counters of a FEN that has none; id "game 7" names
// the game; other operations, and a whole number behind a bracket, are ignored. The last semicolon may be missing.
#pragma once

#include <string_view>

#include "engine/game_driver.hpp"
#include "tuner/formats/labels.hpp"

namespace hone::formats {

class EpdLabels {
 public:
  explicit EpdLabels(const GameDriver& driver);

  // Throws Error without a place unless there is exactly one result.
  void parse(std::string_view line, LabelledPosition& into) const;

 private:
  const GameDriver* driver_;
  int fields_;        // that every position has
  int counters_ = 0;  // that may follow
};

}  // namespace hone::formats
