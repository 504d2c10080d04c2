// SPDX-License-Identifier: MIT
//
// What a finished file must be, told by size and checksum, so that one that was cut, changed or exchanged is known.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace hone {

struct FileSeal {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;  // XXH3-64

  friend bool operator==(const FileSeal&, const FileSeal&) = default;
};

[[nodiscard]] FileSeal seal_of(const std::filesystem::path& file);  // throws Error
[[nodiscard]] FileSeal seal_of_text(std::string_view content);

// What is wrong with the file, in words; nothing when it is what it was.
[[nodiscard]] std::optional<std::string> damage_of(const std::filesystem::path& file, const FileSeal& seal);

[[nodiscard]] nlohmann::ordered_json to_json(const FileSeal& seal);
[[nodiscard]] FileSeal file_seal(const nlohmann::ordered_json& json);

}  // namespace hone
