// SPDX-License-Identifier: MIT
//
// Computes XXH3-64 of contents that need not fit into memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace hone {

[[nodiscard]] std::uint64_t checksum(std::string_view bytes);
[[nodiscard]] std::uint64_t checksum_of_file(const std::filesystem::path& file);  // throws Error

}  // namespace hone
