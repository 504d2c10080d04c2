// SPDX-License-Identifier: MIT
//
// Reads and writes training rows as text (data/ROWS.md), a format that any program can print.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "data/rows.hpp"
#include "data/schema.hpp"

namespace hone {

struct RowTextOptions {
  bool skip_bad = false;         // leave out lines that cannot be read instead of refusing the file
  std::uint32_t first_game = 0;  // a row that names no game counts as a game of its own; these are numbered from here
};

struct RowTextSummary {
  std::uint64_t rows = 0;
  std::uint32_t unnamed = 0;  // rows that name no game
  std::uint64_t bad = 0;      // number of lines left out
  std::string warning;  // "file:12: fault (3 bad lines in all)", about the first line left out; empty if there is none
};

// Calls `sink` for each row in order. Bad lines do not stop the reading: at the end Error tells the place and fault of
// the first one and the number of all. A result that is none (2, or -1) is more than a bad line: it puts all others in
// doubt, and the file is refused at once, with skip_bad too.
RowTextSummary read_row_text(const std::filesystem::path& file, const Schema& schema, const RowTextOptions& options,
                             const std::function<void(const RowView&)>& sink);

// Returns the row as a line without its line end. It is read back as the same row, except that a phase point at the end
// of one phase is read as the beginning of the next, which is the same point.
[[nodiscard]] std::string format_row(const RowView& row, const Schema& schema);

// Writes the file in constant memory, and a names file beside it. Throws Error.
void write_row_text(const std::filesystem::path& file, const Schema& schema, const RowSet& rows);

}  // namespace hone
