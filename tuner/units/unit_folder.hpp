// SPDX-License-Identifier: MIT
//
// A folder of units, which workers and the coordinator share, perhaps over a network:
//
//   plan.json                      what is to be played (tuner/units/unit_plan.hpp); files that it names stand beside
//                                  it
//   open                           how many of the units may be played, the first ones; missing: all; empty or
//                                  damaged: none, until the coordinator writes it again
//   000000000-000000255.games      a finished unit: a game file
//   NAME.part.WORD                 the unit is in the making; grows by a byte a game
//   NAME.new.WORD                  the same, being written as a whole
//   NAME.other.WORD                a finished unit with other games than the one that was there
//   NAME.twice.WORD                the unit was played once more, to the same games
//   bad/NAME.WORD                  a unit that was found to be wrong
//   in/NAME.WORD                   a unit on its way from another machine
//   left_out/HASH                  the host of this name is to play no more
//   STOP                           the games are not needed any more, or somebody wants the workers to end
//
// Nobody claims a unit and nobody holds a lock: who plays a unit that another has played makes the same games. A unit
// gets its name when it is whole and on disk, and keeps it: nothing replaces it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "data/game_record.hpp"
#include "tuner/units/unit_plan.hpp"

namespace hone::units {

// What was found in the folder. All numbers are of units.
struct Found {
  std::set<std::uint64_t> finished;
  std::map<std::uint64_t, std::vector<std::filesystem::path>> in_the_making;
  std::map<std::uint64_t, std::filesystem::path> others;
  std::vector<std::pair<std::uint64_t, std::filesystem::path>> twice, arrived;
};

class UnitFolder {
 public:
  UnitFolder(std::filesystem::path folder, UnitPlan plan) : folder_(std::move(folder)), plan_(std::move(plan)) {}

  [[nodiscard]] const UnitPlan& plan() const { return plan_; }
  [[nodiscard]] const std::filesystem::path& path() const { return folder_; }
  [[nodiscard]] std::filesystem::path file_of(std::uint64_t unit) const;
  [[nodiscard]] static std::filesystem::path plan_in(const std::filesystem::path& folder) {
    return folder / "plan.json";
  }

  // Makes the folder of a stage. Throws Error where it holds files and is no folder of units: `open` is there before
  // everything else, so that one whose coordinator was killed before it wrote the plan is gone on with.
  static void begin(const std::filesystem::path& folder);

  // A folder that is gone holds nothing.
  [[nodiscard]] Found look() const;

  // -- The coordinator's words
  void open(std::uint64_t units) const;  // that may be played
  [[nodiscard]] std::uint64_t opened() const;
  void stop() const;  // no Error where the folder is gone
  void take_back_stop() const;
  [[nodiscard]] bool is_stopped() const;  // or gone
  void leave_out(const std::string& host) const;
  [[nodiscard]] bool is_left_out(const std::string& host) const;

  // -- Units

  // The name of the file that says that a unit is in the making. The caller makes, feeds and removes it.
  [[nodiscard]] std::filesystem::path part_of(std::uint64_t unit) const;

  // The same of a name to write a whole unit under before it is published.
  [[nodiscard]] std::filesystem::path new_file_of(std::uint64_t unit) const;

  enum class Published { first, twice, other };
  // Gives a whole unit, written under another name in this folder, its name. Where the unit is there already, that one
  // stays, and the games are compared: with other games the new one is kept beside it. Throws Error.
  Published publish(std::uint64_t unit, const std::filesystem::path& written) const;

  // Sets a file of a unit that was found wrong aside; returns where it lies now, and nothing where it is gone.
  std::filesystem::path set_aside(std::uint64_t unit, const std::filesystem::path& file) const;

 private:
  std::filesystem::path folder_;
  UnitPlan plan_;
};

}  // namespace hone::units
