// SPDX-License-Identifier: MIT
//
// Splits a stream of bytes into lines, in a fixed amount of memory whatever comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace hone::play {

class LineBuffer {
 public:
  explicit LineBuffer(std::size_t capacity) : bytes_(capacity) {}

  // Where the next bytes may be put; empty while the buffer is full of lines that were not read yet.
  [[nodiscard]] std::span<char> space();
  void added(std::size_t count) { end_ += count; }

  // The next whole line, without its end, valid until space() is called. A line that does not fit is dropped.
  [[nodiscard]] std::optional<std::string_view> next();
  void clear() { begin_ = seen_ = end_ = 0; }

  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  void compact();

  std::vector<char> bytes_;
  std::size_t begin_ = 0;  // of the first line that was not returned yet
  std::size_t seen_ = 0;   // no line ends in begin_ .. seen_
  std::size_t end_ = 0;    // of the bytes that were added
  bool dropping_ = false;  // everything up to the next line end
  std::uint64_t dropped_ = 0;
};

}  // namespace hone::play
