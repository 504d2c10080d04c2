// SPDX-License-Identifier: MIT
#include "data/row_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/row_names.hpp"
#include "data/row_text_parser.hpp"
#include "data/text_lines.hpp"

namespace hone {
namespace {

class Reader {
 public:
  Reader(const std::filesystem::path& file, const Schema& schema, const RowTextOptions& options,
         const std::function<void(const RowView&)>& sink)
      : lines_(file), faults_(lines_.name(), "lines"), parser_(schema), options_(options), sink_(sink) {}

  RowTextSummary run() {
    while (const auto line = lines_.next()) {
      if (!read(*line)) break;
    }
    options_.skip_bad ? faults_.require_no_contradiction() : faults_.require_none();
    summary_.bad = faults_.count();
    if (summary_.bad > 0) summary_.warning = faults_.text();
    return summary_;
  }

 private:
  // Returns whether to read on.
  bool read(std::string_view line) {
    try {
      if (const auto row = parser_.parse(line)) take(*row);
      return true;
    } catch (const Error& error) {
      if (error.kind() == Error::Kind::system) throw;
      return faults_.add(bad_entry(error, lines_.number()));
    }
  }

  void take(const RowView& row) {
    if (summary_.rows > 0 && parser_.has_game() != (summary_.unnamed == 0)) {
      throw Error("expected g=GAME on every line or on none");
    }
    ++summary_.rows;
    if (parser_.has_game()) return sink_(row);
    RowLabel label = row.label;
    label.game = options_.first_game + summary_.unnamed++;
    sink_({row.phase, row.entries, label});
  }

  TextLines lines_;
  Faults faults_;
  RowTextParser parser_;
  const RowTextOptions& options_;
  const std::function<void(const RowView&)>& sink_;
  RowTextSummary summary_;
};

}  // namespace

RowTextSummary read_row_text(const std::filesystem::path& file, const Schema& schema, const RowTextOptions& options,
                             const std::function<void(const RowView&)>& sink) {
  return Reader(file, schema, options, sink).run();
}

// -- Writing

namespace {

void format_to(std::string& text, const RowView& row, const Schema& schema) {
  const auto to = std::back_inserter(text);
  const RowLabel& label = row.label;
  const int phases = schema.phase_count();
  fmt::format_to(to, "{} g={}", label.target, label.game);
  if (label.weight != 1) fmt::format_to(to, " w={}", label.weight);
  if (phases > 1) fmt::format_to(to, " p={}", row.phase.lower * schema.phase_steps() + row.phase.step);
  if (label.offset != 0) fmt::format_to(to, " o={}", label.offset);
  if (std::isfinite(label.score)) fmt::format_to(to, " s={}", label.score);
  if (label.bound == RowBound::exact) text += " b=exact";
  if (label.bound == RowBound::lower) text += " b=lower";
  if (label.bound == RowBound::upper) text += " b=upper";
  if (std::isfinite(label.value)) fmt::format_to(to, " v={}", label.value);
  if (label.lower_scale != 1 || label.upper_scale != 1) {
    std::vector<float> scales(static_cast<std::size_t>(phases) + 1, 1.0F);
    scales[row.phase.lower] = label.lower_scale;
    scales[row.phase.lower + 1U] = label.upper_scale;
    scales.pop_back();  // beyond the last phase there is nothing to scale
    if (std::ranges::any_of(scales, [](float scale) { return scale != 1; })) {
      fmt::format_to(to, " k={}", fmt::join(scales, ","));
    }
  }
  for (const auto [term, count] : row.entries) fmt::format_to(to, " {}:{}", term, count);
}

}  // namespace

std::string format_row(const RowView& row, const Schema& schema) {
  std::string text;
  format_to(text, row, schema);
  return text;
}

void write_row_text(const std::filesystem::path& file, const Schema& schema, const RowSet& rows) {
  constexpr std::size_t buffered = 1 << 16;
  AtomicFile out(file);
  std::string text;
  for (std::size_t number = 0; number < rows.chunks(); ++number) {
    const RowChunk chunk = rows.chunk(number);
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      format_to(text, chunk[i], schema);
      text += '\n';
      if (text.size() < buffered) continue;
      out.write(text);
      text.clear();
    }
    rows.release(number);
  }
  out.write(text);
  if (!is_written_directly(file)) write_file_atomically(row_names_beside(file), format_row_names(schema));
  out.commit();
}

}  // namespace hone
