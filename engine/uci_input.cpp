// SPDX-License-Identifier: MIT
#include "engine/uci_input.hpp"

#include <istream>
#include <utility>

#include "engine/uci_text.hpp"

namespace hone {
namespace {

std::string_view command_of(std::string_view line) {
  const auto words = split_words(line.substr(0, line.find_first_of("\r\n")));
  return words.empty() ? std::string_view() : words.front();
}

}  // namespace

bool waits_for_search(std::string_view command) {
  return command == "setoption" || command == "ucinewgame" || command == "eval";
}

InputAhead::InputAhead(std::istream& in, std::function<void()> stop) : in_(in), stop_(std::move(stop)) {}

std::optional<std::string> InputAhead::next() {
  std::unique_lock lock(mutex_);
  is_waiting_ = false;
  changed_.wait(lock, [this] { return !lines_.empty() || has_ended_; });
  if (lines_.empty()) return std::nullopt;
  std::string line = std::move(lines_.front());
  lines_.pop_front();
  is_waiting_ = waits_for_search(command_of(line));
  if (kind_of(line) != Kind::other) asked_.pop_front();
  stop_if_asked();
  changed_.notify_all();
  return line;
}

InputAhead::Kind InputAhead::kind_of(std::string_view line) {
  const std::string_view word = command_of(line);
  return word == "go" ? Kind::go : word == "stop" ? Kind::stop : word == "quit" ? Kind::quit : Kind::other;
}

void InputAhead::read() {
  std::string line;
  Kind kind = Kind::other;
  while (kind != Kind::quit && std::getline(in_, line)) {
    kind = kind_of(line);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return lines_.size() < most_lines; });
    lines_.push_back(std::move(line));
    if (kind != Kind::other) asked_.push_back(kind);
    stop_if_asked();
    changed_.notify_all();
  }
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
  changed_.notify_all();
}

void InputAhead::stop_if_asked() {
  if (is_waiting_ && !asked_.empty() && asked_.front() != Kind::go) stop_();
}

}  // namespace hone
