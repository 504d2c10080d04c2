// SPDX-License-Identifier: MIT
//
// What to type to go on with a run, or to begin another one from it. The terminal and the page say the same.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hone::run {

// "hone run --resume runs/monday".
[[nodiscard]] std::string resume_command(const std::filesystem::path& folder);

// A new run with the options of the one in the folder, which may not change once it is begun. `words` are options that
// are to be others, " --hours 8" with a blank in front. The new folder has the name of the old one with `suffix`.
[[nodiscard]] std::string next_run_command(const std::filesystem::path& folder, const std::filesystem::path& start,
                                           std::string_view words, std::string_view suffix);

}  // namespace hone::run
