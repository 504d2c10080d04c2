// SPDX-License-Identifier: MIT
#include "tuner/formats/bucket_shuffle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/temp_folder.hpp"

namespace hone::formats {
namespace {

std::vector<std::string> numbers(int count) {
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) texts.push_back(std::string(20, 'x') + std::to_string(i));
  return texts;
}

std::vector<std::string> shuffled(const std::vector<std::string>& texts, std::uint64_t bytes, std::uint64_t in_memory) {
  const TempFolder folder;
  std::vector<std::string> result;
  {
    BucketShuffle buckets(folder / "parts", bytes, 7, in_memory);
    for (const std::string& text : texts) buckets.add(text);
    buckets.drain([&](std::string_view text) { return result.emplace_back(text), true; });
  }
  EXPECT_EQ(folder.files(), 0);
  return result;
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::ranges::sort(texts);
  return texts;
}

TEST(BucketShuffle, KeepsEveryTextHoweverOftenItHasToDivide) {
  const std::vector<std::string> texts = numbers(20'000);  // half a megabyte
  for (const std::uint64_t bytes : {1, 100'000, 1'000'000}) {
    for (const std::uint64_t in_memory : {3'000, 100'000, 1 << 28}) {
      const std::vector<std::string> result = shuffled(texts, bytes, in_memory);
      EXPECT_NE(result, texts);
      EXPECT_EQ(sorted(result), sorted(texts)) << bytes << ' ' << in_memory;
    }
  }
}

// With a size that was not known all texts are in one file, and only a part of it may be in memory.
TEST(BucketShuffle, IsAsLikelyToMoveATextAnywhere) {
  const std::vector<std::string> texts = numbers(4'000);
  const std::vector<std::string> result = shuffled(texts, 1, 10'000);
  double distance = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double from = std::stod(result[i].substr(20)), to = static_cast<double>(i);
    distance += std::abs(from - to) / static_cast<double>(result.size());
  }
  // Two uniform places are a third of the length apart on average, with a deviation of about 0.004 of the mean of
  // 4,000.
  EXPECT_NEAR(distance / 4'000, 1.0 / 3, 0.02);
}

TEST(BucketShuffle, EndsWhereNoMoreIsWanted) {
  const TempFolder folder;
  BucketShuffle buckets(folder / "parts", 1, 7, 1'000);
  for (const std::string& text : numbers(1'000)) buckets.add(text);
  int seen = 0;
  buckets.drain([&](std::string_view) { return ++seen < 10; });
  EXPECT_EQ(seen, 10);
}

}  // namespace
}  // namespace hone::formats
