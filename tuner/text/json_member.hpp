// SPDX-License-Identifier: MIT
//
// Reads the members of a JSON object. What is missing or of another type is an Error that names the key, with the keys
// around it in front: "fit: train_losses: start: expected a number, found "x"". A whole number that does not fit its
// type is an Error as well. This header contains all of nlohmann/json.hpp: it is for the .cpp files that read JSON, and
// no other header includes it.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "data/error.hpp"

namespace hone::text {

// Nothing that hone writes is nested more deeply. Without a bound, copying a value would need as much stack as the text
// has brackets.
inline constexpr int deepest_json = 64;

// Throws Error where the text is no JSON, or is nested too deeply.
[[nodiscard]] nlohmann::ordered_json parse_json(std::string_view text);

// The value as a T, which may be of any type with a from_json(). `key` names it in errors.
template <class T>
[[nodiscard]] T json_value(const nlohmann::ordered_json& value, std::string_view key);

// The member must be there. A floating-point number that is null is not a number: JSON knows no other way to say so.
template <class T>
[[nodiscard]] T member(const nlohmann::ordered_json& object, std::string_view key);
// Gives `missing` when there is no such member.
template <class T>
[[nodiscard]] T member(const nlohmann::ordered_json& object, std::string_view key, T missing);
// Gives nothing when there is no such member, or when the member is null.
template <class T>
[[nodiscard]] std::optional<T> optional_member(const nlohmann::ordered_json& object, std::string_view key);

// Gives nullptr when the object has no such member, or when the member is null.
[[nodiscard]] inline const nlohmann::ordered_json* find_member(const nlohmann::ordered_json& object,
                                                               std::string_view key) {
  if (!object.is_object()) throw Error(expected_found("a JSON object", "something else"));
  const auto found = object.find(std::string(key));
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

namespace details {

template <class T>
[[nodiscard]] bool has_type(const nlohmann::ordered_json& value) {
  if constexpr (std::is_same_v<T, bool>) return value.is_boolean();
  if constexpr (std::is_unsigned_v<T>) return value.is_number_unsigned();
  if constexpr (std::is_integral_v<T>) return value.is_number_integer();
  if constexpr (std::is_floating_point_v<T>) return value.is_number();
  if constexpr (std::is_same_v<T, std::string>) return value.is_string();
  return true;  // get() finds out
}

template <class T>
[[nodiscard]] constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_integral_v<T>) return "a whole number";
  if constexpr (std::is_floating_point_v<T>) return "a number";
  if constexpr (std::is_same_v<T, std::string>) return "a text";
  return "a list or an object of another form";
}

template <class T>
inline constexpr bool is_whole_number = std::is_integral_v<T> && !std::is_same_v<T, bool>;

// Whether the value, which is a whole number, is one of T's.
template <class T>
[[nodiscard]] bool fits(const nlohmann::ordered_json& value) {
  if (value.is_number_unsigned()) return std::in_range<T>(value.get<std::uint64_t>());
  return std::in_range<T>(value.get<std::int64_t>());
}

template <class T>
[[nodiscard]] std::string range_text() {
  return fmt::format("a whole number, {} to {}", std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

[[noreturn]] inline void refuse(std::string_view key, std::string_view wanted, const nlohmann::ordered_json& value) {
  constexpr std::size_t longest = 60;
  const std::string found = value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  throw Error(fmt::format("{}: {}", key, expected_found(wanted, found.substr(0, longest))));
}

// Takes the elements of a list one by one, so that an error names the one that is wrong.
template <class List>
struct ListReader {
  static constexpr bool is_list = false;
};

template <class T>
struct ListReader<std::vector<T>> {
  static constexpr bool is_list = true;
  static std::vector<T> read(const nlohmann::ordered_json& value, std::string_view key) {
    if (!value.is_array()) refuse(key, "a list", value);
    std::vector<T> list;
    for (const auto& element : value) list.push_back(json_value<T>(element, fmt::format("{}[{}]", key, list.size())));
    return list;
  }
};

template <class T, std::size_t N>
struct ListReader<std::array<T, N>> {
  static constexpr bool is_list = true;
  static std::array<T, N> read(const nlohmann::ordered_json& value, std::string_view key) {
    if (!value.is_array() || value.size() != N) refuse(key, fmt::format("a list of {}", N), value);
    std::array<T, N> list;
    for (std::size_t i = 0; i < N; ++i) list[i] = json_value<T>(value[i], fmt::format("{}[{}]", key, i));
    return list;
  }
};

}  // namespace details

template <class T>
T json_value(const nlohmann::ordered_json& value, std::string_view key) {
  if constexpr (details::ListReader<T>::is_list) return details::ListReader<T>::read(value, key);
  if (!details::has_type<T>(value)) details::refuse(key, details::type_name<T>(), value);
  if constexpr (details::is_whole_number<T>) {
    if (!details::fits<T>(value)) details::refuse(key, details::range_text<T>(), value);
  }
  try {
    return value.get<T>();
  } catch (const Error& fault) {
    throw Error(fmt::format("{}: {}", key, fault.message()));
  } catch (const nlohmann::ordered_json::exception&) {
    details::refuse(key, details::type_name<T>(), value);
  }
}

template <class T>
T member(const nlohmann::ordered_json& object, std::string_view key) {
  const nlohmann::ordered_json* found = find_member(object, key);
  if constexpr (std::is_floating_point_v<T>) {
    if (found == nullptr && object.contains(std::string(key))) return std::numeric_limits<T>::quiet_NaN();
  }
  if (found == nullptr) throw Error(fmt::format("{}: {}", key, expected_found("a value", "none")));
  return json_value<T>(*found, key);
}

template <class T>
T member(const nlohmann::ordered_json& object, std::string_view key, T missing) {
  const nlohmann::ordered_json* found = find_member(object, key);
  return found == nullptr ? missing : json_value<T>(*found, key);
}

template <class T>
std::optional<T> optional_member(const nlohmann::ordered_json& object, std::string_view key) {
  const nlohmann::ordered_json* found = find_member(object, key);
  return found == nullptr ? std::nullopt : std::optional(json_value<T>(*found, key));
}

}  // namespace hone::text
