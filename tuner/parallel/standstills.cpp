// SPDX-License-Identifier: MIT
#include "tuner/parallel/standstills.hpp"

#include <ctime>
#include <utility>

namespace hone::parallel {

namespace {

constexpr std::chrono::milliseconds between_looks{100};

}  // namespace

Standstills::Time Standstills::clock() {
  std::timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

Standstills::Standstills(std::function<Time()> now)
    : now_(std::move(now)), last_look_(now_()), watcher_([this](const std::stop_token& stop) { watch(stop); }) {}

// The mutex is held.
void Standstills::look() {
  const Time now = now_();
  const Time late = now - last_look_ - between_looks;
  if (late >= shortest) found_.push_back({now, late});
  last_look_ = now;
}

void Standstills::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    look();
    sleep_.wait_for(lock, stop, between_looks, [] { return false; });
  }
}

Standstills::Time Standstills::since(Time start) {
  const std::lock_guard lock(mutex_);
  look();
  Time total{};
  for (const Standstill& standstill : found_) {
    if (standstill.end > start) total += standstill.length;
  }
  return total;
}

}  // namespace hone::parallel
