// SPDX-License-Identifier: MIT
//
// The man pages and completion scripts as files, where a package has them.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "tuner/cli/command.hpp"

namespace hone::cli {

// Writes man/man1/hone.1, man/man1/hone-COMMAND.1 and the script of each shell below the folder, which is made if it is
// missing: /usr/share, say, or ~/.local/share. A program of its own (tuner/cli/program.hpp) writes pages of its name.
// Throws Error and std::filesystem::filesystem_error.
void write_pages(const std::filesystem::path& folder, std::span<const std::unique_ptr<Command>> commands);

}  // namespace hone::cli
