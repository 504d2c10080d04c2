// SPDX-License-Identifier: MIT
#include "tuner/cli/playing/play_signals.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string>

#include "data/error.hpp"
#include "tuner/cli/application.hpp"
#include "tuner/cli/signal_handling.hpp"

namespace hone::cli {

namespace {

constexpr std::int64_t echo_of_interrupt_ms = 250;
constexpr std::int64_t patience_ms = 2'000;
constexpr std::int64_t nothing_waits = -1;

// A signal handler is given nothing but the signal, so these have to be global.
std::atomic<int> play_event{-1};
std::atomic<bool> has_interrupt{false};
std::atomic<bool> has_end{false};
std::atomic<std::int64_t> waits_since{nothing_waits};  // milliseconds of the monotonic clock
std::atomic<std::int64_t> last_interrupt{-2 * echo_of_interrupt_ms};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

// Calls only functions that POSIX allows in a handler.
void on_play_signal(int signal) {
  const int saved = errno;
  const std::int64_t now = monotonic_ms();
  std::int64_t since = nothing_waits;
  if (!waits_since.compare_exchange_strong(since, now) && now - since >= patience_ms && signal != SIGHUP) {
    _exit(static_cast<int>(ExitCode::killed));
  }
  const bool is_echo = signal == SIGINT && now - last_interrupt.exchange(now) < echo_of_interrupt_ms;
  if (!is_echo) {
    (signal == SIGINT ? has_interrupt : has_end) = true;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(play_event, &one, sizeof one);
  }
  errno = saved;
}

}  // namespace

PlaySignals::PlaySignals() : signals_{SIGINT, SIGTERM}, descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (descriptor_ < 0) throw Error(std::string("eventfd: ") + std::strerror(errno), Error::Kind::system);
  assert(play_event == -1);
  play_event = descriptor_;
  has_interrupt = has_end = false;
  waits_since = nothing_waits;
  if (!is_ignored(SIGHUP)) signals_.push_back(SIGHUP);
  for (const int signal : signals_) set_handler(signal, on_play_signal);
}

PlaySignals::~PlaySignals() {
  for (const int signal : signals_) set_handler(signal, SIG_DFL);
  play_event = -1;
  close(descriptor_);
}

PlaySignals::Call PlaySignals::take() {
  if (has_end) return Call::end;
  std::uint64_t events = 0;
  [[maybe_unused]] const ssize_t count = read(descriptor_, &events, sizeof events);
  waits_since = nothing_waits;
  if (has_end) return Call::end;
  return has_interrupt.exchange(false) ? Call::interrupt : Call::none;
}

PlaySignals::Call PlaySignals::wait(std::chrono::milliseconds time) {
  pollfd event{descriptor_, POLLIN, 0};
  poll(&event, 1, static_cast<int>(time.count()));
  return take();
}

}  // namespace hone::cli
