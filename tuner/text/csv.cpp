// SPDX-License-Identifier: MIT
#include "tuner/text/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"

namespace hone::text {

namespace {

// Reads a quoted cell from its opening quote on, and moves `at` past the closing one.
void take_quoted(std::string_view line, std::size_t& at, std::string& cell) {
  cell.clear();
  for (++at; at < line.size(); ++at) {
    if (line[at] == '"' && !line.substr(at + 1).starts_with('"')) return void(++at);
    if (line[at] == '"') ++at;
    cell += line[at];
  }
  throw Error("a quoted cell is not closed");
}

void take_cell(std::string_view line, std::size_t& at, std::string& cell) {
  if (line.substr(at).starts_with('"')) {
    take_quoted(line, at, cell);
    if (at < line.size() && line[at] != ',') throw Error("text after the closing quote of a cell");
  } else {
    const std::size_t end = std::min(line.find(',', at), line.size());
    cell.assign(line, at, end - at);
    at = end;
  }
}

void split_into(std::string_view line, CsvCells& cells) {
  std::size_t count = 0;
  for (std::size_t at = 0;; ++at) {
    if (count == cells.size()) cells.emplace_back();
    take_cell(line, at, cells[count++]);
    if (at >= line.size()) break;
  }
  cells.resize(count);
}

}  // namespace

CsvCells split_csv(std::string_view line) {
  CsvCells cells;
  split_into(line, cells);
  return cells;
}

std::string column_name(std::string_view cell) {
  const std::size_t begin = std::min(cell.find_first_not_of(' '), cell.size());
  const std::size_t end = cell.find_last_not_of(' ') + 1;
  return small_letters(cell.substr(begin, std::max(begin, end) - begin));
}

std::optional<std::size_t> find_column(const CsvCells& header, std::initializer_list<const char*> names) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (std::find(names.begin(), names.end(), column_name(header[i])) == names.end()) continue;
    if (found) throw Error(fmt::format("columns '{}' and '{}' say the same", header[*found], header[i]));
    found = i;
  }
  return found;
}

std::size_t need_column(const CsvCells& header, std::initializer_list<const char*> names) {
  const auto column = find_column(header, names);
  if (!column) {
    throw Error(expected_found(fmt::format("a header with a column '{}'", *names.begin()),
                               quotation(fmt::format("{}", fmt::join(header, ",")))));
  }
  return *column;
}

CsvCells split_csv(std::string_view line, std::size_t columns) {
  CsvCells cells;
  split_csv(line, columns, cells);
  return cells;
}

void split_csv(std::string_view line, std::size_t columns, CsvCells& cells) {
  split_into(line, cells);
  if (cells.size() == columns) return;
  throw Error(expected_found(fmt::format("{} columns as in the header", columns), std::to_string(cells.size())));
}

std::string csv_cell(std::string_view text) {
  std::string shown = printable(text);
  if (shown.find_first_of(",\"") == std::string::npos) return shown;
  std::string cell = "\"";
  for (const char c : shown) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

}  // namespace hone::text
