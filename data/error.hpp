// SPDX-License-Identifier: MIT
//
// The one exception type of the libraries. It reports that something outside the program is wrong: a file, a text or
// the operating system. Errors of the program itself are asserts, normal absence is std::optional, and a numerical run
// that does not converge returns a status.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hone {

class Error : public std::runtime_error {
 public:
  enum class Kind {
    input,   // a file or text that the user can correct: exit code 2
    system,  // no space, no permission or a device error; what is on disk is intact and a later try may succeed
  };

  // what() is the message alone.
  explicit Error(std::string_view message, Kind kind = Kind::input);

  // what() is "file:line: message"; line counts from 1, and 0 means the file as a whole ("file: message").
  Error(std::string_view file, int line, std::string_view message, Kind kind = Kind::input);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] const std::string& message() const { return message_; }  // without the place

 private:
  Kind kind_;
  std::string file_;
  int line_ = 0;
  std::string message_;
};

// "expected WANTED, found FOUND", the wording of every parser here.
[[nodiscard]] std::string expected_found(std::string_view wanted, std::string_view found);

}  // namespace hone
