// SPDX-License-Identifier: MIT
//
// Training rows as text (data/ROWS.md). The input is a names file, a line "--" and the rows.
#include <algorithm>
#include <cmath>

#include "data/row_names.hpp"
#include "data/row_text.hpp"
#include "data/row_text_parser.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace hone;

namespace {

constexpr std::string_view separator = "\n--\n";

void require_sound(const RowView& row, const Schema& schema) {
  const RowLabel& label = row.label;
  fuzz::require(label.target >= 0 && label.target <= 1, "a result is a share");
  fuzz::require(label.weight >= 0 && std::isfinite(label.weight) && std::isfinite(label.offset), "labels are finite");
  fuzz::require(std::isfinite(label.lower_scale) && std::isfinite(label.upper_scale), "factors are finite");
  int least = 0;
  for (const auto [term, count] : row.entries) {
    fuzz::require(term >= least && term < schema.terms(), "counts are sorted by term");
    fuzz::require(std::isfinite(count) && count != 0, "counts are numbers other than 0");
    least = term + 1;
  }
}

// A row is seen through a view, which holds until the next line is parsed.
void check_row(const RowView& row, const Schema& schema) {
  require_sound(row, schema);
  const std::string text = format_row(row, schema);
  RowTextParser parser(schema);
  const auto again = parser.parse(text);
  fuzz::require(again && again->phase == row.phase && again->label == row.label, "a row is read back: " + text);
  fuzz::require(std::ranges::equal(again->entries.terms(), row.entries.terms()) &&
                    std::ranges::equal(again->entries.counts(), row.entries.counts()),
                "its counts are read back: " + text);
}

void check_line(std::string_view line, const Schema& schema) {
  RowTextParser parser(schema);
  (void)fuzz::accepts([&] {
    const auto row = parser.parse(line);
    if (row) fuzz::require(fuzz::accepts([&] { check_row(*row, schema); }), "what was written can be read");
  });
}

void check_file(std::string_view rows, const Schema& schema) {
  static const fuzz::InputFile file("input.rowtext");
  file.write(rows);
  std::uint64_t seen = 0;
  RowTextSummary summary;
  const auto read = [&] {
    summary = read_row_text(file.path(), schema, {.skip_bad = true}, [&](const RowView&) { ++seen; });
  };
  if (!fuzz::accepts(read)) return;  // a result in another spelling refuses the whole file
  fuzz::require(summary.rows == seen, "the summary counts the rows");
  fuzz::require((summary.bad > 0) == !summary.warning.empty(), "lines left out are told");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::size_t end = text.find(separator);
  if (end == std::string_view::npos) return 0;
  Schema schema;
  if (!fuzz::accepts([&] { schema = parse_row_names(text.substr(0, end + 1), "names"); })) return 0;
  if (schema.terms() > 1'000) return 0;  // a parser makes a table of their names
  std::string_view rows = text.substr(end + separator.size());
  check_file(rows, schema);
  while (!rows.empty()) check_line(fuzz::take_line(rows), schema);
  return 0;
}
