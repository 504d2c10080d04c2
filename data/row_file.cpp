// SPDX-License-Identifier: MIT
#include "data/row_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <optional>
#include <span>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/mapped_file.hpp"
#include "data/row_file_layout.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

// `bytes` must begin at a multiple of the alignment.
template <class T>
std::span<const T> array_at(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
  return {reinterpret_cast<const T*>(bytes.data() + offset), size};
}

RowChunk view_of(std::string_view bytes, const RowFileChunk& chunk, RowFileVersion version) {
  const RowChunkLayout layout(chunk.rows, chunk.counts, version);
  const std::uint64_t later = version == RowFileVersion::without_bounds ? 0 : chunk.rows;
  return {.first = array_at<std::uint32_t>(bytes, layout.first, chunk.rows + 1),
          .terms = array_at<std::uint16_t>(bytes, layout.terms, chunk.counts),
          .counts = array_at<float>(bytes, layout.counts, chunk.counts),
          .phases = array_at<PhasePoint>(bytes, layout.phases, chunk.rows),
          .labels = array_at<StoredLabel>(bytes, layout.labels, chunk.rows),
          .bounds = array_at<RowBound>(bytes, layout.bounds, later),
          .values = array_at<float>(bytes, layout.values, later)};
}

std::string_view bytes_of(const RowChunk& chunk) {
  const auto version = chunk.bounds.empty() ? RowFileVersion::without_bounds : RowFileVersion::with_bounds;
  const RowChunkLayout layout(chunk.size(), chunk.terms.size(), version);
  return {reinterpret_cast<const char*>(chunk.first.data()), layout.end};
}

// -- What a sound checksum does not say: another program may have written the file

bool sound_value(float value) { return value == no_row_value || (value >= 0 && value <= 1); }

bool sound_label(const RowLabel& label) {
  const bool target = label.target >= 0 && label.target <= 1;
  const bool weight = label.weight >= 0 && label.weight <= largest_row_weight;
  const bool scales = std::isfinite(label.lower_scale) && std::isfinite(label.upper_scale);
  const bool score = std::isfinite(label.score) || (label.score == no_row_score && !label.is_tree_row());
  return target && weight && scales && std::isfinite(label.offset) && score && label.bound <= RowBound::upper &&
         sound_value(label.value);
}

bool sound_phase(PhasePoint phase, const Schema& schema) {
  const bool upper = phase.step == 0 || phase.lower + 1 < schema.phase_count();
  return phase.lower < schema.phase_count() && phase.step <= schema.phase_steps() && upper;
}

bool sound_counts(const FeatureCounts& counts, int terms) {
  int least = 0;
  for (const auto [term, count] : counts) {
    if (term < least || term >= terms || !std::isfinite(count) || count == 0) return false;
    least = term + 1;
  }
  return true;
}

bool sound_bounds(const RowChunk& chunk) {
  return chunk.first.front() == 0 && chunk.first.back() == chunk.terms.size() &&
         std::is_sorted(chunk.first.begin(), chunk.first.end());
}

// Finds the first row that is not valid.
std::optional<std::size_t> unsound_row(const RowChunk& chunk, const Schema& schema) {
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const RowView row = chunk[i];
    const bool sound = sound_phase(row.phase, schema) && sound_label(row.label);
    if (!sound || !sound_counts(row.entries, schema.columns())) return i;
  }
  return std::nullopt;
}

std::string fault_of(std::string_view bytes, const RowFileChunk& chunk, const RowFileIndex& index) {
  if (checksum(bytes) != chunk.checksum) return "the checksum differs";
  const RowChunk view = view_of(bytes, chunk, index.version);
  if (!sound_bounds(view)) return "the bounds of its rows are none";
  const std::optional<std::size_t> row = unsound_row(view, index.header.schema);
  return row ? fmt::format("row {} of it is out of bounds", *row) : "";
}

// -- Reading

RowSet checked_rows(std::shared_ptr<const MappedFile> file, const RowFileIndex& index) {
  std::vector<RowChunk> chunks;
  std::uint64_t at = row_file_alignment;
  for (const RowFileChunk& chunk : index.chunks) {
    const std::string_view bytes =
        file->bytes().substr(at, RowChunkLayout(chunk.rows, chunk.counts, index.version).end);
    if (const std::string fault = fault_of(bytes, chunk, index); !fault.empty()) {
      const std::string where = fmt::format("chunk {} of {}, at byte {}", chunks.size() + 1, index.chunks.size(), at);
      throw Error(file->name(), 0, fmt::format("{}, is damaged: {}", where, fault));
    }
    chunks.push_back(view_of(bytes, chunk, index.version));
    file->release(bytes);
    at += bytes.size();
  }
  const MappedFile* const mapped = file.get();
  return {std::move(chunks), std::move(file), [mapped](const RowChunk& chunk) { mapped->release(bytes_of(chunk)); }};
}

RowFile read(const File& file) {
  auto mapped = std::make_shared<const MappedFile>(file);
  RowFileIndex index = decode_row_file_index(mapped->bytes(), mapped->name());
  RowSet rows = checked_rows(std::move(mapped), index);
  return {std::move(index.header), std::move(rows)};
}

}  // namespace

RowFile read_row_file(const fs::path& file) { return read(File(file, File::Mode::read)); }

RowFileHeader read_row_file_header(const fs::path& file) {
  const MappedFile mapped(File(file, File::Mode::read));
  return decode_row_file_index(mapped.bytes(), mapped.name()).header;
}

// -- Writer

RowFileWriter::RowFileWriter(fs::path file, Out out, RowFileHeader header)
    : file_(std::move(file)), out_(std::move(out)), header_(std::move(header)) {
  write(row_file_head(row_file_version(header_.schema)));
}

RowFileWriter::RowFileWriter(const fs::path& file, RowFileHeader header)
    : RowFileWriter(file, AtomicFile(file), std::move(header)) {}

RowFileWriter RowFileWriter::temporary(const fs::path& folder, RowFileHeader header) {
  return {{}, File::temporary(folder), std::move(header)};
}

void RowFileWriter::write(std::string_view bytes) {
  std::visit([&](const auto& out) { out.write(bytes); }, out_);
  written_ += bytes.size();
}

void RowFileWriter::add(const RowView& row) {
  open_.add(row);
  write_full();
}

void RowFileWriter::add(const Row& row, const RowLabel& label) {
  open_.add(row, label);
  write_full();
}

void RowFileWriter::add(const RowSet& rows) {
  for (std::size_t i = 0; i < rows.chunks(); ++i) {
    const RowChunk chunk = rows.chunk(i);
    for (std::size_t row = 0; row < chunk.size(); ++row) add(chunk[row]);
  }
}

void RowFileWriter::write_full() {
  ++rows_;
  if (open_.size() < RowSet::chunk_rows) return;
  write_chunk(open_.chunk(0));
  open_.clear();
}

void RowFileWriter::write_chunk(const RowChunk& chunk) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> hash(XXH3_createState(), XXH3_freeState);
  XXH3_64bits_reset(hash.get());
  const auto put = [&](std::string_view array) {
    const std::string padding(row_file_aligned(array.size()) - array.size(), '\0');
    for (const std::string_view part : {array, std::string_view(padding)}) {
      XXH3_64bits_update(hash.get(), part.data(), part.size());
      write(part);
    }
  };
  put(bytes_of(chunk.first));
  put(bytes_of(chunk.terms));
  put(bytes_of(chunk.counts));
  put(bytes_of(chunk.phases));
  put(bytes_of(chunk.labels));
  put(bytes_of(chunk.bounds));
  put(bytes_of(chunk.values));
  chunks_.push_back({chunk.size(), chunk.terms.size(), XXH3_64bits_digest(hash.get())});
}

RowFile RowFileWriter::finish() && {
  if (open_.size() > 0) write_chunk(open_.chunk(0));
  open_.clear();
  const RowFileVersion version = row_file_version(header_.schema);
  write(
      encode_row_file_end({.header = std::move(header_), .chunks = std::move(chunks_), .version = version}, written_));
  if (const File* file = std::get_if<File>(&out_)) return read(*file);
  std::get<AtomicFile>(out_).commit();
  return read_row_file(file_);
}

}  // namespace hone
