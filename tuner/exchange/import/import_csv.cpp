// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "data/words.hpp"
#include "tuner/exchange/import/import_format.hpp"
#include "tuner/text/csv.hpp"

namespace hone::exchange {

namespace {

constexpr int most_places = 65536;

// One number of a group at a stage.
struct Place {
  int row = 0, col = 0;
  double value = 0;
  double error = std::numeric_limits<double>::quiet_NaN();
  int line = 0;
};

struct Table {
  std::string group, stage;
  int dimensions = 0;
  std::vector<Place> places = {};
};

int read_index(std::string_view cell) {
  const std::optional<int> index = whole_number<int>(cell);
  if (!index || *index < 0 || *index >= most_places)
    throw Error(expected_found("an index from 0", fmt::format("'{}'", cell)));
  return *index;
}

double read_number(std::string_view cell, std::string_view wanted) {
  const std::optional<double> number = whole_number<double>(cell);
  if (!number) throw Error(expected_found(wanted, fmt::format("'{}'", cell)));
  return *number;
}

class CsvReader {
 public:
  explicit CsvReader(const ReadRules& rules) : rules_(rules) {}

  void header(std::string_view line) {
    const text::CsvCells cells = text::split_csv(line);
    group_ = text::need_column(cells, {"group"});
    row_ = text::need_column(cells, {"row"});
    col_ = text::need_column(cells, {"col", "index"});
    stage_ = text::need_column(cells, {"stage"});
    value_ = text::need_column(cells, {"value"});
    error_ = text::find_column(cells, {"error"});
    columns_ = cells.size();
  }

  void row(std::string_view line, int number) {
    const text::CsvCells cells = text::split_csv(line, columns_);
    const std::string &group = cells[group_], &stage = cells[stage_];
    if (!rules_.takes(group)) return;
    Table& table = table_of(group, stage);
    const int dimensions = (cells[row_].empty() ? 0 : 1) + (cells[col_].empty() ? 0 : 1);
    if (!cells[row_].empty() && cells[col_].empty()) throw Error(expected_found("a column beside the row", "none"));
    if (!table.places.empty() && dimensions != table.dimensions) {
      throw Error(fmt::format("group '{}' has rows and columns in some lines only", group));
    }
    table.dimensions = dimensions;
    Place place{.value = read_number(cells[value_], "a number"), .line = number};
    if (!cells[row_].empty()) place.row = read_index(cells[row_]);
    if (!cells[col_].empty()) place.col = read_index(cells[col_]);
    if (error_ && !cells[*error_].empty()) place.error = read_number(cells[*error_], "a standard error");
    table.places.push_back(place);
  }

  Found take() {
    Found found;
    found.last_row_first = false;
    found.numbers_rows = true;
    for (const Table& table : tables_) found.numbers.push_back(numbers_of(table));
    return found;
  }

 private:
  Table& table_of(const std::string& group, const std::string& stage) {
    const auto [known, is_new] = numbers_.emplace(std::pair(group, stage), tables_.size());
    if (is_new) tables_.push_back({group, stage});
    return tables_[known->second];
  }

  // Every place has to be there, once.
  [[nodiscard]] FoundNumbers numbers_of(const Table& table) const {
    int rows = 0, cols = 0;
    for (const Place& place : table.places) {
      rows = std::max(rows, place.row + 1);
      cols = std::max(cols, place.col + 1);
    }
    if (cols > most_places / rows)
      throw Error(rules_.file, table.places.front().line, "a group has more than 65536 numbers");
    const auto size = static_cast<std::size_t>(rows * cols);
    FoundNumbers numbers{.name = table.group, .line = table.places.front().line, .stage = table.stage};
    if (table.dimensions == 2) numbers.sizes = {rows, cols};
    numbers.is_board = table.dimensions == 2;
    if (table.dimensions == 1) numbers.sizes = {cols};
    numbers.values.resize(size);
    numbers.errors.assign(size, std::numeric_limits<double>::quiet_NaN());
    std::vector<bool> seen(size);
    for (const Place& place : table.places) {
      const auto at = static_cast<std::size_t>(place.row * cols + place.col);
      if (seen[at])
        throw Error(rules_.file, place.line, fmt::format("a number of group '{}' comes twice", table.group));
      seen[at] = true;
      numbers.values[at] = place.value;
      numbers.errors[at] = place.error;
    }
    const auto gap = std::ranges::find(seen, false) - seen.begin();
    if (gap == static_cast<std::ptrdiff_t>(size)) return numbers;
    throw Error(rules_.file, table.places.front().line,
                fmt::format("group '{}' lacks row {}, column {}", table.group, gap / cols, gap % cols));
  }

  const ReadRules& rules_;
  std::size_t group_ = 0, row_ = 0, col_ = 0, stage_ = 0, value_ = 0, columns_ = 0;
  std::optional<std::size_t> error_;
  std::vector<Table> tables_;
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
};

}  // namespace

Found read_csv(std::string_view text, const ReadRules& rules) {
  CsvReader reader(rules);
  text = without_byte_order_mark(text);
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    try {
      if (number == 1) {
        reader.header(line);
      } else if (!line.empty() && !line.starts_with('#')) {
        reader.row(line, number);
      }
    } catch (const Error& error) {
      throw Error(rules.file, error.line() == 0 ? number : error.line(), error.message());
    }
  }
  return reader.take();
}

}  // namespace hone::exchange
