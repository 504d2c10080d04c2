// SPDX-License-Identifier: MIT
#include "tuner/formats/row_sources.hpp"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "data/error.hpp"
#include "data/row_file.hpp"
#include "data/row_names.hpp"
#include "data/row_text.hpp"
#include "data/text_lines.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

const RowFormat& row_format(const DataFormat& format, const std::filesystem::path& file) {
  const auto* const rows = std::get_if<RowFormat>(&format.functions);
  if (rows != nullptr) return *rows;
  throw Error(file.string(), 0, fmt::format("expected a file of rows, {}", endings_text(Content::rows)));
}

const RowFormat& row_format(const std::filesystem::path& file) { return row_format(format_of(file), file); }

// Meanings are there for the reader and may differ. The constraints of all files hold.
void join_schema(const std::string& file, const RowSourceOptions& options, Schema& joined) {
  const Schema schema = row_format(file).schema(file, options.names);
  const auto text = [](const Schema& of) { return fmt::format("{} {}", of.game(), of.fingerprint()); };
  if (schema.fingerprint() != joined.fingerprint()) {
    throw Error(file, 0, expected_found("rows of the schema " + text(joined), text(schema)));
  }
  try {
    joined.constrain(schema.constraints());
  } catch (const Error& fault) {
    throw Error(file, 0, fmt::format("its constraints do not go with those of the files before: {}", fault.message()));
  }
}

// Reads files one after the other, and counts the games that more than one of them has.
class RowFiles {
 public:
  RowFiles(const RowSourceOptions& options, RowSource& source, RowFileWriter& to)
      : options_(options), source_(source), to_(to) {}

  void add(const std::string& file) {
    std::unordered_set<std::uint32_t> games;
    const RowTextOptions text{.skip_bad = options_.skip_bad,
                              .first_game = static_cast<std::uint32_t>(first_unnamed + source_.unnamed)};
    const RowTextSummary found = row_format(file).read(file, source_.schema, text, [&](const RowView& row) {
      games.insert(row.label.game);
      to_.add(row);
    });
    source_.unnamed += found.unnamed;
    if (!found.warning.empty()) source_.warnings.push_back(found.warning);
    std::size_t shared = 0;
    for (const std::uint32_t game : games) shared += games_.insert(game).second ? 0 : 1;
    if (shared == 0) return;
    source_.warnings.push_back(
        fmt::format("{}: {} of its {} games have the numbers of games in the files before, and are taken for the same",
                    file, shared, games.size()));
  }

 private:
  // Files number their games from 0, or by hashes.
  static constexpr std::uint64_t first_unnamed = std::uint64_t{1} << 31;

  const RowSourceOptions& options_;
  RowSource& source_;
  RowFileWriter& to_;
  std::unordered_set<std::uint32_t> games_;
};

}  // namespace

Schema schema_of_rows(const std::filesystem::path& file, const std::filesystem::path& names) {
  return row_format(file).schema(file, names);
}

RowSource read_row_sources(const std::vector<std::string>& files, const RowSourceOptions& options) {
  const RowFormat& first = row_format(files.front());
  RowSource source;
  source.schema = first.schema(files.front(), options.names);
  if (files.size() == 1 && first.map != nullptr) {
    source.rows = first.map(files.front());
    return source;
  }
  for (const std::string& file : files) join_schema(file, options, source.schema);
  RowFileWriter writer = RowFileWriter::temporary(options.folder, {.schema = source.schema, .key = {}, .notes = {}});
  RowFiles reader(options, source, writer);
  for (const std::string& file : files) reader.add(file);
  source.rows = std::move(writer).finish().rows;
  return source;
}

void write_rows(const std::filesystem::path& file, const Schema& schema, const RowSet& rows, std::string_view format) {
  row_format(output_format(file, format), file).write(file, schema, rows);
}

// -- The two formats

Schema native_row_schema(const std::filesystem::path& file, const std::filesystem::path&) {
  require_unpacked(file, "binary files of rows");
  return read_row_file_header(file).schema;
}

RowTextSummary read_native_rows(const std::filesystem::path& file, const Schema&, const RowTextOptions&,
                                const RowFormat::Visitor& visit) {
  const RowFile from = read_row_file(file);
  for (std::size_t number = 0; number < from.rows.chunks(); ++number) {
    const RowChunk chunk = from.rows.chunk(number);
    for (std::size_t i = 0; i < chunk.size(); ++i) visit(chunk[i]);
    from.rows.release(number);
  }
  RowTextSummary summary;
  summary.rows = from.rows.size();
  return summary;
}

void write_native_rows(const std::filesystem::path& file, const Schema& schema, const RowSet& rows) {
  RowFileWriter writer(file, {.schema = schema, .key = {}, .notes = {}});
  writer.add(rows);
  (void)std::move(writer).finish();
}

RowSet map_native_rows(const std::filesystem::path& file) { return read_row_file(file).rows; }

Schema row_text_schema(const std::filesystem::path& file, const std::filesystem::path& names) {
  return read_row_names(names.empty() ? row_names_beside(file) : names);
}

}  // namespace hone::formats
