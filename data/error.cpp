// SPDX-License-Identifier: MIT
#include "data/error.hpp"

namespace hone {
namespace {

std::string with_place(std::string_view file, int line, std::string_view message) {
  std::string text(file);
  if (line > 0) text.append(":").append(std::to_string(line));
  return text.append(": ").append(message);
}

}  // namespace

Error::Error(std::string_view message, Kind kind)
    : std::runtime_error(std::string(message)), kind_(kind), message_(message) {}

Error::Error(std::string_view file, int line, std::string_view message, Kind kind)
    : std::runtime_error(with_place(file, line, message)), kind_(kind), file_(file), line_(line), message_(message) {}

std::string expected_found(std::string_view wanted, std::string_view found) {
  return "expected " + std::string(wanted) + ", found " + std::string(found);
}

}  // namespace hone
