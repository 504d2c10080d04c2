// SPDX-License-Identifier: MIT
//
// The lines that a UCI interface sends, read ahead, so that `stop` and `quit` are heard while a line before them waits
// for a search.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace hone {

// Whether a line that begins with this word is carried out when the present search has ended, as `go` is.
[[nodiscard]] bool waits_for_search(std::string_view command);

// Reads on a thread of its own. `stop` and `quit` mean the search that is waited for unless a `go` comes before them;
// all other lines are answered in their order.
class InputAhead {
 public:
  static constexpr std::size_t most_lines = 4096;  // that are read ahead

  // `stop` ends the present search; it is called from either thread. The input has ended or said `quit` before this
  // object ends.
  InputAhead(std::istream& in, std::function<void()> stop);
  InputAhead(const InputAhead&) = delete;
  InputAhead& operator=(const InputAhead&) = delete;
  ~InputAhead() = default;

  // The next line, or nothing at the end of the input.
  [[nodiscard]] std::optional<std::string> next();

 private:
  enum class Kind : std::uint8_t { other, go, stop, quit };

  [[nodiscard]] static Kind kind_of(std::string_view line);
  void read();
  void stop_if_asked();

  std::istream& in_;
  std::function<void()> stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  std::deque<Kind> asked_;   // of those lines that are not others, in their order
  bool is_waiting_ = false;  // the line that is being carried out waits for a search
  bool has_ended_ = false;
  std::jthread reader_{[this] { read(); }};  // the last member: it uses all the others
};

}  // namespace hone
