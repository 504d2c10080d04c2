// SPDX-License-Identifier: MIT
//
// For tests that start processes: no test may leave a process or a descriptor open.
#pragma once

#include <fcntl.h>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>

#include "tuner/play/uci/process.hpp"

namespace hone::play {

inline std::ptrdiff_t open_descriptors() {
  constexpr int highest = 1'024;  // tried one by one, because not every system has /proc
  std::ptrdiff_t open = 0;
  for (int descriptor = 0; descriptor < highest; ++descriptor) open += fcntl(descriptor, F_GETFD) != -1;
  return open;
}

class Processes : public testing::Test {
 protected:
  // From the first process on, libuv keeps a pair of descriptors of its own.
  Processes() {
    Process({"true"}, {}).end("", std::chrono::seconds(10));
    descriptors_ = open_descriptors();
  }

  void TearDown() override {
    EXPECT_EQ(open_descriptors(), descriptors_);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD) << "a child is left";
  }

 private:
  std::ptrdiff_t descriptors_ = 0;
};

}  // namespace hone::play
