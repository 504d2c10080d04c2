// SPDX-License-Identifier: MIT
#include "tuner/formats/row_sources.hpp"

#include <fmt/format.h>

#include <utility>

#include "data/error.hpp"
#include "data/row_file.hpp"
#include "data/row_names.hpp"
#include "data/row_text.hpp"

namespace hone::formats {

namespace {

bool is_binary(const std::filesystem::path& file) { return file.extension() == ".rows"; }

Schema schema_of(const std::filesystem::path& file, const RowSourceOptions& options) {
  if (is_binary(file)) return read_row_file_header(file).schema;
  return read_row_names(options.names.empty() ? row_names_beside(file) : options.names);
}

// Meanings are for people and may differ.
void check_schema(const std::string& file, const RowSourceOptions& options, const Schema& wanted) {
  const Schema schema = schema_of(file, options);
  if (schema.fingerprint() == wanted.fingerprint()) return;
  const auto text = [](const Schema& of) { return fmt::format("{} {}", of.game(), of.fingerprint()); };
  throw Error(file, 0, expected_found("rows of the schema " + text(wanted), text(schema)));
}

void add_binary(const std::string& file, RowFileWriter& to) {
  const RowFile from = read_row_file(file);
  for (std::size_t number = 0; number < from.rows.chunks(); ++number) {
    const RowChunk chunk = from.rows.chunk(number);
    for (std::size_t i = 0; i < chunk.size(); ++i) to.add(chunk[i]);
    from.rows.release(number);
  }
}

void add_text(const std::string& file, const RowSourceOptions& options, RowSource& source, RowFileWriter& to) {
  const RowTextOptions text{.skip_bad = options.skip_bad, .first_game = static_cast<std::uint32_t>(source.unnamed)};
  const RowTextSummary found = read_row_text(file, source.schema, text, [&](const RowView& row) { to.add(row); });
  source.unnamed += found.unnamed;
  if (!found.warning.empty()) source.warnings.push_back(found.warning);
}

}  // namespace

bool is_row_source(const std::filesystem::path& file) {
  if (is_binary(file)) return true;
  return (file.extension() == ".gz" ? file.stem() : file).extension() == ".rowtext";
}

RowSource read_row_sources(const std::vector<std::string>& files, const RowSourceOptions& options) {
  RowSource source;
  source.schema = schema_of(files.front(), options);
  if (files.size() == 1 && is_binary(files.front())) {
    source.rows = read_row_file(files.front()).rows;
    return source;
  }
  RowFileWriter writer = RowFileWriter::temporary(options.folder, {.schema = source.schema, .key = {}, .notes = {}});
  for (const std::string& file : files) {
    check_schema(file, options, source.schema);
    if (is_binary(file)) {
      add_binary(file, writer);
    } else {
      add_text(file, options, source, writer);
    }
  }
  source.rows = std::move(writer).finish().rows;
  return source;
}

}  // namespace hone::formats
