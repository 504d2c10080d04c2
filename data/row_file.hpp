// SPDX-License-Identifier: MIT
//
// Many training rows in a binary file, and the schema they are rows of: it needs no game. Written in constant memory
// and mapped when read, so that a fit starts at once and rows that are not being looked at take no memory. The
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
  std::string key;                                         // what the rows were made from; free
  std::vector<std::pair<std::string, std::string>> notes;  // for people; free

  friend bool operator==(const RowFileHeader&, const RowFileHeader&) = default;
};

struct RowFile {
  RowFileHeader header;
  RowSet rows;  // keeps the file mapped; release() gives the memory of a chunk back
};

// Where a chunk of rows lies, and its XXH3-64.
struct RowFileChunk {
  std::uint64_t rows = 0, counts = 0;
  std::uint64_t checksum = 0;
};

class RowFileWriter {
 public:
  // The file takes its name when it is finished.
  RowFileWriter(const std::filesystem::path& file, RowFileHeader header);
  // Without a name: it is gone when the last of its rows is.
  [[nodiscard]] static RowFileWriter temporary(const std::filesystem::path& folder, RowFileHeader header);

  // Rows that fit the schema: terms and stages within its bounds, all numbers finite but an unknown score.
  void add(const RowView& row);
  void add(const Row& row, const RowLabel& label);
  void add(const RowSet& rows);

  [[nodiscard]] RowFileHeader& header() { return header_; }  // written in the end
  [[nodiscard]] std::uint64_t rows() const { return rows_; }

  // Writes what is left, and the header. No row can be added afterwards.
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

// Checks the whole file, checksums and the bounds of all numbers. Throws Error naming the file and, where it is a chunk
// that is damaged, the chunk and where it begins: rows of a damaged file are never seen.
[[nodiscard]] RowFile read_row_file(const std::filesystem::path& file);

// The header alone, of a file of any size at once. Throws like read_row_file for what is wrong outside the chunks.
[[nodiscard]] RowFileHeader read_row_file_header(const std::filesystem::path& file);

}  // namespace hone
