// SPDX-License-Identifier: MIT
#include "data/sequenced_writer.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "data/random.hpp"

namespace hone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SequencedWriter, SortsWhateverComesFirst) {
  std::vector<int> seen;
  SequencedWriter<int> writer([&](std::uint64_t, int&& item) { seen.push_back(item); }, 5);
  EXPECT_TRUE(writer.put(7, 70));
  EXPECT_TRUE(writer.put(6, 60));
  EXPECT_THAT(seen, IsEmpty());
  EXPECT_EQ(writer.waiting(), 2U);
  EXPECT_TRUE(writer.put(5, 50));
  EXPECT_THAT(seen, ElementsAre(50, 60, 70));
  EXPECT_EQ(writer.next(), 8U);
  EXPECT_EQ(writer.waiting(), 0U);
}

TEST(SequencedWriter, TakesWhatCanOnlyBeMoved) {
  int sum = 0;
  SequencedWriter<std::unique_ptr<int>> writer([&](std::uint64_t, std::unique_ptr<int>&& item) { sum += *item; });
  writer.put(1, std::make_unique<int>(1));
  writer.put(0, std::make_unique<int>(2));
  EXPECT_EQ(sum, 3);
}

TEST(SequencedWriter, RefusesAnIndexTwice) {
  SequencedWriter<int> writer([](std::uint64_t, int&&) {});
  writer.put(0, 0);
  writer.put(2, 0);
  EXPECT_THROW(writer.put(0, 0), std::logic_error);
  EXPECT_THROW(writer.put(2, 0), std::logic_error);
}

// Four threads take numbers from a counter and dawdle by turns.
TEST(SequencedWriter, OrdersTheWorkOfManyThreads) {
  constexpr std::uint64_t items = 4000;
  for (const std::uint64_t look_ahead : {UINT64_C(1), UINT64_C(3), UINT64_MAX}) {
    std::vector<std::uint64_t> seen;
    SequencedWriter<std::uint64_t> writer(
        [&](std::uint64_t index, std::uint64_t&& item) {
          EXPECT_EQ(item, index * index);
          seen.push_back(index);
        },
        0, look_ahead);
    std::atomic<std::uint64_t> counter = 0;
    const auto work = [&](std::uint64_t seed) {
      Random random(seed);
      for (std::uint64_t i = counter++; i < items; i = counter++) {
        if (random.below(50) == 0) std::this_thread::yield();
        writer.put(i, i * i);
      }
    };
    {
      std::vector<std::jthread> threads;
      for (std::uint64_t seed = 0; seed < 4; ++seed) threads.emplace_back(work, seed);
    }
    std::vector<std::uint64_t> expected(items);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(seen, expected);
  }
}

TEST(SequencedWriter, MakesThreadsWaitThatAreTooFarAhead) {
  SequencedWriter<int> writer([](std::uint64_t, int&&) {}, 0, 2);
  EXPECT_TRUE(writer.put(1, 1));
  std::atomic<bool> through = false;
  std::jthread ahead([&] {
    writer.put(2, 2);
    through = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(through);
  EXPECT_TRUE(writer.put(0, 0));
  ahead.join();
  EXPECT_EQ(writer.next(), 3U);
}

TEST(SequencedWriter, ThrowsTheSinksFailureAtEveryProducer) {
  int calls = 0;
  SequencedWriter<int> writer(
      [&](std::uint64_t, int&& item) {
        ++calls;
        if (item == 13) throw std::runtime_error("disk full");
      },
      0, 4);
  writer.put(1, 13);
  writer.put(2, 0);
  std::jthread waiting([&] { EXPECT_THROW(writer.put(5, 0), std::runtime_error); });
  EXPECT_THROW(writer.put(0, 0), std::runtime_error);
  waiting.join();
  EXPECT_THROW(writer.put(1, 0), std::runtime_error);
  EXPECT_EQ(calls, 2);
}

TEST(SequencedWriter, LetsGoOfWaitingThreadsWhenClosed) {
  std::vector<int> seen;
  SequencedWriter<int> writer([&](std::uint64_t, int&& item) { seen.push_back(item); }, 0, 1);
  std::jthread waiting([&] { EXPECT_FALSE(writer.put(1, 1)); });
  writer.close();
  waiting.join();
  EXPECT_FALSE(writer.put(0, 0));
  EXPECT_THAT(seen, IsEmpty());
}

}  // namespace
}  // namespace hone
