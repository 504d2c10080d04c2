// SPDX-License-Identifier: MIT
//
// Files of an engine's options, as `hone export --format setoption` and `--format ini` write them: a line an option,
//
//     setoption name Rook Value value 512
//     Rook Value = 512
//
// and a button without a value. Lines that are empty or begin with '#', ';' or "//" say nothing.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hone::play {

// In the order of the file. Throws Error with file and line.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> read_option_file(const std::filesystem::path& file);

}  // namespace hone::play
