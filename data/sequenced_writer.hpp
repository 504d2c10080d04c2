// SPDX-License-Identifier: MIT
//
// Puts the items that many threads make into one order. Items come with their index, from any thread and in any order.
// The sink receives them one at a time in the order first, first + 1, ..., so that what it writes does not depend on
// the number of threads.
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

  // `look_ahead` is at least 1: a thread waits if its item's index is the next one plus `look_ahead` or more.
  explicit SequencedWriter(Sink sink, std::uint64_t first = 0,
                           std::uint64_t look_ahead = std::numeric_limits<std::uint64_t>::max())
      : sink_(std::move(sink)), next_(first), look_ahead_(look_ahead) {
    if (look_ahead == 0) throw std::invalid_argument("SequencedWriter: look_ahead is 0");
  }

  // Gives the item to the sink when its turn comes, and then the items that waited for it. An exception of the sink is
  // thrown here and from every later call, and the sink is not called again. Returns false and drops the item after
  // close(). Each index must be put exactly once.
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

  // Stops taking items, and wakes the threads that wait. It is used to stop while items are missing: items that wait
  // after a gap never reach the sink.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    room_.notify_all();
  }

  // The index of the next item for the sink, and the number of items that wait after it.
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
