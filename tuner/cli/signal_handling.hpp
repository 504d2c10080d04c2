// SPDX-License-Identifier: MIT
//
// Handlers of signals, and the clock that they may read.
#pragma once

#include <cstdint>

namespace hone::cli {

// Milliseconds of the monotonic clock. POSIX allows the call in a handler.
[[nodiscard]] std::int64_t monotonic_ms();

// SA_RESTART is set so that reads and writes elsewhere never see EINTR.
void set_handler(int signal, void (*handler)(int));

// As SIGHUP is under nohup.
[[nodiscard]] bool is_ignored(int signal);

}  // namespace hone::cli
