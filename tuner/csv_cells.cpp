// SPDX-License-Identifier: MIT
#include "tuner/csv_cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/error.hpp"

namespace hone {
namespace {

// A quoted cell from its opening quote on; `at` is moved behind the closing one.
std::string quoted_cell(std::string_view line, std::size_t& at) {
  std::string cell;
  for (++at; at < line.size(); ++at) {
    if (line[at] == '"' && !line.substr(at + 1).starts_with('"')) return ++at, cell;
    if (line[at] == '"') ++at;
    cell += line[at];
  }
  throw Error("a quoted cell is not closed");
}

}  // namespace

CsvCells split_csv(std::string_view line) {
  CsvCells cells;
  for (std::size_t at = 0;; ++at) {
    if (line.substr(at).starts_with('"')) {
      cells.push_back(quoted_cell(line, at));
      if (at < line.size() && line[at] != ',') throw Error("text after the closing quote of a cell");
    } else {
      const std::size_t end = std::min(line.find(',', at), line.size());
      cells.emplace_back(line.substr(at, end - at));
      at = end;
    }
    if (at >= line.size()) return cells;
  }
}

std::optional<std::size_t> find_column(const CsvCells& header, std::initializer_list<std::string_view> names) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (std::find(names.begin(), names.end(), header[i]) == names.end()) continue;
    if (found) throw Error(fmt::format("columns '{}' and '{}' say the same", header[*found], header[i]));
    found = i;
  }
  return found;
}

std::size_t need_column(const CsvCells& header, std::initializer_list<std::string_view> names) {
  const auto column = find_column(header, names);
  if (!column) {
    throw Error(expected_found(fmt::format("a header with a column '{}'", *names.begin()),
                               fmt::format("{}", fmt::join(header, ","))));
  }
  return *column;
}

CsvCells split_csv(std::string_view line, std::size_t columns) {
  CsvCells cells = split_csv(line);
  if (cells.size() == columns) return cells;
  throw Error(expected_found(fmt::format("{} columns as in the header", columns), std::to_string(cells.size())));
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

}  // namespace hone
