// SPDX-License-Identifier: MIT
//
// Files that a command is going to write at its end: whether they can be is found out at its beginning.
#pragma once

#include <filesystem>

namespace hone {

// Throws Error when the file could not be created or replaced. Leaves nothing behind.
void require_writable(const std::filesystem::path& file);

}  // namespace hone
