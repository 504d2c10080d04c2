// SPDX-License-Identifier: MIT
#include "tuner/cli/interrupt.hpp"

#include <spdlog/spdlog.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "data/error.hpp"
#include "tuner/cli/application.hpp"
#include "tuner/cli/signal_handling.hpp"

namespace hone::cli {

namespace {

// Values that are added to the eventfd. Each is added at most once, so that their sum tells which ones were.
constexpr std::uint64_t signal_arrived = 1;
constexpr std::uint64_t watcher_dismissed = 2;

// One Ctrl-C may arrive twice: from the terminal, which signals the whole group of processes, and from a parent process
// that passes it on (timeout and sudo do).
constexpr std::int64_t echo_ms = 250;
constexpr std::int64_t never = -1;

// A signal handler is given nothing but the signal, so these have to be global.
std::atomic<int> wake_up{-1};
std::atomic<std::int64_t> asked_at{never};  // milliseconds of the monotonic clock
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

void tell(int descriptor, std::uint64_t what) {
  [[maybe_unused]] const ssize_t written = write(descriptor, &what, sizeof what);
}

// Calls only functions that POSIX allows in a handler. A terminal that closes may send SIGHUP twice, by the shell and
// by the kernel, and nobody means a second one as an order to hurry.
void on_signal(int signal) {
  const int saved = errno;
  const std::int64_t now = monotonic_ms();
  std::int64_t before = never;
  if (asked_at.compare_exchange_strong(before, now)) {
    tell(wake_up, signal_arrived);
  } else if (now - before >= echo_ms && signal != SIGHUP) {
    _exit(static_cast<int>(ExitCode::killed));
  }
  errno = saved;
}

}  // namespace

Interrupt::Interrupt() : signals_{SIGINT, SIGTERM}, descriptor_(eventfd(0, EFD_CLOEXEC)) {
  if (descriptor_ < 0) throw Error(std::string("eventfd: ") + std::strerror(errno), Error::Kind::system);
  assert(wake_up == -1);
  wake_up = descriptor_;
  asked_at = never;
  watcher_ = std::thread([this] { watch(); });
  if (!is_ignored(SIGHUP)) signals_.push_back(SIGHUP);
  for (const int signal : signals_) set_handler(signal, on_signal);
}

Interrupt::~Interrupt() {
  for (const int signal : signals_) set_handler(signal, SIG_DFL);
  tell(descriptor_, watcher_dismissed);
  watcher_.join();
  wake_up = -1;
  close(descriptor_);
}

void Interrupt::watch() {
  std::uint64_t events = 0;
  while ((events & watcher_dismissed) == 0) {
    if (read(descriptor_, &events, sizeof events) != sizeof events) continue;
    if ((events & signal_arrived) == 0) continue;
    spdlog::warn("stopping; once more to stop at once");
    source_.request_stop();
  }
}

}  // namespace hone::cli
