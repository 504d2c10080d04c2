// SPDX-License-Identifier: MIT
#include "tuner/units/launched_program.hpp"

#include <csignal>
#include <utility>

#include "data/printable.hpp"

namespace hone::units {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t remembered = 2'000;  // bytes of what a program said

}  // namespace

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

LaunchedProgram::LaunchedProgram(const Words& command, const std::filesystem::path& folder, TakeLine take_line)
    : take_line_(std::move(take_line)), process_(command, folder, [this](std::string_view text) { remember(text); }) {}

bool LaunchedProgram::is_running() {
  const auto end = process_.wait(std::chrono::steady_clock::now() + milliseconds(1), {}, [this](std::string_view line) {
    remember(std::string(line) + "\n");
    if (take_line_) take_line_(line);
    return false;
  });
  if (end != play::Process::Wait::closed) return true;
  (void)process_.wait_for_end(milliseconds(2'000));
  return false;
}

void LaunchedProgram::wait_for_end(milliseconds patience) { (void)process_.wait_for_end(patience); }
void LaunchedProgram::ask_to_end() const { ::kill(-process_.id(), SIGTERM); }

std::string LaunchedProgram::last_words() const {
  std::string line;
  for (const char letter : said_) line += letter == '\n' ? "; " : std::string(1, letter);
  while (line.ends_with("; ")) line.resize(line.size() - 2);
  return printable(line);
}

void LaunchedProgram::remember(std::string_view text) {
  said_ += text;
  if (said_.size() > remembered) said_.erase(0, said_.size() - remembered);
}

}  // namespace hone::units
