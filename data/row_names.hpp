// SPDX-License-Identifier: MIT
//
// Names files: the schema of another program's rows, written by that program's author with one group on each line.
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

// Writes the schema as a names file, which parse_row_names reads back as the same schema.
[[nodiscard]] std::string format_row_names(const Schema& schema);

// Returns the names file that belongs to a file of rows: "d/a.names" for d/a.rowtext and d/a.rowtext.gz.
[[nodiscard]] std::filesystem::path row_names_beside(const std::filesystem::path& row_text);

}  // namespace hone
