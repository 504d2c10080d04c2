// SPDX-License-Identifier: MIT
//
// The cells of a line of CSV (RFC 4180): a cell may be quoted, a quote in it doubled.
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

// The column of a header by one of its names; throws Error when two columns have one, or when it is needed and
// there is none.
[[nodiscard]] std::optional<std::size_t> find_column(const CsvCells& header,
                                                     std::initializer_list<std::string_view> names);
[[nodiscard]] std::size_t need_column(const CsvCells& header, std::initializer_list<std::string_view> names);

// The cells of a line under a header of so many; throws Error when there are more or fewer.
[[nodiscard]] CsvCells split_csv(std::string_view line, std::size_t columns);
void split_csv(std::string_view line, std::size_t columns, CsvCells& cells);  // into strings that are there already

// As it stands in a line.
[[nodiscard]] std::string csv_cell(std::string_view text);

}  // namespace hone::text
