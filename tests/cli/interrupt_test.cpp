// SPDX-License-Identifier: MIT
#include "tuner/cli/interrupt.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>

namespace hone {
namespace {

bool stops_within_seconds(const std::stop_token& token) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, token, std::chrono::seconds(10), [] { return false; });
  return token.stop_requested();
}

TEST(Interrupt, IsNotRequestedByItself) {
  const Interrupt interrupt;
  EXPECT_FALSE(interrupt.requested());
}

TEST(Interrupt, FirstSignalAsksToStop) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Interrupt interrupt;
    std::raise(signal);
    EXPECT_TRUE(stops_within_seconds(interrupt.token()));
  }
}

void be_signalled_twice() {
  const Interrupt interrupt;
  std::raise(SIGINT);
  std::raise(SIGINT);
}

TEST(Interrupt, SecondSignalEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(be_signalled_twice(), testing::ExitedWithCode(130), "");
}

void be_signalled_afterwards() {
  { const Interrupt interrupt; }
  std::raise(SIGTERM);
}

TEST(Interrupt, GivesTheSignalsBack) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(be_signalled_afterwards(), testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace hone
