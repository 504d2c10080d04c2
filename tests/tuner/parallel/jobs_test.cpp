// SPDX-License-Identifier: MIT
#include "tuner/parallel/jobs.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "data/error.hpp"

namespace hone::parallel {
namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers upto(std::uint64_t first, std::uint64_t end) {
  Numbers numbers(end - first);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

// Later jobs are done sooner, so that the results have to be put in order.
JobFactory noting(Numbers& done, std::uint64_t enough_at = UINT64_MAX) {
  return [&done, enough_at] {
    return [&done, enough_at](std::uint64_t n, const std::stop_token&) -> std::optional<Commit> {
      std::this_thread::sleep_for(std::chrono::microseconds(n % 4 == 0 ? 500 : 10));
      return [&done, n, enough_at] {
        done.push_back(n);
        return n != enough_at;
      };
    };
  };
}

TEST(NumberedJobs, AreUsedInOrderWhateverTheThreads) {
  for (const int threads : {1, 2, 4}) {
    Numbers done;
    EXPECT_EQ(run_in_order({5, 105, threads}, noting(done), {}), JobsEnd::finished);
    EXPECT_EQ(done, upto(5, 105)) << threads << " threads";
  }
}

TEST(NumberedJobs, AreNotUsedBehindTheOneThatIsEnough) {
  for (const int threads : {1, 2, 4}) {
    Numbers done;
    EXPECT_EQ(run_in_order({0, 1'000, threads}, noting(done, 41), {}), JobsEnd::enough);
    EXPECT_EQ(done, upto(0, 42)) << threads << " threads";
  }
}

TEST(NumberedJobs, StopWithoutAGap) {
  std::stop_source source;
  Numbers done;
  const JobFactory stopping = [&] {
    return [&, inner = noting(done)()](std::uint64_t n, const std::stop_token& stop) -> std::optional<Commit> {
      if (n == 20) source.request_stop();
      if (stop.stop_requested()) return std::nullopt;
      return inner(n, stop);
    };
  };
  EXPECT_EQ(run_in_order({0, 1'000, 3}, stopping, source.get_token()), JobsEnd::stopped);
  EXPECT_EQ(done, upto(0, done.size()));
  EXPECT_LE(done.size(), 20U);
}

TEST(NumberedJobs, ThrowWhatAJobThrows) {
  const JobFactory failing = [] {
    return [](std::uint64_t n, const std::stop_token&) -> std::optional<Commit> {
      if (n == 7) throw std::runtime_error("job 7");
      return [] { return true; };
    };
  };
  EXPECT_THROW(run_in_order({0, 100, 2}, failing, {}), std::runtime_error);
}

TEST(NumberedJobs, ThrowWhatACommitThrows) {
  const JobFactory failing = [] {
    return [](std::uint64_t n, const std::stop_token&) -> std::optional<Commit> {
      return [n]() -> bool { return n == 7 ? throw std::runtime_error("commit 7") : true; };
    };
  };
  EXPECT_THROW(run_in_order({0, 100, 2}, failing, {}), std::runtime_error);
}

TEST(NumberedJobs, ThrowWhatTheFactoryThrows) {
  const JobFactory failing = []() -> Job { throw std::runtime_error("factory"); };
  EXPECT_THROW(run_in_order({0, 100, 2}, failing, {}), std::runtime_error);
}

TEST(NumberedJobs, FinishWhenThereAreNone) {
  EXPECT_EQ(run_in_order({3, 3, 2}, [] { return Job(); }, {}), JobsEnd::finished);
}

// Of the process, in bytes. A sanitizer reserves far more than any limit here allows.
std::uint64_t address_space() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Each thread wants 8 MiB for its stack, so that not all of these have room.
[[noreturn]] void start_more_threads_than_fit() {
  const std::uint64_t room = address_space() + (std::uint64_t{100} << 20);
  const rlimit limit{room, room};
  setrlimit(RLIMIT_AS, &limit);
  Numbers done;
  try {
    (void)run_in_order({0, 1'000'000'000, 64}, noting(done), {});
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(error.kind() == Error::Kind::system ? 3 : 2);
  }
  std::_Exit(0);
}

TEST(NumberedJobs, EndSoonWhenTheSystemRefusesAThread) {
  if (address_space() > std::uint64_t{1} << 40) GTEST_SKIP() << "a sanitizer needs its address space";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(start_more_threads_than_fit(), testing::ExitedWithCode(3),
              "the system gives [0-9]+ of 64 threads.*ask for fewer with --threads");
}

}  // namespace
}  // namespace hone::parallel
