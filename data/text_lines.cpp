// SPDX-License-Identifier: MIT
#include "data/text_lines.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <new>
#include <span>
#include <variant>

#include "data/error.hpp"
#include "data/file.hpp"

namespace hone {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // of UTF-8, which some editors put first

// Frames of zstd (RFC 8878) begin with the first of these, little end first; pzstd puts one that is to be skipped
// before them, which begins with one of sixteen.
bool begins_zstd(std::string_view bytes) {
  if (bytes.size() < 4) return false;
  std::uint32_t magic = 0;
  for (std::size_t i = 4; i-- > 0;) magic = magic << 8 | static_cast<unsigned char>(bytes[i]);
  return magic == 0xFD2FB528 || (magic & 0xFFFFFFF0) == 0x184D2A50;
}

// Nothing is taken from the file; a pipe does not tell.
bool is_zstd(int descriptor) {
  std::array<char, 4> bytes{};
  return ::pread(descriptor, bytes.data(), bytes.size(), 0) == std::ssize(bytes) &&
         begins_zstd({bytes.data(), bytes.size()});
}

// What its reader is told without the place.
struct Unreadable {
  std::string message;  // empty: the disk is at fault, and errno says how
};

// Plain text too, which zlib reads unchanged.
class GzipInput {
 public:
  explicit GzipInput(int descriptor) : file_(gzdopen(descriptor, "rb")) {
    if (file_) return;
    ::close(descriptor);
    throw std::bad_alloc();  // the only failure of gzdopen
  }

  // Returns the number of bytes read, 0 at the end. Throws Unreadable.
  std::size_t read(std::span<char> into) {
    const int count = gzread(file_.get(), into.data(), static_cast<unsigned>(into.size()));
    int code = Z_OK;
    const char* reason = gzerror(file_.get(), &code);
    if (code == Z_ERRNO) throw Unreadable{};
    if (code == Z_BUF_ERROR) throw Unreadable{"the gzip stream is cut short"};
    if (count < 0 || code < 0) throw Unreadable{fmt::format("the gzip stream is damaged: {}", reason)};
    return static_cast<std::size_t>(count);
  }

 private:
  struct Close {
    void operator()(gzFile file) const { gzclose(file); }
  };
  std::unique_ptr<gzFile_s, Close> file_;
};

class ZstdInput {
 public:
  explicit ZstdInput(int descriptor) : descriptor_(descriptor), context_(ZSTD_createDCtx()) {
    if (context_) return;
    ::close(descriptor);
    throw std::bad_alloc();
  }
  ZstdInput(const ZstdInput&) = delete;
  ZstdInput& operator=(const ZstdInput&) = delete;
  ~ZstdInput() { ::close(descriptor_); }

  // The same.
  std::size_t read(std::span<char> into) {
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    while (out.pos == 0) {
      if (packed_.pos == packed_.size && !has_more_ && !fill()) {
        if (is_within_frame_) throw Unreadable{"the zstd stream is cut short"};
        return 0;
      }
      const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &packed_);
      if (ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge) {
        throw Unreadable{"the zstd stream takes more than 128 MiB of memory (--long); unpack it first"};
      }
      if (ZSTD_isError(left) != 0) {
        throw Unreadable{fmt::format("the zstd stream is damaged: {}", ZSTD_getErrorName(left))};
      }
      is_within_frame_ = left != 0;
      has_more_ = is_within_frame_ && out.pos == out.size;
    }
    return out.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  bool fill() {
    const ssize_t count = ::read(descriptor_, bytes_.data(), bytes_.size());
    if (count < 0) throw Unreadable{};
    packed_ = {bytes_.data(), static_cast<std::size_t>(count), 0};
    return count > 0;
  }

  int descriptor_;
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  std::array<char, 1 << 16> bytes_;
  ZSTD_inBuffer packed_{bytes_.data(), 0, 0};
  bool is_within_frame_ = false;
  bool has_more_ = false;  // perhaps: what the context has unpacked did not fit into the output
};

}  // namespace

bool is_packed(const std::filesystem::path& file) { return file.extension() == ".gz" || file.extension() == ".zst"; }

std::filesystem::path without_packing(const std::filesystem::path& file) {
  return is_packed(file) ? std::filesystem::path(file).replace_extension() : file;
}

struct TextLines::Stream {
  std::variant<std::monostate, GzipInput, ZstdInput> input;
  std::array<char, 1 << 16> chunk;

  std::size_t read() {
    auto* const zstd = std::get_if<ZstdInput>(&input);
    return zstd != nullptr ? zstd->read(chunk) : std::get<GzipInput>(input).read(chunk);
  }
};

TextLines::TextLines(const std::filesystem::path& file) : name_(file.string()), stream_(std::make_unique<Stream>()) {
  const int descriptor = open_input(file);
  if (is_zstd(descriptor)) {
    stream_->input.emplace<ZstdInput>(descriptor);
  } else {
    stream_->input.emplace<GzipInput>(descriptor);
  }
}

TextLines::TextLines(TextLines&&) noexcept = default;
TextLines& TextLines::operator=(TextLines&&) noexcept = default;
TextLines::~TextLines() = default;

// Appends a chunk to the rest of the buffer. Returns false at the end of the file.
bool TextLines::fill() {
  buffer_.erase(0, begin_);
  begin_ = 0;
  try {
    const std::size_t count = stream_->read();
    if (number_ == 0 && buffer_.empty() && begins_zstd({stream_->chunk.data(), count})) {
      throw Unreadable{"zstd is not read from a pipe; zstdcat unpacks it"};
    }
    buffer_.append(stream_->chunk.data(), count);
    return count > 0;
  } catch (const Unreadable& fault) {
    if (fault.message.empty()) throw_system_error(name_, "read");
    throw Error(name_, number_ + 1, fault.message);
  }
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
