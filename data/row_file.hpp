// SPDX-License-Identifier: MIT
//
// A binary file of many training rows together with their schema, so that it can be used without the game. It is
// written in constant memory and mapped when read, so that a fit starts at once and rows not in use take no memory. The
// arrays lie in the file as they do in a RowChunk. Grammar: data/ROWS.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/file.hpp"
#include "data/rows.hpp"
#include "data/schema.hpp"

namespace hone {

struct RowFileHeader {
  Schema schema;
  std::string key;                                         // identifies what the rows were made from; any text
  std::vector<std::pair<std::string, std::string>> notes;  // names and any texts

  friend bool operator==(const RowFileHeader&, const RowFileHeader&) = default;
};

struct RowFile {
  RowFileHeader header;
  RowSet rows;  // keeps the file mapped; release() frees the memory of a chunk
};

// The place of a chunk of rows in the file, and its XXH3-64.
struct RowFileChunk {
  std::uint64_t rows = 0, counts = 0;
  std::uint64_t checksum = 0;
};

class RowFileWriter {
 public:
  // The file gets its name in finish().
  RowFileWriter(const std::filesystem::path& file, RowFileHeader header);
  // Makes a file without a name. It is gone when the last of its rows is destroyed.
  [[nodiscard]] static RowFileWriter temporary(const std::filesystem::path& folder, RowFileHeader header);

  // The rows must fit the schema: terms and phases are within its bounds, and all numbers except an unknown score
  // or value are finite.
  void add(const RowView& row);
  void add(const Row& row, const RowLabel& label);
  void add(const RowSet& rows);

  [[nodiscard]] RowFileHeader& header() { return header_; }  // written by finish(), so it may be changed before
  [[nodiscard]] std::uint64_t rows() const { return rows_; }

  // Writes the remaining rows and the header. No row can be added afterwards.
  RowFile finish() &&;

 private:
  using Out = std::variant<AtomicFile, File>;

  RowFileWriter(std::filesystem::path file, Out out, RowFileHeader header);
  void write(std::string_view bytes);
  void write_full();
  void write_chunk(const RowChunk& chunk);

  std::filesystem::path file_;
  Out out_;
  RowFileHeader header_;
  RowSet open_;
  std::vector<RowFileChunk> chunks_;
  std::uint64_t written_ = 0;  // bytes
  std::uint64_t rows_ = 0;
};

// Reads the file after checking all of it, the checksums and the bounds of all numbers, so that rows of a damaged file
// are never used. Throws Error that names the file and, if a chunk is damaged, the chunk and its offset.
[[nodiscard]] RowFile read_row_file(const std::filesystem::path& file);

// Reads the header alone, which takes the same time for a file of any size. Throws Error as read_row_file does for
// faults outside the chunks.
[[nodiscard]] RowFileHeader read_row_file_header(const std::filesystem::path& file);

}  // namespace hone
