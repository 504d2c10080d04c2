// SPDX-License-Identifier: MIT
//
// The options of a run are kept twice: in its file `config`, and by name and value in its journal, which answers for
// the file. So a file that was lost or changed can be made again from the journal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tuner/run/directory.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/options.hpp"
#include "tuner/run/state.hpp"

namespace hone::run {

// False for runs of early versions, whose journals list only some of the options.
[[nodiscard]] bool can_restore_config(const RunHistory& history);

// Sets aside what is there, writes the options that the journal tells, and has the journal answer for the new file. It
// decides the same results; comments and what decides none, such as the number of threads, are not in it.
void restore_config(const RunPaths& paths, RunState& state);

// The defaults of the options that the folder's `config` does not name: those of today, or of the time of a run of the
// first format. Throws Error where the journal cannot be read.
[[nodiscard]] RunOptions defaults_of_config(const std::filesystem::path& folder);

// Makes sure that the configuration in the folder is what the journal answers for. Throws DamagedRun where it is not,
// unless it and whatever else is damaged are to be repaired and can be: then it returns what was done.
[[nodiscard]] std::optional<std::string> require_config(const std::filesystem::path& folder, bool repair);

}  // namespace hone::run
