// SPDX-License-Identifier: MIT
//
// Files that a command is going to write at its end: whether they can be is found out at its beginning.
#pragma once

#include <filesystem>

namespace hone {

// Throws Error when the file could not be created or replaced. Leaves nothing behind.
void require_writable(const std::filesystem::path& file);

// Where large files may lie until the file is written: its folder, or the system's where it is a device.
[[nodiscard]] std::filesystem::path temporary_folder(const std::filesystem::path& file);

}  // namespace hone
