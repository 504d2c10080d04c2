// SPDX-License-Identifier: MIT
#include "tuner/run/sealed_json.hpp"

#include <fmt/format.h>

#include "data/checksum.hpp"

namespace hone {
namespace {

constexpr std::string_view before_sum = ",\"sum\":\"";
constexpr std::string_view after_sum = "\"}";
constexpr std::size_t sum_digits = 16;
constexpr std::size_t tail = before_sum.size() + sum_digits + after_sum.size();

std::string sum_of(std::string_view body, std::string_view sum_before) {
  return sum_text(checksum(std::string(sum_before).append(body)));
}

}  // namespace

std::string sum_text(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

std::string sealed(const nlohmann::ordered_json& object, std::string_view sum_before) {
  std::string body = object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  body.pop_back();  // the closing brace
  return fmt::format("{}{}{}{}", body, before_sum, sum_of(body, sum_before), after_sum);
}

std::optional<UnsealedJson> unsealed(std::string_view line, std::string_view sum_before) {
  if (line.size() <= tail) return std::nullopt;
  const std::string_view body = line.substr(0, line.size() - tail);
  std::string sum = sum_of(body, sum_before);
  if (line.substr(body.size()) != fmt::format("{}{}{}", before_sum, sum, after_sum)) return std::nullopt;
  auto object = nlohmann::ordered_json::parse(std::string(body) + '}', nullptr, false);
  if (!object.is_object()) return std::nullopt;
  return UnsealedJson{std::move(object), std::move(sum)};
}

}  // namespace hone
