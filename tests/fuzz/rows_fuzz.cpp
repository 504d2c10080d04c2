// SPDX-License-Identifier: MIT
//
// Binary row files (data/ROWS.md). The input is read as it is, and again after its checksums were corrected, because
// they would keep a fuzzer from ever reaching what they cover.
#include <algorithm>
#include <cmath>

#include "data/bytes.hpp"
#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/row_file.hpp"
#include "data/row_file_layout.hpp"
#include "data/row_text.hpp"
#include "data/row_text_parser.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace hone;

namespace {

const fuzz::InputFile& input_file() {
  static const fuzz::InputFile file("input.rows");
  return file;
}

// Cuts the index off the end and puts it back with the right size and checksum.
std::string with_sound_tail(std::string_view bytes) {
  if (bytes.size() < row_file_alignment + row_file_tail_size) return std::string(bytes);
  const std::size_t end = bytes.size() - row_file_tail_size;
  const std::size_t begin = std::min<std::uint64_t>(ByteReader(bytes.substr(end)).u64(), end);
  const std::string_view index = bytes.substr(begin, end - begin);
  ByteWriter tail;
  tail.u64(begin);
  tail.u64(index.size());
  tail.u64(checksum(index));
  constexpr std::size_t version_at = 10;
  const auto version = bytes[version_at] == '1' ? RowFileVersion::without_bounds : RowFileVersion::with_bounds;
  return row_file_head(version) + std::string(bytes.substr(row_file_alignment, end - row_file_alignment)) +
         tail.bytes() + "rows end";
}

// Throws Error when the index is none.
std::string with_sound_chunks(const std::string& bytes) {
  RowFileIndex index = decode_row_file_index(bytes, "input");
  std::uint64_t at = row_file_alignment;
  for (RowFileChunk& chunk : index.chunks) {
    const std::uint64_t size = RowChunkLayout(chunk.rows, chunk.counts, index.version).end;
    chunk.checksum = checksum(std::string_view(bytes).substr(at, size));
    at += size;
  }
  return bytes.substr(0, at) + encode_row_file_end(index, at);
}

void require_sound(const RowView& row, const Schema& schema) {
  const RowLabel& label = row.label;
  fuzz::require(label.target >= 0 && label.target <= 1, "a result is a share");
  fuzz::require(label.weight >= 0 && std::isfinite(label.weight) && std::isfinite(label.offset), "labels are finite");
  fuzz::require(std::isfinite(label.lower_scale) && std::isfinite(label.upper_scale), "factors are finite");
  fuzz::require(label.bound <= RowBound::upper && (!label.is_tree_row() || std::isfinite(label.score)),
                "a bound has a score");
  fuzz::require(row.phase.lower < schema.phase_count() && row.phase.step <= schema.phase_steps(), "phases are known");
  for (const auto [term, count] : row.entries) {
    fuzz::require(term < schema.terms() && std::isfinite(count) && count != 0, "counts are those of the schema");
  }
}

void require_text_reads_back(const RowView& row, const Schema& schema) {
  RowTextParser parser(schema);
  const std::string text = format_row(row, schema);
  const auto again = parser.parse(text);
  fuzz::require(again && format_row(*again, schema) == text, "a row is read back from its text: " + text);
}

void check(std::string_view bytes) {
  input_file().write(bytes);
  const RowFile file = read_row_file(input_file().path());
  fuzz::require(read_row_file_header(input_file().path()) == file.header, "the header alone is the same");
  RowFileWriter writer = RowFileWriter::temporary(input_file().path().parent_path(), file.header);
  for (std::size_t i = 0; i < std::min<std::size_t>(file.rows.size(), 64); ++i) {
    require_sound(file.rows[i], file.header.schema);
    require_text_reads_back(file.rows[i], file.header.schema);
    writer.add(file.rows[i]);
  }
  const RowFile again = std::move(writer).finish();
  fuzz::require(again.header == file.header, "the header is written and read back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  (void)fuzz::accepts([&] { check(bytes); });
  (void)fuzz::accepts([&] { check(with_sound_chunks(with_sound_tail(bytes))); });
  return 0;
}
