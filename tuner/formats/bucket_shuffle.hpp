// SPDX-License-Identifier: MIT
//
// Any number of texts in random order, in constant memory: each goes to one of many files at random, then each file is
// shuffled by itself. Every order is as likely as any other, and the seed decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/random.hpp"

namespace hone::formats {

class BucketShuffle {
 public:
  // `folder` is made, and removed in the end. `bytes` is roughly the size of all texts: it decides how many files there
  // are, so that each fits in memory. A file that is larger than `most_in_memory` all the same, because the size was
  // not known, is divided once more.
  BucketShuffle(std::filesystem::path folder, std::uint64_t bytes, std::uint64_t seed,
                std::uint64_t most_in_memory = std::uint64_t{1} << 28);
  BucketShuffle(const BucketShuffle&) = delete;
  BucketShuffle& operator=(const BucketShuffle&) = delete;
  ~BucketShuffle();

  void add(std::string_view text);
  // Hands out all texts; to be called once, at the end. The sink says whether to go on.
  void drain(const std::function<bool(std::string_view)>& sink);

 private:
  [[nodiscard]] std::filesystem::path file(std::size_t bucket) const;
  void flush(std::size_t bucket);
  // Both return whether the sink wants more.
  bool drain_at_once(std::size_t bucket, const std::function<bool(std::string_view)>& sink);
  bool drain_in_parts(std::size_t bucket, const std::function<bool(std::string_view)>& sink);

  std::filesystem::path folder_;
  std::uint64_t most_in_memory_;
  Random random_;
  std::vector<std::string> buffers_;
};

}  // namespace hone::formats
