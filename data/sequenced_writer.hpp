// SPDX-License-Identifier: MIT
//
// Puts what many threads make into one order. Items come with their index, from any thread and in any order; the
// sink sees them one at a time in the order first, first + 1, ..., so that what it writes does not depend on the
// number of threads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace hone {

template <class Item>
class SequencedWriter {
 public:
  using Sink = std::function<void(std::uint64_t index, Item&& item)>;

  // look_ahead: how many items from the next one on may come before the thread that brings one is made to wait;
  // at least 1.
  explicit SequencedWriter(Sink sink, std::uint64_t first = 0,
                           std::uint64_t look_ahead = std::numeric_limits<std::uint64_t>::max())
      : sink_(std::move(sink)), next_(first), look_ahead_(look_ahead) {
    if (look_ahead == 0) throw std::invalid_argument("SequencedWriter: look_ahead is 0");
  }

  // Hands over the item, and with it all that waited for it. What the sink throws is thrown here and from every
  // later call, and the sink is not called again. False, the item dropped, once closed. Each index is put once.
  bool put(std::uint64_t index, Item item) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return closed_ || failure_ || index < next_ || index - next_ < look_ahead_; });
    if (failure_) std::rethrow_exception(failure_);
    if (closed_) return false;
    if (index < next_ || !waiting_.try_emplace(index, std::move(item)).second) {
      throw std::logic_error("SequencedWriter: an index was put twice");
    }
    hand_on();
    return true;
  }

  // Nothing more is taken, and whoever waits for room returns. For stopping with items missing: what waits
  // behind a gap never reaches the sink.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    room_.notify_all();
  }

  // Index of the next item the sink will see, and how many wait behind it.
  [[nodiscard]] std::uint64_t next() const {
    const std::lock_guard lock(mutex_);
    return next_;
  }
  [[nodiscard]] std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
  }

 private:
  void hand_on() {
    try {
      for (auto item = waiting_.begin(); item != waiting_.end() && item->first == next_; item = waiting_.begin()) {
        auto node = waiting_.extract(item);
        sink_(next_, std::move(node.mapped()));
        ++next_;
      }
    } catch (...) {
      failure_ = std::current_exception();
    }
    room_.notify_all();
    if (failure_) std::rethrow_exception(failure_);
  }

  Sink sink_;
  mutable std::mutex mutex_;
  std::condition_variable room_;
  std::map<std::uint64_t, Item> waiting_;
  std::uint64_t next_;
  std::uint64_t look_ahead_;
  bool closed_ = false;
  std::exception_ptr failure_;
};

}  // namespace hone
