// SPDX-License-Identifier: MIT
//
// Files of training rows as text (data/ROWS.md), which any program can print.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "data/rows.hpp"
#include "data/schema.hpp"

namespace hone {

struct RowTextOptions {
  bool skip_bad = false;         // leave out lines that are none, instead of refusing the file
  std::uint32_t first_game = 0;  // rows that name no game are games of their own, numbered from here
};

struct RowTextSummary {
  std::uint64_t rows = 0;
  std::uint32_t unnamed = 0;  // rows that are games of their own
  std::uint64_t bad = 0;      // lines left out
  std::string warning;        // "file:12: fault of the first of them (3 bad lines in all)"; empty when there is none
};

// Calls sink for each row in order. Bad lines do not stop the reading: in the end Error tells the place and fault of
// the first and the number of all of them.
RowTextSummary read_row_text(const std::filesystem::path& file, const Schema& schema, const RowTextOptions& options,
                             const std::function<void(const RowView&)>& sink);

// Without a line end. Read again it is the same row but for its stage point, where that has a second name: the end
// of one stage is the beginning of the next.
[[nodiscard]] std::string format_row(const RowView& row, const Schema& schema);

// In constant memory, the names file beside it. Throws Error.
void write_row_text(const std::filesystem::path& file, const Schema& schema, const RowSet& rows);

}  // namespace hone
