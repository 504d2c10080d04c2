// SPDX-License-Identifier: MIT
//
// Training rows that are there already, made by hone or by another program (data/ROWS.md). Told apart by the file's
// name:
//
//   *.rows                   binary, with its schema in it (data/row_file.hpp)
//   *.rowtext, *.rowtext.gz  text (data/row_text.hpp), its schema in a names file beside it (data/row_names.hpp)
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/schema.hpp"

namespace hone::formats {

[[nodiscard]] bool is_row_source(const std::filesystem::path& file);

struct RowSourceOptions {
  std::filesystem::path names;   // of all text files; empty: of each the one beside it
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

}  // namespace hone::formats
