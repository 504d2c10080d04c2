// SPDX-License-Identifier: MIT
#include "tuner/formats/bucket_shuffle.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/bytes.hpp"
#include "data/error.hpp"
#include "data/file.hpp"

namespace hone::formats {

namespace {

constexpr std::uint64_t bucket_bytes = std::uint64_t{1} << 24;
constexpr std::uint64_t most_buckets = 1'024;
constexpr std::size_t buffer_bytes = std::size_t{1} << 15;

std::vector<std::string_view> texts_in(std::string_view bytes) {
  std::vector<std::string_view> texts;
  ByteReader reader(bytes);
  while (reader.left() > 0) texts.push_back(reader.text());
  return texts;
}

}  // namespace

BucketShuffle::BucketShuffle(std::filesystem::path folder, std::uint64_t bytes, std::uint64_t seed)
    : folder_(std::move(folder)),
      random_(seed),
      buffers_(static_cast<std::size_t>(std::clamp<std::uint64_t>(bytes / bucket_bytes + 1, 1, most_buckets))) {
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
  ByteWriter bytes;
  bytes.text(text);
  buffers_[bucket] += bytes.bytes();
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
    const std::string bytes = read_file(file(bucket), std::filesystem::file_size(file(bucket)));
    std::vector<std::string_view> texts = texts_in(bytes);
    for (std::size_t left = texts.size(); left > 1; --left) std::swap(texts[left - 1], texts[random_.below(left)]);
    for (const std::string_view text : texts) {
      if (!sink(text)) return;
    }
    std::filesystem::remove(file(bucket));
  }
}

}  // namespace hone::formats
