// SPDX-License-Identifier: MIT
//
// Seals of finished files: their size and checksum, by which a file that was cut, changed or exchanged is found out.
// Sealed lines of JSON, in which a change is found out too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace hone::text {

struct FileSeal {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;  // XXH3-64

  friend bool operator==(const FileSeal&, const FileSeal&) = default;
};

[[nodiscard]] FileSeal seal_of(const std::filesystem::path& file);  // throws Error
[[nodiscard]] FileSeal seal_of_text(std::string_view content);

// Says in words how the file differs from its seal; nothing when it does not differ. What is no regular file is not
// read: a device has no end.
[[nodiscard]] std::optional<std::string> damage_of(const std::filesystem::path& file, const FileSeal& seal);

[[nodiscard]] nlohmann::ordered_json to_json(const FileSeal& seal);
void from_json(const nlohmann::ordered_json& json, FileSeal& seal);  // throws Error

// A sealed line is a JSON object whose last member, "sum", is a checksum of the text in front of it and of the sum of
// the line before. Lines cannot be changed, and cannot change places, without being found out.

struct UnsealedLine {
  std::string object;  // JSON, without the sum
  std::string sum;
};

// The line without its end. The object has no member "sum".
[[nodiscard]] std::string sealed(const nlohmann::ordered_json& object, std::string_view sum_before = {});
// The object as it comes back: a line is UTF-8, in which bytes of other texts, such as names of files, become U+FFFD.
[[nodiscard]] nlohmann::ordered_json as_kept(const nlohmann::ordered_json& object);
// Nothing when the line is not as it was written.
[[nodiscard]] std::optional<UnsealedLine> unsealed(std::string_view line, std::string_view sum_before = {});

// 16 hexadecimal digits.
[[nodiscard]] std::string sum_text(std::uint64_t checksum);

}  // namespace hone::text
