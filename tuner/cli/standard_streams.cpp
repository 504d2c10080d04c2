// SPDX-License-Identifier: MIT
#include "tuner/cli/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/cli/program_words.hpp"

namespace hone::cli {

namespace {

[[noreturn]] void throw_unwritten(int reason) {
  const std::string why = reason != 0 ? std::strerror(reason) : "it could not be written";
  throw Error("standard output: " + why, Error::Kind::system);
}

void put_message(std::string_view start, std::string_view message, std::string_view end) noexcept {
  try {
    const std::string text = std::string(start) + printable_lines(message) + std::string(end);
    std::fwrite(text.data(), 1, text.size(), stderr);
  } catch (const std::exception&) {
    // There is nobody left to tell.
  }
}

// Returns whether a file of the program could get this number.
bool is_closed(int descriptor) { return fcntl(descriptor, F_GETFD) < 0 && errno == EBADF; }

// The lowest free number is taken, which is the one that was found closed. The file is opened the wrong way round, so
// that what is meant for it is an error and not silently lost.
void occupy(int descriptor) {
  if (!is_closed(descriptor)) return;
  [[maybe_unused]] const int opened = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace

void say_text(std::string_view lines) { print_content(printable_lines(lines)); }

void print_content(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void complain(std::string_view message) noexcept try {
  put_message(program_name() + ": ", in_own_words(message), "\n");
} catch (const std::exception&) {
  put_message("", message, "\n");
}

void hint(std::string_view lines) noexcept { put_message("", lines, ""); }

void prepare_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) occupy(descriptor);
  std::signal(SIGXFSZ, SIG_IGN);
}

void finish_standard_output() {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw_unwritten(errno);
}

StandardOutputForProgram::StandardOutputForProgram() {
  std::fflush(stdout);
  descriptor_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (descriptor_ < 0) throw_unwritten(errno);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // so that it stands between the messages as it came
}

// What could not be written to standard error is lost without harm, as messages are.
StandardOutputForProgram::~StandardOutputForProgram() {
  std::fflush(stdout);
  std::clearerr(stdout);
  dup2(descriptor_, STDOUT_FILENO);
  close(descriptor_);
}

void StandardOutputForProgram::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_unwritten(errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace hone::cli
