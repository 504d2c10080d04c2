// SPDX-License-Identifier: MIT
//
// A session of the protocol whose lines are said one after the other, when the test has heard what it waits for. A
// session that is given all its lines at once reads ahead.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <istream>
#include <mutex>
#include <ostream>
#include <streambuf>
#include <string>
#include <thread>

#include "engine/uci.hpp"

namespace hone {

// Input that comes when the test says so.
class SlowInput : public std::streambuf {
 public:
  void say(const std::string& line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(line + "\n");
    changed_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }

 protected:
  int_type underflow() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !lines_.empty() || is_closed_; });
    if (lines_.empty()) return traits_type::eof();
    line_ = lines_.front();
    lines_.pop_front();
    setg(line_.data(), line_.data(), line_.data() + line_.size());
    return traits_type::to_int_type(line_[0]);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  bool is_closed_ = false;
  std::string line_;
};

// Output that can be waited for, and that may break.
class WatchedOutput : public std::streambuf {
 public:
  // Returns whether the text came within some seconds.
  bool wait_for(const std::string& text) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return text_.find(text) != std::string::npos; });
  }
  [[nodiscard]] bool has(const std::string& text) {
    const std::lock_guard lock(mutex_);
    return text_.find(text) != std::string::npos;
  }
  [[nodiscard]] int times(const std::string& text) {
    const std::lock_guard lock(mutex_);
    int times = 0;
    for (std::size_t at = 0; (at = text_.find(text, at)) != std::string::npos; at += text.size()) ++times;
    return times;
  }
  void break_down() {
    const std::lock_guard lock(mutex_);
    is_broken_ = true;
  }

 protected:
  int_type overflow(int_type c) override {
    const char letter = traits_type::to_char_type(c);
    return xsputn(&letter, 1) == 1 ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const std::lock_guard lock(mutex_);
    if (is_broken_) return 0;
    text_.append(text, static_cast<std::size_t>(size));
    changed_.notify_all();
    return size;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
  bool is_broken_ = false;
};

// A session in a thread of its own, which ends with the input.
class LiveSession {
 public:
  ~LiveSession() { end(); }
  void say(const std::string& line) { input_.say(line); }
  bool hears(const std::string& text) { return output_.wait_for(text); }
  [[nodiscard]] bool has_heard(const std::string& text) { return output_.has(text); }
  [[nodiscard]] int times_heard(const std::string& text) { return output_.times(text); }
  void break_output() { output_.break_down(); }
  void end() {
    input_.close();
    if (thread_.joinable()) thread_.join();
  }

 private:
  SlowInput input_;
  WatchedOutput output_;
  std::thread thread_{[this] {
    std::istream in(&input_);
    std::ostream out(&output_);
    run_uci(find_driver("chess"), {.weights = "material", .hash_megabytes = 1}, {}, &in, out);
  }};
};

}  // namespace hone
