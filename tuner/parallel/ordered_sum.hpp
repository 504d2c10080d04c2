// SPDX-License-Identifier: MIT
//
// Sums that are the same to the last bit for any number of threads: the work is cut into parts that do not depend on
// the threads, the parts are computed in any order, and they are added in the order of their numbers. This header
// includes oneTBB.
#pragma once

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace hone::parallel {

// The threads of one sum or loop: as many as asked for, but no more than the machine runs at once, because oneTBB would
// complain about more on standard error.
[[nodiscard]] inline oneapi::tbb::task_arena thread_arena(int threads) {
  return oneapi::tbb::task_arena(std::min(threads, oneapi::tbb::info::default_concurrency()));
}

// Calls add(i, compute(i)) for i = 0 .. parts-1 in this order, one at a time. The compute calls run in parallel, and at
// most two results per thread wait to be added. compute returns a movable value.
template <class Compute, class Add>
void ordered_sum(std::size_t parts, int threads, const Compute& compute, const Add& add) {
  if (threads <= 1 || parts <= 1) {
    for (std::size_t i = 0; i < parts; ++i) add(i, compute(i));
    return;
  }
  using Part = decltype(compute(std::size_t{}));
  using Numbered = std::pair<std::size_t, std::shared_ptr<Part>>;
  std::size_t next = 0;
  const auto number = [&](oneapi::tbb::flow_control& flow) {
    if (next == parts) flow.stop();
    return next++;
  };
  const auto work = [&](std::size_t i) { return Numbered(i, std::make_shared<Part>(compute(i))); };
  const auto gather = [&](const Numbered& part) { add(part.first, std::move(*part.second)); };
  using oneapi::tbb::filter_mode;
  thread_arena(threads).execute([&] {
    const auto at_once = static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency());
    oneapi::tbb::parallel_pipeline(2 * at_once,
                                   oneapi::tbb::make_filter<void, std::size_t>(filter_mode::serial_in_order, number) &
                                       oneapi::tbb::make_filter<std::size_t, Numbered>(filter_mode::parallel, work) &
                                       oneapi::tbb::make_filter<Numbered, void>(filter_mode::serial_in_order, gather));
  });
}

}  // namespace hone::parallel
