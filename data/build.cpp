// SPDX-License-Identifier: MIT
#include "data/build.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>

#include <algorithm>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone {

namespace {

constexpr std::string_view own_name = "hone";
constexpr std::size_t longest_name = 60;

// It is written once, at the start of main.
std::string& name_of_program() {
  static std::string name(own_name);
  return name;
}

bool is_letter_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

const std::string& program_name() { return name_of_program(); }

bool is_program_of_its_own() { return program_name() != own_name; }

void name_program(std::string_view name) {
  const bool is_word = !name.empty() && name.size() <= longest_name && name.front() != '-' &&
                       std::ranges::all_of(name, is_letter_of_name);
  if (!is_word) {
    throw Error(
        expected_found("the name of a program: letters, digits, _ and -", fmt::format("\"{}\"", printable(name))));
  }
  name_of_program() = name;
}

std::string build_version() { return HONE_VERSION; }
std::string build_conditions() { return HONE_BUILD; }
std::string build_instruction_set() { return HONE_INSTRUCTION_SET; }
std::string build_identity() {
  const std::string program = is_program_of_its_own() ? program_name() + ", hone " : "";
  return fmt::format("{}{} ({}, glibc {})", program, build_version(), build_conditions(), gnu_get_libc_version());
}

}  // namespace hone
