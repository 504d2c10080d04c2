// SPDX-License-Identifier: MIT
//
// Files of a run that are not what its journal says: cut, changed, exchanged or gone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tuner/run/directory.hpp"
#include "tuner/run/history.hpp"

namespace hone::run {

struct Damage {
  SealedFile file;
  std::string what;
  bool can_be_repaired = false;  // by doing its stage again
};

// Reads all files of finished stages.
[[nodiscard]] std::vector<Damage> find_damage(const RunPaths& paths, const RunHistory& history);

// Throws Error naming the file unless it is what its stage left, or its stage is not finished.
void require_intact(const RunPaths& paths, const RunHistory& history, const std::filesystem::path& file);

// Renames the file, if there is one, to its name with ".damaged" behind it.
void set_aside(const std::filesystem::path& file);

}  // namespace hone::run
