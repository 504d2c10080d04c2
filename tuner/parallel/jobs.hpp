// SPDX-License-Identifier: MIT
//
// Numbered jobs over threads, their results used in order of number: whatever is written by them is the same
// for any number of threads, provided that a job depends on its number alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace hone::parallel {

struct NumberedJobs {
  std::uint64_t first = 0;
  std::uint64_t end = 0;  // jobs first .. end-1
  int threads = 1;
};

// What is to be done with a job's result when its turn has come; called from one thread at a time. False: enough,
// later jobs are dropped.
using Commit = std::function<bool()>;

// Does job n, on its thread. Nothing when it gave up because of the stop token.
using Job = std::function<std::optional<Commit>(std::uint64_t n, const std::stop_token& stop)>;

// Called once on each thread, so that engines and other tools are per thread.
using JobFactory = std::function<Job()>;

enum class JobsEnd {
  finished,  // every result was used
  enough,    // a commit said so
  stopped,   // by the token; the results used are 0 .. some n without a gap
};

// Throws what a job, its factory or a commit threw, after all threads have ended.
JobsEnd run_in_order(const NumberedJobs& jobs, const JobFactory& make_job, const std::stop_token& stop);

}  // namespace hone::parallel
