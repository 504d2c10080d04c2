// SPDX-License-Identifier: MIT
#include "tuner/parallel/standstills.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace hone::parallel {
namespace {

using namespace std::chrono_literals;

// The real clock and what a test adds to it. Looks that a busy machine delays are far from the hours that are added.
class JumpingClock {
 public:
  [[nodiscard]] Standstills::Time now() const { return Standstills::clock() + std::chrono::hours(hours_); }
  void jump(int hours) { hours_ += hours; }

 private:
  std::atomic<int> hours_ = 0;
};

TEST(Standstills, AreNoticedAtOnceAndByEveryThread) {
  JumpingClock clock;
  Standstills standstills([&] { return clock.now(); });
  const auto start = standstills.now();
  EXPECT_LT(standstills.since(start), 1h);
  clock.jump(2);
  EXPECT_GT(standstills.since(start), 119min);
  EXPECT_LT(standstills.since(start), 121min);
  Standstills::Time elsewhere{};
  std::jthread([&] { elsewhere = standstills.since(start); }).join();
  EXPECT_GT(elsewhere, 119min);
}

TEST(Standstills, ConcernOnlyWhatBeganBeforeTheirEnd) {
  JumpingClock clock;
  Standstills standstills([&] { return clock.now(); });
  const auto start = standstills.now();
  clock.jump(1);
  EXPECT_GT(standstills.since(start), 59min);
  const auto later = standstills.now();
  EXPECT_LT(standstills.since(later), 59min);
  clock.jump(1);
  EXPECT_GT(standstills.since(later), 59min);
  EXPECT_GT(standstills.since(start), 119min);
}

TEST(Standstills, AreFoundByTheWatcherAlone) {
  JumpingClock clock;
  Standstills standstills([&] { return clock.now(); });
  const auto start = standstills.now();
  clock.jump(3);
  std::this_thread::sleep_for(400ms);
  EXPECT_GT(standstills.since(start), 179min);
  EXPECT_LT(standstills.since(start), 181min);
}

}  // namespace
}  // namespace hone::parallel
