// SPDX-License-Identifier: MIT
//
// Where oneTBB's threads of one sum or loop come from.
#pragma once

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace hone {

// As many threads as asked for, but no more than the machine runs at once; oneTBB would complain on standard error.
[[nodiscard]] inline oneapi::tbb::task_arena thread_arena(int threads) {
  return oneapi::tbb::task_arena(std::min(threads, oneapi::tbb::info::default_concurrency()));
}

}  // namespace hone
