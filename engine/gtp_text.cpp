// SPDX-License-Identifier: MIT
#include "engine/gtp_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "data/words.hpp"
#include "engine/uci_text.hpp"

namespace hone {
namespace {

bool is_left_out(char c) {
  const auto code = static_cast<unsigned char>(c);
  return (code < 0x20 && c != '\t') || code == 0x7f;
}

bool is_gtp_number(std::string_view word) { return word.find_first_not_of("0123456789") == std::string_view::npos; }

}  // namespace

std::optional<GtpCommand> parse_gtp(std::string_view line) {
  std::string text(line.substr(0, line.find('#')));
  std::erase_if(text, is_left_out);
  std::ranges::replace(text, '\t', ' ');
  const std::vector<std::string_view> words = split_words(text);
  if (words.empty()) return std::nullopt;
  GtpCommand command;
  auto word = words.begin();
  if (is_gtp_number(*word)) command.id = *word++;
  if (word != words.end()) command.name = *word++;
  command.arguments.assign(word, words.end());
  return command;
}

std::string gtp_answer(bool is_done, std::string_view id, std::string_view text) {
  return fmt::format("{}{}{}{}\n\n", is_done ? '=' : '?', id, text.empty() || text.starts_with('\n') ? "" : " ", text);
}

std::optional<Side> parse_gtp_colour(std::string_view word) {
  const std::string colour = small_letters(word);
  if (colour == "b" || colour == "black") return Side::first;
  if (colour == "w" || colour == "white") return Side::second;
  return std::nullopt;
}

std::string gtp_vertex(std::string_view word) {
  std::string vertex = small_letters(word);
  if (vertex != "pass" && !vertex.empty())
    vertex.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(vertex.front())));
  return vertex;
}

std::string gtp_picture(const BoardPicture& picture) {
  std::string names;
  for (const std::string& name : picture.column_names) names += ' ' + name;
  std::string text = "\n  " + names + '\n';
  for (int row = 0; row < picture.rows; ++row) {
    const std::string& name = picture.row_names[static_cast<std::size_t>(row)];
    text += fmt::format("{:>2}", name);
    for (int column = 0; column < picture.columns; ++column) text += fmt::format(" {}", picture.at(row, column).letter);
    text += fmt::format(" {}\n", name);
  }
  text += "  " + names;
  for (const std::string& note : picture.notes) text += '\n' + note;
  return text;
}

}  // namespace hone
