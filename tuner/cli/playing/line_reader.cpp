// SPDX-License-Identifier: MIT
#include "tuner/cli/playing/line_reader.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "tuner/cli/standard_streams.hpp"

namespace hone::cli {

namespace {

class PlainLineReader final : public LineReader {
 public:
  explicit PlainLineReader(PlaySignals& signals) : signals_(signals) {}

  TypedLine read(const std::string& prompt) override {
    say("{}", prompt);
    std::fflush(stdout);
    TypedLine line = take_line();
    const bool has_line = line.kind == TypedLine::Kind::text || line.kind == TypedLine::Kind::too_long;
    if (isatty(STDIN_FILENO) == 0 || !has_line) say("{}\n", has_line ? line.text.substr(0, longest_echo) : "");
    return line;
  }

 private:
  static constexpr std::size_t longest_echo = 120;

  // What follows the first bytes of a line that is too long is dropped as it comes.
  TypedLine take_line() {
    TypedLine line;
    for (;;) {
      const std::size_t end = std::min(buffer_.find('\n'), buffer_.size());
      line.text += buffer_.substr(0, end);
      if (line.text.size() > longest_line) {
        line.kind = TypedLine::Kind::too_long;
        line.text.resize(longest_line);
      }
      const bool is_whole = end < buffer_.size();
      buffer_.erase(0, end + (is_whole ? 1 : 0));
      if (is_whole) break;
      const TypedLine::Kind stop = fill();
      if (stop == TypedLine::Kind::text) continue;
      if (stop == TypedLine::Kind::end && !line.text.empty()) break;
      return {stop, {}};
    }
    if (line.text.ends_with('\r')) line.text.pop_back();
    return line;
  }

  // Returns `text` when there is more in the buffer.
  TypedLine::Kind fill() {
    switch (wait_for_input(signals_)) {
      case Arrival::interrupt:
        return TypedLine::Kind::interrupted;
      case Arrival::end:
        return TypedLine::Kind::closing;
      case Arrival::input:
        break;
    }
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0) return TypedLine::Kind::end;
    buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    return TypedLine::Kind::text;
  }

  PlaySignals& signals_;
  std::string buffer_;
};

}  // namespace

Arrival wait_for_input(PlaySignals& signals) {
  for (;;) {
    std::array<pollfd, 2> waited{{{STDIN_FILENO, POLLIN, 0}, {signals.descriptor(), POLLIN, 0}}};
    if (poll(waited.data(), waited.size(), -1) < 0 && errno != EINTR) return Arrival::input;  // which read refuses
    switch (signals.take()) {
      case PlaySignals::Call::interrupt:
        return Arrival::interrupt;
      case PlaySignals::Call::end:
        return Arrival::end;
      case PlaySignals::Call::none:
        break;
    }
    if (waited[0].revents != 0) return Arrival::input;
  }
}

std::string common_beginning(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  std::string common = words.front();
  for (const std::string& word : words) {
    common.erase(std::ranges::mismatch(common, word).in1, common.end());
  }
  return common;
}

std::unique_ptr<LineReader> line_reader(PlaySignals& signals, Completion completion) {
  if (auto reader = edited_line_reader(signals, std::move(completion))) return reader;
  return std::make_unique<PlainLineReader>(signals);
}

}  // namespace hone::cli
