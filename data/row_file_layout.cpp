// SPDX-License-Identifier: MIT
#include "data/row_file_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "data/bytes.hpp"
#include "data/checksum.hpp"
#include "data/error.hpp"

namespace hone {
namespace {

// Arrays of these types are mapped, so their layout in memory is the file format.
static_assert(sizeof(PhasePoint) == 2 && std::is_trivially_copyable_v<PhasePoint>);
static_assert(sizeof(StoredLabel) == 28 && std::is_trivially_copyable_v<StoredLabel>);
static_assert(sizeof(RowBound) == 1);
static_assert(sizeof(float) == 4);

constexpr std::size_t signature_size = 12;
constexpr std::uint32_t byte_order = 0x04030201;
constexpr std::string_view end_mark = "rows end";

// -- Index

// The kind of a shape in its lowest two bits, then which neighbours it has and others of its kind have not, or the
// other way round. So shapes as they usually are look as in files of before there were neighbours.
constexpr unsigned kind_bits = 2;

std::uint8_t shape_code(const GroupShape& shape) {
  const unsigned unusual =
      static_cast<unsigned>(shape.neighbours) ^ static_cast<unsigned>(usual_neighbours(shape.kind));
  return static_cast<std::uint8_t>(static_cast<unsigned>(shape.kind) | unusual << kind_bits);
}

// Whether the code is that of a shape, of which it sets kind and neighbours.
bool read_shape_code(std::uint8_t code, GroupShape& shape) {
  const unsigned kind = code % (1U << kind_bits), unusual = code >> kind_bits;
  if (kind > static_cast<unsigned>(GroupKind::board) || unusual > static_cast<unsigned>(Neighbours::all)) return false;
  shape.kind = static_cast<GroupKind>(kind);
  shape.neighbours = static_cast<Neighbours>(unusual ^ static_cast<unsigned>(usual_neighbours(shape.kind)));
  return true;
}

void write_schema(ByteWriter& to, const Schema& schema, RowFileVersion version) {
  to.text(schema.game());
  to.varint(schema.phases().size());
  for (const std::string& phase : schema.phases()) to.text(phase);
  to.varint(static_cast<std::uint64_t>(schema.phase_steps()));
  to.varint(schema.groups().size());
  for (const Group& group : schema.groups()) {
    to.text(group.name);
    to.u8(shape_code(group.shape));
    to.varint(static_cast<std::uint64_t>(group.shape.rows));
    to.varint(static_cast<std::uint64_t>(group.shape.cols));
    to.text(group.meaning);
    if (version >= RowFileVersion::with_roles) to.text(to_string(schema.role_of(group)));
  }
  if (version < RowFileVersion::with_constraints) return;
  to.varint(schema.constraints().size());
  for (const std::string& line : schema.constraints()) to.text(line);
}

std::string encode(const RowFileIndex& index) {
  ByteWriter to;
  write_schema(to, index.header.schema, index.version);
  to.text(index.header.key);
  to.varint(index.header.notes.size());
  for (const auto& [key, value] : index.header.notes) {
    to.text(key);
    to.text(value);
  }
  to.varint(index.chunks.size());
  for (const RowFileChunk& chunk : index.chunks) {
    to.varint(chunk.rows);
    to.varint(chunk.counts);
    to.u64(chunk.checksum);
  }
  return to.bytes();
}

// Reads the length of a list. Each element takes at least one byte, which bounds a sound length.
std::uint64_t read_length(ByteReader& from) {
  const std::uint64_t length = from.varint();
  return length <= from.left() ? length : from.fail();
}

int read_int(ByteReader& from) {
  const std::uint64_t value = from.varint();
  return static_cast<int>(value <= 1 << 20 ? value : from.fail());
}

GroupSpec read_group(ByteReader& from, RowFileVersion version) {
  GroupSpec group;
  group.name = from.text();
  if (!read_shape_code(from.u8(), group.shape)) from.fail();
  group.shape.rows = read_int(from);
  group.shape.cols = read_int(from);
  group.meaning = from.text();
  if (version < RowFileVersion::with_roles) return group;
  const std::optional<GroupRole> role = parse_role(from.text());
  if (role) group.role = *role;
  if (!role) from.fail();
  return group;
}

Schema read_schema(ByteReader& from, RowFileVersion version) {
  const std::string_view game = from.text();
  std::vector<std::string> phases(read_length(from));
  for (std::string& phase : phases) phase = from.text();
  const int steps = read_int(from);
  std::vector<GroupSpec> groups(read_length(from));
  for (GroupSpec& group : groups) group = read_group(from, version);
  std::vector<std::string> constraints;
  if (version >= RowFileVersion::with_constraints) constraints.resize(read_length(from));
  for (std::string& line : constraints) line = from.text();
  if (from.bad()) return {};
  Schema schema(game, std::move(phases), steps, groups);
  if (const auto fault = schema.fault_of_units()) throw Error(fault->what);
  schema.constrain(constraints);
  return schema;
}

RowFileChunk read_chunk(ByteReader& from) {
  RowFileChunk chunk;
  chunk.rows = from.varint();
  chunk.counts = from.varint();
  chunk.checksum = from.u64();
  return chunk;
}

// Returns nothing when the bytes are not a valid index.
std::optional<RowFileIndex> decode(std::string_view bytes, RowFileVersion version) {
  ByteReader from(bytes);
  RowFileIndex index;
  index.version = version;
  index.header.schema = read_schema(from, version);
  index.header.key = from.text();
  index.header.notes.resize(read_length(from));
  for (auto& [key, value] : index.header.notes) {
    key = from.text();
    value = from.text();
  }
  index.chunks.resize(read_length(from));
  for (RowFileChunk& chunk : index.chunks) chunk = read_chunk(from);
  return from.done() ? std::optional(std::move(index)) : std::nullopt;
}

// Checks that every chunk but the last is full, that none is empty, and that together they fill the space between head
// and index.
bool chunks_fill(const std::vector<RowFileChunk>& chunks, RowFileVersion version, std::uint64_t end) {
  std::uint64_t at = row_file_alignment;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const auto [rows, counts, checksum] = chunks[i];
    const bool full = rows == RowSet::chunk_rows || (i + 1 == chunks.size() && 0 < rows && rows < RowSet::chunk_rows);
    if (!full || counts > end) return false;
    at += RowChunkLayout(rows, counts, version).end;
    if (at > end) return false;
  }
  return at == end;
}

// -- Head and tail

std::string signature_of(RowFileVersion version) { return fmt::format("hone rows {}\n", static_cast<int>(version)); }

RowFileVersion version_of(std::string_view bytes, const std::string& file) {
  for (const RowFileVersion version : {RowFileVersion::without_bounds, RowFileVersion::with_bounds,
                                       RowFileVersion::with_constraints, RowFileVersion::with_roles}) {
    if (bytes.starts_with(signature_of(version))) return version;
  }
  if (!bytes.starts_with("hone rows ")) throw Error(file, 0, expected_found("a row file", "something else"));
  throw Error(file, 0, "is a row file of another version than 1 to 4");
}

void check_head(std::string_view bytes, RowFileVersion version, const std::string& file) {
  const std::string head = row_file_head(version);
  if (bytes.starts_with(head)) return;
  if (bytes.size() < head.size()) throw Error(file, 0, "is cut short");
  std::string other = head;
  std::reverse(other.begin() + signature_size, other.begin() + signature_size + sizeof byte_order);
  const bool reversed = bytes.starts_with(other);
  throw Error(file, 0,
              reversed ? "was written on a machine of the other byte order" : "the first 64 bytes are damaged");
}

[[noreturn]] void fail_end(const std::string& file, std::string_view what) {
  throw Error(file, 0, fmt::format("{}: the file is cut short or damaged", what));
}

}  // namespace

std::string row_file_head(RowFileVersion version) {
  std::string head(row_file_alignment, '\0');
  signature_of(version).copy(head.data(), signature_size);
  std::memcpy(head.data() + signature_size, &byte_order, sizeof byte_order);
  return head;
}

RowChunkLayout::RowChunkLayout(std::uint64_t rows, std::uint64_t entries, RowFileVersion version)
    : first(0),
      terms(row_file_aligned(first + (rows + 1) * sizeof(std::uint32_t))),
      counts(row_file_aligned(terms + entries * sizeof(std::uint16_t))),
      phases(row_file_aligned(counts + entries * sizeof(float))),
      labels(row_file_aligned(phases + rows * sizeof(PhasePoint))),
      bounds(row_file_aligned(labels + rows * sizeof(StoredLabel))),
      values(version == RowFileVersion::without_bounds ? bounds : row_file_aligned(bounds + rows * sizeof(RowBound))),
      end(version == RowFileVersion::without_bounds ? values : row_file_aligned(values + rows * sizeof(float))) {}

std::string encode_row_file_end(const RowFileIndex& index, std::uint64_t begin) {
  const std::string payload = encode(index);
  ByteWriter to;
  to.raw(payload);
  to.u64(begin);
  to.u64(payload.size());
  to.u64(checksum(payload));
  to.raw(end_mark);
  return to.bytes();
}

RowFileIndex decode_row_file_index(std::string_view bytes, const std::string& file) {
  const RowFileVersion version = version_of(bytes, file);
  check_head(bytes, version, file);
  if (bytes.size() < row_file_alignment + row_file_tail_size) fail_end(file, "no index");
  ByteReader tail(bytes.substr(bytes.size() - row_file_tail_size));
  const std::uint64_t begin = tail.u64();
  const std::uint64_t size = tail.u64();
  const std::uint64_t wanted = tail.u64();
  if (tail.raw(end_mark.size()) != end_mark) fail_end(file, "no end mark");
  const std::uint64_t end = bytes.size() - row_file_tail_size;
  if (begin > end || size != end - begin) fail_end(file, "the index is not where it should be");
  const std::string_view payload = bytes.substr(begin, size);
  if (checksum(payload) != wanted) fail_end(file, "the checksum of the index differs");
  std::optional<RowFileIndex> index;
  try {
    index = decode(payload, version);
  } catch (const Error& error) {
    throw Error(file, 0, error.what());
  }
  if (!index || !chunks_fill(index->chunks, version, begin)) fail_end(file, "the index is none");
  return *index;
}

}  // namespace hone
