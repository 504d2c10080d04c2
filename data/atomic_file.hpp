// SPDX-License-Identifier: MIT
//
// Whole files. A file that is replaced is at any moment, whatever is killed or fails, the old or the new one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hone {

// The contents; throws Error when the file is missing or cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

// Writes a neighbour of the file, syncs it and renames it. A link stays a link; what is not a regular file
// (/dev/stdout) is written to directly. Throws Error; then the old file is untouched and the neighbour gone.
void write_file_atomically(const std::filesystem::path& file, std::string_view bytes);

}  // namespace hone
