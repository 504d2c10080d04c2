// SPDX-License-Identifier: MIT
//
// The schema of another program's rows, as that program's author writes it: a names file, one group a line.
// Grammar and example: data/ROWS.md.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "data/schema.hpp"

namespace hone {

// Throws Error with file and line.
[[nodiscard]] Schema parse_row_names(std::string_view text, const std::string& name);
[[nodiscard]] Schema read_row_names(const std::filesystem::path& file);

// Parsed again it is the same schema.
[[nodiscard]] std::string format_row_names(const Schema& schema);

// Where the names are looked for: "d/a.names" for d/a.rowtext and d/a.rowtext.gz.
[[nodiscard]] std::filesystem::path row_names_beside(const std::filesystem::path& row_text);

}  // namespace hone
