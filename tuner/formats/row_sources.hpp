// SPDX-License-Identifier: MIT
//
// Training rows that are there already, made by hone or by another program (data/ROWS.md), in any format of rows
// (tuner/formats/formats.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
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
  std::vector<std::string> warnings;  // what skip_bad left out, and games that several files have; a text a file
};

// The schema that a file of rows is of, without its rows. `names` is the names file of a text; empty: the one beside
// it.
[[nodiscard]] Schema schema_of_rows(const std::filesystem::path& file, const std::filesystem::path& names);

// The rows of all files, in order; a single binary file is mapped as it is. A game has the same number in all of them.
// Throws Error where a file is damaged or its schema is not that of the first.
[[nodiscard]] RowSource read_row_sources(const std::vector<std::string>& files, const RowSourceOptions& options);

// In the format of this name ("rowtext"), or without a name in the one that the file's name asks for. Throws Error.
void write_rows(const std::filesystem::path& file, const Schema& schema, const RowSet& rows,
                std::string_view format = {});

}  // namespace hone::formats
