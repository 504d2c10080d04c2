// SPDX-License-Identifier: MIT
//
// Standard output and standard error. Everything that a command prints for people goes through say(), and every error
// message through complain(): control characters of others' texts (the name of a player, a token of a file) are shown
// as bytes, and a stream that cannot be written never ends the process. Whether standard output could be written is
// told once, at the end of the program.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace hone::cli {

// Prints lines for people on standard output.
void say_text(std::string_view lines);
template <class... T>
void say(fmt::format_string<T...> format, T&&... values) {
  say_text(fmt::format(format, std::forward<T>(values)...));
}

// Prints a text on standard output byte for byte: a file's content that goes there instead of to a file.
void print_content(std::string_view text);

// Prints "hone: MESSAGE", with the program's name, on standard error; a hint is printed without the name of the
// program. Neither throws.
void complain(std::string_view message) noexcept;
void hint(std::string_view lines) noexcept;

// To be called first of all. Descriptors 0 to 2 that are closed are opened on /dev/null, so that no file gets one of
// these numbers and messages in it; writing to one of them still fails. And a file that grows beyond the limit of the
// process (ulimit -f) becomes an error of write instead of a signal, so that what was written of it is removed.
void prepare_standard_streams();

// Empties the buffer. Throws Error of kind system when any of what was printed could not be written.
void finish_standard_output();

// Keeps standard output for a program that reads it: what say() prints while this object lives goes to standard error.
class StandardOutputForProgram {
 public:
  StandardOutputForProgram();
  ~StandardOutputForProgram();
  StandardOutputForProgram(const StandardOutputForProgram&) = delete;
  StandardOutputForProgram& operator=(const StandardOutputForProgram&) = delete;

  // Writes all of the text to standard output, or throws Error of kind system.
  void write(std::string_view text) const;

 private:
  int descriptor_;  // of standard output as it was
};

}  // namespace hone::cli
