// SPDX-License-Identifier: MIT
//
// The plan of a folder of units: a stage of games, self-play or a stage of a tournament, cut into units of consecutive
// games that any worker may play. It is sealed, tells everything that decides the games, and is all that a worker reads
// beside the files that it names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/game_file.hpp"
#include "tuner/text/seal.hpp"

namespace hone::units {

struct UnitPlan {
  GameFileHeader header;    // of every unit, but for who played it
  std::uint64_t first = 0;  // the games are first .. end-1
  std::uint64_t end = 0;
  std::uint64_t unit_games = 1;  // of each unit; the last one may have fewer
  // Seeds of self-play follow from the header's seed and the number; those of a match are found by playing it again.
  bool has_numbered_seeds = false;
  std::string job = "{}";                                          // the JSON of tuner/units/job.hpp
  std::vector<std::pair<std::string, text::FileSeal>> files = {};  // beside the plan

  [[nodiscard]] std::uint64_t units() const;
  [[nodiscard]] std::uint64_t first_of(std::uint64_t unit) const;
  [[nodiscard]] std::uint64_t end_of(std::uint64_t unit) const;
  // "000000000-000000255": the first game and the last.
  [[nodiscard]] std::string name_of(std::uint64_t unit) const;
  // The unit of that name; nothing for names of other files.
  [[nodiscard]] std::optional<std::uint64_t> unit_called(std::string_view name) const;
};

// Both throw Error; a plan that is not as it was written is an Error that says so.
void write_plan(const std::filesystem::path& file, const UnitPlan& plan);  // atomically
[[nodiscard]] UnitPlan read_plan(const std::filesystem::path& file);

}  // namespace hone::units
