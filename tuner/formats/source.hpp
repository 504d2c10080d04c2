// SPDX-License-Identifier: MIT
//
// A source of training data: a file, and what its user says of it. Commands take it as one word,
//
//     FILE,view=stm,win=2,limit=2000000,weight=0.5
//
// Wherever files of games or positions are read by name, the name may be such a word.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "tuner/formats/labels.hpp"

namespace hone::formats {

struct Source {
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

  std::filesystem::path file;
  ReadAs as;                       // view=white|first|stm, result-view=, score-view=; win=1|2
  std::string format;              // format=csv, ...; empty: what the file is by its first line and its name
  std::uint64_t limit = no_limit;  // limit=N: the first games or positions
  double weight = 1;               // weight=X: times the weights that the file says
  double age = 0, half_life = 1;   // age=A,half-life=H: stale data count 2^(-A/H) as much
  bool is_checked = true;          // check=off: labels may contradict the material on the board

  // What the weights of the file are multiplied by.
  [[nodiscard]] double share() const { return weight * std::exp2(-age / half_life); }
  [[nodiscard]] bool takes_all() const { return limit == no_limit && share() == 1; }
};

// What follows the last comma is a setting as long as it is KEY=VALUE, unless there is a file of that whole name.
// Throws Error for keys that are not known, and values that will not do.
[[nodiscard]] Source source_of(const std::filesystem::path& name);

// Throws Error for a pipe, of which nothing is left for whoever reads the source a second time.
void require_no_pipe(const std::filesystem::path& source);

// What help says of the settings.
[[nodiscard]] std::string sources_help();

}  // namespace hone::formats
