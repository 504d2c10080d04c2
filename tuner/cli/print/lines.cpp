// SPDX-License-Identifier: MIT
#include "tuner/cli/print/lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hone::cli {

namespace {

// Takes the next word off the text. Of one that is longer than a line, the part up to the last comma that fits.
std::string_view take_word(std::string_view& text, std::size_t most) {
  const auto end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  const std::size_t comma = word.size() > most ? word.substr(0, most).find_last_of(',') : std::string_view::npos;
  text.remove_prefix(comma == std::string_view::npos ? std::min(end + 1, text.size()) : comma + 1);
  return word.substr(0, comma == std::string_view::npos ? word.size() : comma + 1);
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = take_word(text, width - std::min(indent, width));
    if (column > indent && column + 1 + word.size() > width) {
      lines.append("\n").append(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

std::string labelled(std::string_view label, std::string_view text) {
  constexpr std::size_t text_column = 15;
  return fmt::format("{:<{}}{}\n", label, text_column, wrapped(text, page_width, text_column));
}

}  // namespace hone::cli
