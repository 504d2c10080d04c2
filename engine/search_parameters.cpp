// SPDX-License-Identifier: MIT
#include "engine/search_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "data/error.hpp"

namespace hone {

const NamedParameter* find_parameter(std::string_view name) {
  const auto* const found = std::ranges::find(search_parameters, name, &NamedParameter::name);
  return found == search_parameters.end() ? nullptr : found;
}

namespace {

const NamedParameter& known_parameter(std::string_view name) {
  const NamedParameter* const parameter = find_parameter(name);
  if (parameter == nullptr) throw Error(expected_found("the name of a search parameter", name));
  return *parameter;
}

}  // namespace

ParameterChanges::ParameterChanges(const SearchParameters& usual, const SearchParameters& other) {
  for (const NamedParameter& each : search_parameters) {
    if (other.*each.value != usual.*each.value) values_[&each] = other.*each.value;
  }
}

void ParameterChanges::set(std::string_view name, int value) {
  const NamedParameter& parameter = known_parameter(name);
  if (value < parameter.least || value > parameter.most) {
    throw Error(
        expected_found(fmt::format("{} from {} to {}", name, parameter.least, parameter.most), std::to_string(value)));
  }
  values_[&parameter] = value;
}

void ParameterChanges::set(std::string_view text) {
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) throw Error(expected_found("NAME=VALUE,... of search parameters", part));
    std::string name(part.substr(0, equals));
    std::ranges::replace(name, '-', '_');
    const NamedParameter& parameter = known_parameter(name);
    const std::string_view digits = part.substr(equals + 1);
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      throw Error(expected_found(fmt::format("an integer for {}", parameter.name), digits));
    }
    set(parameter.name, value);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
}

void ParameterChanges::set(const ParameterChanges& later) {
  for (const auto& [parameter, value] : later.values_) values_[parameter] = value;
}

SearchParameters ParameterChanges::applied_to(SearchParameters parameters) const {
  for (const auto& [parameter, value] : values_) parameters.*parameter->value = value;
  return parameters;
}

std::string ParameterChanges::text() const {
  std::string text;
  for (const auto& [parameter, value] : values_) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", parameter->name, value);
  }
  return text;
}

SearchParameters numbers_of_game(std::string_view changes) {
  try {
    return ParameterChanges(changes).applied_to({});
  } catch (const Error& error) {
    throw Error(fmt::format("search_parameters of a game, '{}': {}", changes, error.what()));
  }
}

}  // namespace hone
