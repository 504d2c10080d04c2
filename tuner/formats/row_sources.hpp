// SPDX-License-Identifier: MIT
//
// Training rows that are there already, made by hone or by another program (data/ROWS.md), in any format of rows
// (tuner/formats/formats.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/schema.hpp"

namespace hone::formats {

struct RowSourceOptions {
  std::filesystem::path names;   // the names file of all texts; empty: the one beside each
  bool skip_bad = false;         // leave out lines that are none, instead of refusing the file
  std::filesystem::path folder;  // for a temporary file
};

struct RowSource {
  Schema schema;
  RowSet rows;
  std::uint64_t unnamed = 0;          // rows that do not say which game they are from
  std::vector<std::string> warnings;  // what skip_bad left out, one text a file
};

// The rows of all files, in order; a single binary file is mapped as it is. A game has the same number in all of them.
// Throws Error where a file is damaged or its schema is not that of the first.
[[nodiscard]] RowSource read_row_sources(const std::vector<std::string>& files, const RowSourceOptions& options);

// The schema of a file of rows, without its rows. names: as RowSourceOptions::names. Throws Error.
[[nodiscard]] Schema row_schema(const std::filesystem::path& file, const std::filesystem::path& names);

// In the format that the file's name asks for. Throws Error.
void write_rows(const std::filesystem::path& file, const Schema& schema, const RowSet& rows);

}  // namespace hone::formats
