// SPDX-License-Identifier: MIT
//
// Lines of CSV (RFC 4180) split into cells and back. A cell may be quoted, and a quote within it is then doubled.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone::text {

using CsvCells = std::vector<std::string>;

// Throws Error for quotes that do not match.
[[nodiscard]] CsvCells split_csv(std::string_view line);

// The name of a column: its cell in lower case, without blanks around it.
[[nodiscard]] std::string column_name(std::string_view cell);

// The column that has one of these names in the header. Both throw Error when two columns have one of them, and
// need_column also when there is none.
[[nodiscard]] std::optional<std::size_t> find_column(const CsvCells& header, std::initializer_list<const char*> names);
[[nodiscard]] std::size_t need_column(const CsvCells& header, std::initializer_list<const char*> names);

// The cells of a line that must have this many; throws Error when there are more or fewer. The second form reuses the
// memory of `cells`.
[[nodiscard]] CsvCells split_csv(std::string_view line, std::size_t columns);
void split_csv(std::string_view line, std::size_t columns, CsvCells& cells);

// The text as a cell of a line, in quotes where it needs them. Control characters become \xNN (data/printable.hpp), so
// that a cell stays on its line and is safe to show; texts without them come back as they were.
[[nodiscard]] std::string csv_cell(std::string_view text);

}  // namespace hone::text
