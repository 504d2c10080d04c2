// SPDX-License-Identifier: MIT
//
// The files of a run that are not what its journal says: they were cut, changed, exchanged or lost.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tuner/run/directory.hpp"
#include "tuner/run/history.hpp"

namespace hone::run {

struct Damage {
  SealedFile sealed;
  std::string what;
  bool can_be_repaired = false;  // by doing its step again, or from what the journal tells
};

// Reads the files that were there from the beginning and all files of finished steps.
[[nodiscard]] std::vector<Damage> find_damage(const RunPaths& paths, const RunHistory& history);

// Throws DamagedRun, which names all that was found, unless all of it is to be repaired and can be.
void refuse_damage(const RunPaths& paths, const std::vector<Damage>& found, bool repair);

// Throws DamagedRun for files that were there from the beginning and cannot be made again, such as the starting
// weights: they are read before the run looks at all files.
void require_first_files(const std::filesystem::path& folder);

// Throws an Error that names the file unless it is what its step left, or its step is not finished.
void require_intact(const RunPaths& paths, const RunHistory& history, const std::filesystem::path& file);

// Renames the file, if there is one, to its name with ".damaged" added. Throws an Error for what is no regular file.
void set_aside(const std::filesystem::path& file);

}  // namespace hone::run
