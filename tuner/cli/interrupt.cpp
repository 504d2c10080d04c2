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
#include "tuner/cli/exit_code.hpp"

namespace hone {
namespace {

// Each is written at most once, so their sum tells them apart.
constexpr std::uint64_t signal_arrived = 1;
constexpr std::uint64_t watcher_dismissed = 2;

// A signal handler is given nothing but the signal, so what it works on is global.
std::atomic<int> wake_up{-1};
std::atomic<bool> asked_before{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void tell(int descriptor, std::uint64_t what) {
  [[maybe_unused]] const ssize_t written = write(descriptor, &what, sizeof what);
}

// Calls only what POSIX allows in a handler.
void on_signal(int /*signal*/) {
  if (asked_before.exchange(true)) _exit(static_cast<int>(ExitCode::killed));
  const int saved = errno;
  tell(wake_up, signal_arrived);
  errno = saved;
}

// SA_RESTART, so that reads and writes elsewhere never see EINTR.
void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() : descriptor_(eventfd(0, EFD_CLOEXEC)) {
  if (descriptor_ < 0) throw Error(std::string("eventfd: ") + std::strerror(errno), Error::Kind::system);
  assert(wake_up == -1);
  wake_up = descriptor_;
  asked_before = false;
  watcher_ = std::thread([this] { watch(); });
  handle(SIGINT, on_signal);
  handle(SIGTERM, on_signal);
}

Interrupt::~Interrupt() {
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
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

}  // namespace hone
