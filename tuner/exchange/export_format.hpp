// SPDX-License-Identifier: MIT
//
// Weights for other programs. To add a format, write a function from weights to text in a file of its own and
// name it in export_format.cpp; it needs to know nothing but the schema.
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

// Every format, in the order of listings.
[[nodiscard]] std::span<const ExportFormat> export_formats();
// Throws Error naming the formats there are.
[[nodiscard]] const ExportFormat& find_export_format(std::string_view name);

// A C++ header that compiles alone: one constexpr array a group, integers as the engine plays them.
[[nodiscard]] std::string export_cpp(const Weights& weights);
// All of the schema, and the values unrounded.
[[nodiscard]] std::string export_json(const Weights& weights);

}  // namespace hone::exchange
