// SPDX-License-Identifier: MIT
#include "tuner/text/seal.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::text {

FileSeal seal_of(const std::filesystem::path& file) {
  return {File(file, File::Mode::read).size(), checksum_of_file(file)};
}

FileSeal seal_of_text(std::string_view content) { return {content.size(), checksum(content)}; }

std::optional<std::string> damage_of(const std::filesystem::path& file, const FileSeal& seal) {
  std::error_code unreadable;
  if (!std::filesystem::exists(file, unreadable)) return "is missing";
  if (!std::filesystem::is_regular_file(file, unreadable)) return "is no regular file";
  const FileSeal found = seal_of(file);
  if (found.bytes != seal.bytes) return fmt::format("has {} bytes instead of {}", found.bytes, seal.bytes);
  if (found != seal) return "was changed: its checksum is not what it was";
  return std::nullopt;
}

nlohmann::ordered_json to_json(const FileSeal& seal) {
  return {{"bytes", seal.bytes}, {"xxh3", sum_text(seal.checksum)}};
}

void from_json(const nlohmann::ordered_json& json, FileSeal& seal) {
  seal.bytes = text::member<std::uint64_t>(json, "bytes");
  const std::string digits = text::member<std::string>(json, "xxh3");
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), seal.checksum, 16);
  if (fault != std::errc() || end != digits.data() + digits.size()) {
    throw Error("xxh3: " + expected_found("hexadecimal digits", digits));
  }
}

namespace {

constexpr std::string_view before_sum = ",\"sum\":\"";
constexpr std::string_view after_sum = "\"}";
constexpr std::size_t sum_digits = 16;
constexpr std::size_t tail = before_sum.size() + sum_digits + after_sum.size();

std::string sum_of(std::string_view body, std::string_view sum_before) {
  return sum_text(checksum(std::string(sum_before).append(body)));
}

std::string dumped(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::string sum_text(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

std::string sealed(const nlohmann::ordered_json& object, std::string_view sum_before) {
  std::string body = dumped(object);
  body.pop_back();  // the closing brace
  return fmt::format("{}{}{}{}", body, before_sum, sum_of(body, sum_before), after_sum);
}

nlohmann::ordered_json as_kept(const nlohmann::ordered_json& object) { return parse_json(dumped(object)); }

std::optional<UnsealedLine> unsealed(std::string_view line, std::string_view sum_before) {
  if (line.size() <= tail) return std::nullopt;
  const std::string_view body = line.substr(0, line.size() - tail);
  std::string sum = sum_of(body, sum_before);
  if (line.substr(body.size()) != fmt::format("{}{}{}", before_sum, sum, after_sum)) return std::nullopt;
  return UnsealedLine{std::string(body) + '}', std::move(sum)};
}

}  // namespace hone::text
