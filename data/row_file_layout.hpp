// SPDX-License-Identifier: MIT
//
// The bytes of a binary row file (data/ROWS.md): where the arrays of a chunk lie, and the index at the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/row_file.hpp"

namespace hone {

inline constexpr std::size_t row_file_alignment = 64;  // every array begins at a multiple of it
inline constexpr std::size_t row_file_tail_size = 32;

// Files of version 1 hold no bounds and no values. Files of version 3 are those of version 2 with constraints in their
// schema, and those of version 4 have the roles of groups as well. Each is written only where there are some.
enum class RowFileVersion : std::uint8_t { without_bounds = 1, with_bounds = 2, with_constraints = 3, with_roles = 4 };

[[nodiscard]] inline RowFileVersion row_file_version(const Schema& schema) {
  if (!schema.is_linear()) return RowFileVersion::with_roles;
  return schema.constraints().empty() ? RowFileVersion::with_bounds : RowFileVersion::with_constraints;
}

// The first 64 bytes of every row file of the version written on a machine of this byte order.
[[nodiscard]] std::string row_file_head(RowFileVersion version = RowFileVersion::with_bounds);

[[nodiscard]] constexpr std::uint64_t row_file_aligned(std::uint64_t size) {
  return (size + row_file_alignment - 1) / row_file_alignment * row_file_alignment;
}

// The offsets of a chunk's arrays from the beginning of the chunk.
struct RowChunkLayout {
  std::uint64_t first, terms, counts, phases, labels, bounds, values, end;

  RowChunkLayout(std::uint64_t rows, std::uint64_t entries, RowFileVersion version);
};

struct RowFileIndex {
  RowFileHeader header;
  std::vector<RowFileChunk> chunks;
  RowFileVersion version = RowFileVersion::with_bounds;
};

// Returns index and tail, which follow the chunks; `begin` is their offset in the file.
[[nodiscard]] std::string encode_row_file_end(const RowFileIndex& index, std::uint64_t begin);

// Reads the index from the bytes of a whole file. Throws Error that names `file`.
[[nodiscard]] RowFileIndex decode_row_file_index(std::string_view bytes, const std::string& file);

}  // namespace hone
