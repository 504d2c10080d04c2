// SPDX-License-Identifier: MIT
#include "data/text_lines.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "data/error.hpp"
#include "data/file.hpp"

namespace hone {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // of UTF-8, which some editors put first

}  // namespace

struct TextLines::Stream {
  struct Close {
    void operator()(gzFile file) const { gzclose(file); }
  };
  std::unique_ptr<gzFile_s, Close> gzip;  // zlib reads plain text unchanged
  std::array<char, 1 << 16> chunk;
};

TextLines::TextLines(const std::filesystem::path& file) : name_(file.string()), stream_(std::make_unique<Stream>()) {
  const int descriptor = open_input(file);
  stream_->gzip.reset(gzdopen(descriptor, "rb"));
  if (stream_->gzip) return;
  ::close(descriptor);
  throw std::bad_alloc();  // the only failure of gzdopen
}

TextLines::TextLines(TextLines&&) noexcept = default;
TextLines& TextLines::operator=(TextLines&&) noexcept = default;
TextLines::~TextLines() = default;

// Appends a chunk to the rest of the buffer. Returns false at the end of the file.
bool TextLines::fill() {
  buffer_.erase(0, begin_);
  begin_ = 0;
  const auto size = static_cast<unsigned>(stream_->chunk.size());
  const int count = gzread(stream_->gzip.get(), stream_->chunk.data(), size);
  int code = Z_OK;
  const char* reason = gzerror(stream_->gzip.get(), &code);
  if (code == Z_ERRNO) throw_system_error(name_, "read");
  if (code == Z_BUF_ERROR) throw Error(name_, number_ + 1, "the gzip stream is cut short");
  if (count < 0 || code < 0) throw Error(name_, number_ + 1, fmt::format("the gzip stream is damaged: {}", reason));
  buffer_.append(stream_->chunk.data(), static_cast<std::size_t>(count));
  return count > 0;
}

// Returns the end of the line at begin_, after reading as much of the file as it needs.
std::size_t TextLines::find_end() {
  std::size_t end = buffer_.find('\n', begin_);
  std::size_t searched = buffer_.size() - begin_;
  while (end == std::string::npos && searched <= longest_line && fill()) {
    end = buffer_.find('\n', searched);
    searched = buffer_.size();
  }
  return std::min(end, buffer_.size());
}

std::optional<std::string_view> TextLines::next() {
  const std::size_t end = find_end();
  if (begin_ == buffer_.size()) return std::nullopt;
  if (number_ < std::numeric_limits<int>::max()) ++number_;  // a packed file may have any number of lines
  std::string_view line = std::string_view(buffer_).substr(begin_, end - begin_);
  if (line.size() > longest_line) throw Error(name_, number_, fmt::format("a line longer than {} bytes", longest_line));
  begin_ = std::min(end + 1, buffer_.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  return line;
}

}  // namespace hone
