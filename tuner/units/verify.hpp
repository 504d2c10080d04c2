// SPDX-License-Identifier: MIT
//
// Looks whether a unit is what it should be: its header is the plan's, its games have the numbers of the unit without a
// gap and the seeds of these numbers, nothing is damaged or left over, and some of its games, which its worker does not
// choose, are played again and are the same. A unit with a share f of wrong games is found with r games played again
// in 1 - (1 - f)^r of cases.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "tuner/play/numbered_games.hpp"
#include "tuner/units/unit_plan.hpp"

namespace hone::units {

// Who played a unit, as its header says.
struct UnitMaker {
  std::string host = {};
  double cpu_seconds = 0;
};

struct CheckedUnit {
  std::string fault = {};     // what is wrong; empty: nothing
  UnitMaker maker = {};       // as far as it is known
  std::uint64_t content = 0;  // a hash over its games
  bool stopped = false;       // before it was known
};

// A hash over games, by which a unit is known again.
[[nodiscard]] std::uint64_t content_of(const std::vector<GameRecord>& games);

// `play` is this process's way to play the games; `replays` of them are played again.
[[nodiscard]] CheckedUnit check_unit(const UnitPlan& plan, std::uint64_t unit, const std::filesystem::path& file,
                                     const play::PlayGame& play, std::uint64_t replays, const std::stop_token& stop);

// The games of a unit that are played again.
[[nodiscard]] std::vector<std::uint64_t> replayed_games(const UnitPlan& plan, std::uint64_t unit,
                                                        std::uint64_t replays);

// The header of a unit by this maker.
[[nodiscard]] GameFileHeader header_by(GameFileHeader header, const UnitMaker& maker);

}  // namespace hone::units
