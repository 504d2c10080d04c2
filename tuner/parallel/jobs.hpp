// SPDX-License-Identifier: MIT
//
// Numbered jobs over threads, whose results are used in the order of their numbers: what comes out is the same for any
// number of threads, provided that a job depends on its number alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

namespace hone::parallel {

struct NumberedJobs {
  std::uint64_t first = 0;
  std::uint64_t end = 0;  // jobs first .. end-1
  int threads = 1;
};

// What is to be done with a job's result when its turn has come; called from one thread at a time. It returns false
// when that is enough, and later jobs are dropped.
using Commit = std::function<bool()>;

// Does job n, on its thread. Returns nothing when it gave up because of the stop token.
using Job = std::function<std::optional<Commit>(std::uint64_t n, const std::stop_token& stop)>;

// Called once on each thread, so that each thread has engines and other tools of its own.
using JobFactory = std::function<Job()>;

enum class JobsEnd {
  finished,  // every result was used
  enough,    // a commit returned false
  stopped,   // by the token; the results used are those of the first jobs, without a gap
};

// Throws what a job, its factory or a commit threw, after all threads have ended. Throws Error, of Kind::system, when
// the operating system refuses one of the threads; the others then end as soon as they can.
JobsEnd run_in_order(const NumberedJobs& jobs, const JobFactory& make_job, const std::stop_token& stop);

// The same for jobs whose results are values: make_worker(), called once on each thread, returns a copyable function
// (number, stop token) -> std::optional<Result>, and use(Result&&) -> bool takes the results in order.
template <class MakeWorker, class Use>
JobsEnd use_in_order(const NumberedJobs& jobs, const MakeWorker& make_worker, const Use& use,
                     const std::stop_token& stop) {
  const auto make_job = [&]() -> Job {
    return [&use, work = make_worker()](std::uint64_t number, const std::stop_token& end) -> std::optional<Commit> {
      auto result = work(number, end);
      if (!result) return std::nullopt;
      return [&use, result = std::move(*result)]() mutable { return use(std::move(result)); };
    };
  };
  return run_in_order(jobs, make_job, stop);
}

}  // namespace hone::parallel
