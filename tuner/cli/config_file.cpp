// SPDX-License-Identifier: MIT
#include "tuner/cli/config_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "data/error.hpp"

namespace hone {
namespace {

ConfigEntry parse_line(std::string_view text, const std::string& file, int line) {
  const auto sign = text.find('=');
  const std::string_view key = trimmed(text.substr(0, sign));
  if (sign == std::string_view::npos || key.empty()) {
    throw Error(file, line, expected_found("option = value", "'" + std::string(text) + "'"));
  }
  return {std::string(key), std::string(trimmed(text.substr(sign + 1))), line};
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<ConfigEntry> read_config_file(const std::string& file) {
  errno = 0;
  std::ifstream in(file);
  if (!in) throw Error(file, 0, std::strerror(errno));
  std::vector<ConfigEntry> entries;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const std::string_view text = trimmed(line);
    if (!text.empty() && text.front() != '#') entries.push_back(parse_line(text, file, number));
  }
  if (in.bad()) throw Error(file, 0, "cannot be read");
  return entries;
}

}  // namespace hone
