// SPDX-License-Identifier: MIT
#include "tuner/formats/bucket_shuffle.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "data/bytes.hpp"
#include "data/error.hpp"
#include "data/file.hpp"

namespace hone::formats {

namespace {

constexpr std::uint64_t bucket_bytes = std::uint64_t{1} << 24;
constexpr std::uint64_t most_buckets = 1'024;
constexpr std::size_t buffer_bytes = std::size_t{1} << 15;

std::size_t buckets_for(std::uint64_t bytes, std::uint64_t most_in_memory) {
  const std::uint64_t wanted = std::min(bucket_bytes, most_in_memory);
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(bytes / wanted + 1, 1, most_buckets));
}

constexpr std::size_t length_bytes = 4;  // before each text in a file

// The texts of a bucket's file, one after the other.
class BucketReader {
 public:
  explicit BucketReader(const std::filesystem::path& file) : file_(file, File::Mode::read) {}

  // Valid until the next call; nothing at the end.
  std::optional<std::string_view> next() {
    if (!holds(length_bytes)) return std::nullopt;
    const std::size_t size = ByteReader(std::string_view(buffer_).substr(begin_, length_bytes)).u32();
    begin_ += length_bytes;
    if (!holds(size)) return std::nullopt;
    begin_ += size;
    return std::string_view(buffer_).substr(begin_ - size, size);
  }

 private:
  // Reads on until there are so many bytes that next() has not returned.
  bool holds(std::size_t size) {
    if (buffer_.size() - begin_ >= size) return true;
    buffer_.erase(0, std::exchange(begin_, 0));
    const std::size_t kept = buffer_.size();
    buffer_.resize(std::max(size, kept + buffer_bytes));
    buffer_.resize(kept + file_.read(buffer_.data() + kept, buffer_.size() - kept));
    return buffer_.size() >= size;
  }

  File file_;
  std::string buffer_;
  std::size_t begin_ = 0;
};

}  // namespace

BucketShuffle::BucketShuffle(std::filesystem::path folder, std::uint64_t bytes, std::uint64_t seed,
                             std::uint64_t most_in_memory)
    : folder_(std::move(folder)),
      most_in_memory_(most_in_memory),
      random_(seed),
      buffers_(buckets_for(bytes, most_in_memory)) {
  std::error_code fault;
  if (!std::filesystem::create_directory(folder_, fault)) {
    throw Error(folder_.string(), 0, "cannot be made: " + (fault ? fault.message() : "it exists"), Error::Kind::system);
  }
}

BucketShuffle::~BucketShuffle() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::filesystem::path BucketShuffle::file(std::size_t bucket) const { return folder_ / std::to_string(bucket); }

void BucketShuffle::add(std::string_view text) {
  const std::size_t bucket = random_.below(buffers_.size());
  ByteWriter length;
  length.u32(static_cast<std::uint32_t>(text.size()));
  buffers_[bucket].append(length.bytes()).append(text);
  if (buffers_[bucket].size() >= buffer_bytes) flush(bucket);
}

void BucketShuffle::flush(std::size_t bucket) {
  const bool is_there = std::filesystem::exists(file(bucket));
  const File out(file(bucket), is_there ? File::Mode::append : File::Mode::replace);
  out.write(buffers_[bucket]);
  buffers_[bucket].clear();
}

void BucketShuffle::drain(const std::function<bool(std::string_view)>& sink) {
  for (std::size_t bucket = 0; bucket < buffers_.size(); ++bucket) {
    flush(bucket);
    const bool is_large = std::filesystem::file_size(file(bucket)) > most_in_memory_;
    if (!(is_large ? drain_in_parts(bucket, sink) : drain_at_once(bucket, sink))) return;
    std::filesystem::remove(file(bucket));
  }
}

bool BucketShuffle::drain_at_once(std::size_t bucket, const std::function<bool(std::string_view)>& sink) {
  std::vector<std::string> texts;
  BucketReader reader(file(bucket));
  while (const auto text = reader.next()) texts.emplace_back(*text);
  for (std::size_t left = texts.size(); left > 1; --left) std::swap(texts[left - 1], texts[random_.below(left)]);
  return std::ranges::all_of(texts, sink);
}

bool BucketShuffle::drain_in_parts(std::size_t bucket, const std::function<bool(std::string_view)>& sink) {
  const std::uint64_t bytes = std::filesystem::file_size(file(bucket));
  BucketShuffle parts(file(bucket).concat(".parts"), bytes, random_(), most_in_memory_);
  BucketReader reader(file(bucket));
  while (const auto text = reader.next()) parts.add(*text);
  bool goes_on = true;
  parts.drain([&](std::string_view text) { return goes_on = sink(text); });
  return goes_on;
}

}  // namespace hone::formats
