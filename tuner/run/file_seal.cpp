// SPDX-License-Identifier: MIT
#include "tuner/run/file_seal.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <system_error>

#include "data/checksum.hpp"
#include "data/file.hpp"
#include "tuner/run/sealed_json.hpp"

namespace hone {

FileSeal seal_of(const std::filesystem::path& file) {
  return {File(file, File::Mode::read).size(), checksum_of_file(file)};
}

FileSeal seal_of_text(std::string_view content) { return {content.size(), checksum(content)}; }

std::optional<std::string> damage_of(const std::filesystem::path& file, const FileSeal& seal) {
  std::error_code unreadable;
  if (!std::filesystem::exists(file, unreadable)) return "is missing";
  const FileSeal found = seal_of(file);
  if (found.bytes != seal.bytes) return fmt::format("has {} bytes instead of {}", found.bytes, seal.bytes);
  if (found != seal) return "was changed: its checksum is not the one in the journal";
  return std::nullopt;
}

nlohmann::ordered_json to_json(const FileSeal& seal) {
  return {{"bytes", seal.bytes}, {"xxh3", sum_text(seal.checksum)}};
}

FileSeal file_seal(const nlohmann::ordered_json& json) {
  FileSeal seal{json.value("bytes", std::uint64_t{0}), 0};
  const std::string digits = json.value("xxh3", "");
  std::from_chars(digits.data(), digits.data() + digits.size(), seal.checksum, 16);
  return seal;
}

}  // namespace hone
