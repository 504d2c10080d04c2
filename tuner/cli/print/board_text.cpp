// SPDX-License-Identifier: MIT
#include "tuner/cli/print/board_text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "tuner/cli/standard_streams.hpp"

namespace hone::cli {

namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

std::size_t width_of_output() {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace

bool shows_on_terminal() { return isatty(STDOUT_FILENO) != 0; }

bool is_utf8_environment() {
  std::string locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (locale.empty()) locale = variable(name);
  }
  std::ranges::transform(locale, locale.begin(),
                         [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

DrawingStyle style_of_standard_output() {
  DrawingStyle style;
  style.colour = shows_on_terminal() && variable("NO_COLOR").empty() && !variable("TERM").empty() && variable("TERM") != "dumb";
  style.unicode = is_utf8_environment();
  if (shows_on_terminal()) style.width = width_of_output();
  return style;
}

void print_board(const Board& board, const std::vector<bool>& marked, const DrawingStyle& style) {
  const std::string drawing = draw_board(board.picture(), marked, style);
  drawing.empty() ? say("{}\n", board.text()) : print_content(drawing);
}

std::string name_of(const Board& board, Side side) {
  const BoardPicture picture = board.picture();
  if (picture.rows == 0) return side == Side::first ? "first player" : "second player";
  return picture.players[static_cast<std::size_t>(side)].name;
}

}  // namespace hone::cli
