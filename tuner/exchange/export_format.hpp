// SPDX-License-Identifier: MIT
//
// Writes weights for other programs. To add a format, write a function from weights to text in a file of its own and
// name it in export_format.cpp. The function needs to know nothing but the schema.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "data/weights.hpp"

namespace hone::exchange {

struct ExportFormat {
  std::string_view name;
  std::string_view description;
  std::string (*write)(const Weights& weights);
};

// All formats, in the order in which they are listed.
[[nodiscard]] std::span<const ExportFormat> export_formats();
// Throws Error that lists the formats if there is none of that name.
[[nodiscard]] const ExportFormat& find_export_format(std::string_view name);

// Writes a C++ header that compiles alone. Each group is a constexpr array of the integers that the engine plays.
[[nodiscard]] std::string export_cpp(const Weights& weights);
// Writes the whole schema and the values without rounding them.
[[nodiscard]] std::string export_json(const Weights& weights);

}  // namespace hone::exchange
