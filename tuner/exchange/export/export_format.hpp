// SPDX-License-Identifier: MIT
//
// The formats in which weights are written for other programs. To add one, write a template
// (tuner/exchange/export/templates) or a function from prepared weights to text in a file of its own, and name it in
// export_format.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tuner/exchange/export/prepared_weights.hpp"

namespace hone::exchange {

struct ExportFormat {
  std::string_view name;
  std::string_view description;
  // How values are rounded unless --decimals says otherwise.
  Decimals decimals = {};
  std::string (*write)(const PreparedWeights& prepared) = nullptr;  // null: a template
  const std::string_view* template_text = nullptr;                  // null: a function
};

// All formats, in the order in which they are listed.
[[nodiscard]] std::span<const ExportFormat> export_formats();
// Throws Error that lists the formats if there is none of that name.
[[nodiscard]] const ExportFormat& find_export_format(std::string_view name);

// The file's content. Throws Error where the format cannot hold the weights.
[[nodiscard]] std::string write_format(const ExportFormat& format, const PreparedWeights& prepared);

// The functions of the table, each of which says its layout where it is defined.
[[nodiscard]] std::string export_weights(const PreparedWeights& prepared);
[[nodiscard]] std::string export_json(const PreparedWeights& prepared);
[[nodiscard]] std::string export_csv(const PreparedWeights& prepared);
[[nodiscard]] std::string export_npy(const PreparedWeights& prepared);
[[nodiscard]] std::string export_fairy_stockfish(const PreparedWeights& prepared);
[[nodiscard]] std::string export_fairy_max(const PreparedWeights& prepared);

}  // namespace hone::exchange
