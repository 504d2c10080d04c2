// SPDX-License-Identifier: MIT
#include "tuner/exchange/export_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "data/error.hpp"

namespace hone::exchange {

namespace {

constexpr std::array formats{
    ExportFormat{"cpp", "C++ header: one constexpr array a group, boards with a1 first", export_cpp},
    ExportFormat{"json", "JSON: groups with shapes, meanings and values a stage", export_json},
};

}  // namespace

std::span<const ExportFormat> export_formats() { return formats; }

const ExportFormat& find_export_format(std::string_view name) {
  const auto found =
      std::find_if(formats.begin(), formats.end(), [&](const auto& format) { return format.name == name; });
  if (found != formats.end()) return *found;
  std::vector<std::string_view> names;
  for (const ExportFormat& format : formats) names.push_back(format.name);
  throw Error(expected_found(fmt::format("one of the formats {}", fmt::join(names, ", ")), name));
}

}  // namespace hone::exchange
