// SPDX-License-Identifier: MIT
//
// For tests that start processes: each must leave none behind, nor a descriptor.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>

#include "tuner/uci_player/process.hpp"

namespace hone {

inline std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
}

class Processes : public testing::Test {
 protected:
  // The library keeps a pair of descriptors of its own from the first process on.
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

}  // namespace hone
