// SPDX-License-Identifier: MIT
#include "tuner/parallel/jobs.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/sequenced_writer.hpp"

namespace hone::parallel {

namespace {

class OrderedRun {
 public:
  OrderedRun(const NumberedJobs& jobs, const JobFactory& make_job, const std::stop_token& stop)
      : make_job_(make_job),
        end_(jobs.end),
        next_job_(jobs.first),
        results_([this](std::uint64_t, Commit&& commit) { use(commit); }, jobs.first),
        forward_stop_(stop, [this] { stop_.request_stop(); }) {}

  JobsEnd run(int threads) {
    {
      std::vector<std::jthread> workers;
      for (int i = 0; i < threads && !failed(); ++i) start_one_of(threads, workers);
    }
    if (failure_) std::rethrow_exception(failure_);
    if (enough_) return JobsEnd::enough;
    return results_.next() >= end_ ? JobsEnd::finished : JobsEnd::stopped;
  }

 private:
  // The threads that run already give up when there is none for this one.
  void start_one_of(int threads, std::vector<std::jthread>& workers) {
    try {
      workers.emplace_back([this] { work_safely(); });
    } catch (const std::system_error& error) {
      fail(std::make_exception_ptr(
          Error(fmt::format(
                    "the system gives {} of {} threads, and then says: {}; ask for fewer with --threads, or raise the "
                    "limit of memory (ulimit -v) or of processes (ulimit -u)",
                    workers.size(), threads, error.code().message()),
                Error::Kind::system)));
    }
  }

  void work_safely() {
    try {
      work();
    } catch (...) {
      fail(std::current_exception());
    }
  }

  bool failed() {
    const std::lock_guard lock(failure_mutex_);
    return failure_ != nullptr;
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(failure_mutex_);
    if (!failure_) failure_ = std::move(failure);
    stop_.request_stop();
  }

  void work() {
    const Job job = make_job_();
    while (!stop_.stop_requested()) {
      const std::uint64_t number = next_job_.fetch_add(1);
      if (number >= end_) return;
      std::optional<Commit> commit = job(number, stop_.get_token());
      if (!commit) return;
      results_.put(number, std::move(*commit));
    }
  }

  // Called in order, one at a time.
  void use(const Commit& commit) {
    if (enough_) return;
    enough_ = !commit();
    if (enough_) stop_.request_stop();
  }

  const JobFactory& make_job_;
  std::uint64_t end_;
  std::atomic<std::uint64_t> next_job_;
  std::stop_source stop_;
  bool enough_ = false;
  SequencedWriter<Commit> results_;

  std::mutex failure_mutex_;
  std::exception_ptr failure_;

  std::stop_callback<std::function<void()>> forward_stop_;
};

}  // namespace

JobsEnd run_in_order(const NumberedJobs& jobs, const JobFactory& make_job, const std::stop_token& stop) {
  if (jobs.first >= jobs.end) return JobsEnd::finished;
  return OrderedRun(jobs, make_job, stop).run(jobs.threads);
}

}  // namespace hone::parallel
