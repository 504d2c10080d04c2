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
#include "data/words.hpp"

namespace hone {

namespace {

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

// Members of gzip (RFC 1952) one after the other, or plain text. What stands behind the last member is damage, but for
// zeros, with which tapes and some programs fill up; gzread would take it for the end.
class GzipInput {
 public:
  explicit GzipInput(int descriptor) : descriptor_(descriptor) {
    constexpr int gzip_window = 15 + 16;
    if (inflateInit2(&stream_, gzip_window) == Z_OK) return;
    ::close(descriptor);
    throw std::bad_alloc();  // the only failure that there is
  }
  GzipInput(const GzipInput&) = delete;
  GzipInput& operator=(const GzipInput&) = delete;
  ~GzipInput() {
    inflateEnd(&stream_);
    ::close(descriptor_);
  }

  // Returns the number of bytes read, 0 at the end. Throws Unreadable.
  std::size_t read(std::span<char> into) {
    if (!has_begun_) begin();
    return is_plain_ ? read_plain(into) : read_packed(into);
  }

 private:
  static constexpr unsigned char magic[] = {0x1f, 0x8b};

  void begin() {
    has_begun_ = true;
    while (stream_.avail_in < std::size(magic) && fill()) {
    }
    is_plain_ = stream_.avail_in < std::size(magic) || !std::equal(std::begin(magic), std::end(magic), stream_.next_in);
  }

  std::size_t read_plain(std::span<char> into) {
    if (stream_.avail_in == 0 && !fill()) return 0;
    const std::size_t count = std::min<std::size_t>(stream_.avail_in, into.size());
    std::copy_n(stream_.next_in, count, into.begin());
    skip(count);
    return count;
  }

  std::size_t read_packed(std::span<char> into) {
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());
    stream_.avail_out = static_cast<uInt>(into.size());
    while (stream_.avail_out == into.size()) {
      if (stream_.avail_in == 0 && !fill()) {
        if (is_within_member_) throw Unreadable{"the gzip stream is cut short"};
        return 0;
      }
      if (is_within_member_ || *stream_.next_in != 0) {
        unpack();
      } else {
        skip(1);
      }
    }
    return into.size() - stream_.avail_out;
  }

  // Goes on until the input or the room for the output is used up, or the member ends.
  void unpack() {
    if (!is_within_member_ && *stream_.next_in != magic[0])
      throw Unreadable{"the gzip stream is damaged: other bytes stand after its last member"};
    is_within_member_ = true;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code == Z_STREAM_END) {
      is_within_member_ = false;
      inflateReset(&stream_);
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      const char* const reason = stream_.msg != nullptr ? stream_.msg : "no reason";
      throw Unreadable{fmt::format("the gzip stream is damaged: {}", reason)};
    }
  }

  void skip(std::size_t count) {
    stream_.next_in += count;
    stream_.avail_in -= static_cast<uInt>(count);
  }

  // Adds to the input, of which a byte may be left. Returns false at the end.
  bool fill() {
    std::copy_n(stream_.next_in, stream_.avail_in, bytes_.begin());
    const ssize_t count = ::read(descriptor_, bytes_.data() + stream_.avail_in, bytes_.size() - stream_.avail_in);
    if (count < 0) throw Unreadable{};
    stream_.next_in = bytes_.data();
    stream_.avail_in += static_cast<uInt>(count);
    return count > 0;
  }

  int descriptor_;
  z_stream stream_{};
  std::array<Bytef, 1 << 16> bytes_;
  bool has_begun_ = false, is_plain_ = false;
  bool is_within_member_ = false;
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

std::string last_ending(const std::filesystem::path& file) { return small_letters(file.extension().string()); }

}  // namespace

bool is_packed(const std::filesystem::path& file) {
  const std::string ending = last_ending(file);
  return ending == ".gz" || ending == ".zst";
}

std::filesystem::path without_packing(const std::filesystem::path& file) {
  return is_packed(file) ? std::filesystem::path(file).replace_extension() : file;
}

std::string ending_of(const std::filesystem::path& file) { return last_ending(without_packing(file)); }

void require_unpacked(const std::filesystem::path& file, std::string_view what) {
  if (is_packed(file)) throw Error(file.string(), 0, fmt::format("{} are not read packed; unpack it first", what));
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
  if (number_ == 1) line = without_byte_order_mark(line);
  return line;
}

}  // namespace hone
