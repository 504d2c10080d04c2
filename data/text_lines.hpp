// SPDX-License-Identifier: MIT
//
// Reads a text file, plain or packed by gzip or zstd, line by line in constant memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hone {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // of UTF-8, which some editors put first
[[nodiscard]] constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

// Whether the name of the file says that it is packed: *.gz or *.zst, in large or small letters.
[[nodiscard]] bool is_packed(const std::filesystem::path& file);
// Without that last part of the name: d/a.csv for d/a.csv.gz; other names as they are.
[[nodiscard]] std::filesystem::path without_packing(const std::filesystem::path& file);
// What the name ends in before that part, in small letters: ".csv" for d/a.CSV.gz; empty where it has no ending.
[[nodiscard]] std::string ending_of(const std::filesystem::path& file);
// Throws Error where the name says that the file is packed. `what` tells in the plural what is not read so.
void require_unpacked(const std::filesystem::path& file, std::string_view what);

// What is packed is known by its first bytes, and not by its name. A pipe may be packed by gzip, not by zstd.
class TextLines {
 public:
  static constexpr std::size_t longest_line = std::size_t{1} << 20;  // bytes; longer ones are refused

  // Throws Error when there is no such file.
  explicit TextLines(const std::filesystem::path& file);
  TextLines(TextLines&&) noexcept;
  TextLines& operator=(TextLines&&) noexcept;
  ~TextLines();

  // Returns the next line without its LF or CR LF, valid until the next call, or nothing at the end. The last line need
  // not end in LF. Throws Error when the disk, the packing (damaged or cut short) or the length of the line is at
  // fault.
  [[nodiscard]] std::optional<std::string_view> next();

  // The number of the line that next() returned last, from 1; 0 before the first.
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  struct Stream;
  bool fill();
  std::size_t find_end();

  std::string name_;
  std::unique_ptr<Stream> stream_;
  std::string buffer_;
  std::size_t begin_ = 0;  // index in buffer_ of the first byte not yet returned
  int number_ = 0;
};

}  // namespace hone
