// SPDX-License-Identifier: MIT
#include "tuner/cli/interrupt.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace hone::cli {
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
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Interrupt interrupt;
    std::raise(signal);
    EXPECT_TRUE(stops_within_seconds(interrupt.token()));
  }
}

void be_signalled_twice(std::chrono::milliseconds apart) {
  const Interrupt interrupt;
  std::raise(SIGINT);
  std::this_thread::sleep_for(apart);
  std::raise(SIGINT);
  std::_Exit(stops_within_seconds(interrupt.token()) ? 3 : 1);
}

TEST(Interrupt, SecondSignalEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(be_signalled_twice(std::chrono::milliseconds(400)), testing::ExitedWithCode(130), "");
}

// `timeout` signals its child, and then its group, to which the child belongs.
TEST(Interrupt, TakesAnEchoForTheSameSignal) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(be_signalled_twice(std::chrono::milliseconds(1)), testing::ExitedWithCode(3), "");
}

// A terminal that closes signals through the shell and again through the kernel.
void be_hung_up_twice() {
  const Interrupt interrupt;
  std::raise(SIGHUP);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  std::raise(SIGHUP);
  std::_Exit(stops_within_seconds(interrupt.token()) ? 3 : 1);
}

TEST(Interrupt, SecondHangUpIsNoOrderToHurry) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(be_hung_up_twice(), testing::ExitedWithCode(3), "");
}

void be_hung_up_under_nohup() {
  std::signal(SIGHUP, SIG_IGN);
  {
    const Interrupt interrupt;
    std::raise(SIGHUP);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (interrupt.requested()) std::_Exit(1);
  }
  std::raise(SIGHUP);  // and is ignored afterwards
  std::_Exit(0);
}

TEST(Interrupt, LeavesAnIgnoredHangUpIgnored) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(be_hung_up_under_nohup(), testing::ExitedWithCode(0), "");
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
}  // namespace hone::cli
