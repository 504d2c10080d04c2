// SPDX-License-Identifier: MIT
#include "tuner/play/uci/line_buffer.hpp"

#include <cstring>

namespace hone::play {

void LineBuffer::compact() {
  std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  seen_ -= begin_;
  begin_ = 0;
}

std::span<char> LineBuffer::space() {
  if (begin_ > 0) compact();
  const bool is_endless = end_ == bytes_.size() && seen_ == end_;
  if (is_endless) {
    if (!dropping_) ++dropped_;
    dropping_ = true;
    clear();
  }
  return std::span(bytes_).subspan(end_);
}

std::optional<std::string_view> LineBuffer::next() {
  while (seen_ < end_) {
    const void* found = std::memchr(bytes_.data() + seen_, '\n', end_ - seen_);
    if (found == nullptr) {
      seen_ = end_;
      return std::nullopt;
    }
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - bytes_.data());
    std::string_view line(bytes_.data() + begin_, at - begin_);
    begin_ = seen_ = at + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!dropping_) return line;
    dropping_ = false;
  }
  return std::nullopt;
}

}  // namespace hone::play
