// SPDX-License-Identifier: MIT
#include "tuner/play/uci/dialogue.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::play {

namespace {

constexpr std::size_t longest_complaint = 1'000;  // bytes of a line of standard error; a longer one is broken

std::string utc_now() {
  using std::chrono::system_clock;
  const auto now = std::chrono::floor<std::chrono::milliseconds>(system_clock::now());
  const auto millisecond = now.time_since_epoch().count() % 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(system_clock::to_time_t(now)), millisecond);
}

// Player names may hold any printable character, file names no slash; and a file that begins with a dot is hidden.
std::string file_name(std::string_view player, int process) {
  std::string name = printable(player);
  std::ranges::replace(name, '/', '_');
  if (name.starts_with('.')) name.front() = '_';
  return fmt::format("{}-{}.log", name, process);
}

}  // namespace

void Dialogue::log_to(const std::filesystem::path& folder, std::string_view player, int process) {
  std::error_code unmade;  // the error of opening the file is clearer
  std::filesystem::create_directories(folder, unmade);
  log_.emplace(folder / file_name(player, process), File::Mode::open);
}

void Dialogue::sent(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    note('>', lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

void Dialogue::complained(std::string_view bytes) {
  for (const char c : bytes) {
    if (c != '\n') complaint_ += c;
    if (c != '\n' && complaint_.size() < longest_complaint) continue;
    note('!', complaint_);
    complaint_.clear();
  }
}

void Dialogue::note(char direction, std::string_view line) {
  Line& kept = last_[count_++ % lines_kept];
  kept.direction = direction;
  kept.text.assign(line.substr(0, kept_length));
  if (line.size() > kept_length) kept.text += "...";
  if (log_) write(direction, line);
}

// A log that cannot be written, on a full disk, ends; the games go on.
void Dialogue::write(char direction, std::string_view line) try {
  log_->write(fmt::format("{} {} {}\n", utc_now(), direction, printable(line)));
} catch (const Error& error) {
  log_fault_ = error.what();
  log_.reset();
}

std::vector<std::string> Dialogue::last_lines() const {
  std::vector<std::string> lines;
  for (std::uint64_t i = count_ - std::min<std::uint64_t>(count_, lines_kept); i < count_; ++i) {
    const Line& kept = last_[i % lines_kept];
    lines.push_back(fmt::format("{} {}", kept.direction, printable(kept.text)));
  }
  if (!complaint_.empty()) lines.push_back("! " + printable(complaint_.substr(0, kept_length)));
  return lines;
}

}  // namespace hone::play
