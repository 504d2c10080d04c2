// SPDX-License-Identifier: MIT
//
// A game with the names of its players, which a record has only as numbers in the header of its file.
#pragma once

#include <string>

#include "data/game_record.hpp"

namespace hone {

struct NamedGame {
  GameRecord record;
  std::string first, second;  // who moved first

  friend bool operator==(const NamedGame&, const NamedGame&) = default;
};

}  // namespace hone
