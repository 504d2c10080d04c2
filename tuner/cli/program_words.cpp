// SPDX-License-Identifier: MIT
#include "tuner/cli/program_words.hpp"

#include <algorithm>

namespace hone::cli {

namespace {

constexpr std::string_view own_word = "hone";

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_part_of_name(char c) { return is_small_letter(c) || is_capital(c) || (c >= '0' && c <= '9') || c == '_'; }

// Whether the word hone at `place` begins the name of a command.
bool is_command(std::string_view text, std::size_t place) {
  const std::string_view before = text.substr(0, place), after = text.substr(place + own_word.size());
  const bool begins = before.empty() || std::string_view(" \n('`").find(before.back()) != std::string_view::npos;
  const bool is_the_toolkit = before.ends_with("of ");
  return begins && !is_the_toolkit && after.size() > 1 && after[0] == ' ' &&
         (is_small_letter(after[1]) || is_capital(after[1]) || after[1] == '-');
}

// Whether the name from `begin` to `end` is the program's, or is made of it: hone, _hone, __hone_command. It is not in
// --remote-hone, "game files of hone" and "hone's games", whose quote the shells write in their ways.
bool is_name_of_script(std::string_view script, std::size_t begin, std::size_t end) {
  const std::string_view after = script.substr(end);
  if (begin > 0 && script[begin - 1] == '-') return false;
  if (script.substr(0, begin).ends_with("files of ") && !after.starts_with(' ')) return false;
  if (after.starts_with("'s") || after.starts_with("\\'s") || after.starts_with("'\\''s")) return false;
  const std::string_view name = script.substr(begin, end - begin);
  const std::string_view rest = name.substr(std::min(name.find_first_not_of('_'), name.size()));
  return name == own_word || (name.size() > rest.size() && (rest == own_word || rest.starts_with("hone_")));
}

std::string as_part_of_name(std::string_view program) {
  std::string part(program);
  std::ranges::replace(part, '-', '_');
  return part;
}

}  // namespace

std::string in_words_of(std::string_view program, std::string_view text) {
  std::string found;
  if (program == own_word) return std::string(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t place = std::min(text.find(own_word, at), text.size());
    found += text.substr(at, place - at);
    if (place == text.size()) break;
    found += is_command(text, place) ? program : own_word;
    at = place + own_word.size();
  }
  return found;
}

std::string script_in_words_of(std::string_view program, std::string_view script) {
  std::string found;
  for (std::size_t at = 0; at < script.size();) {
    std::size_t end = at;
    while (end < script.size() && is_part_of_name(script[end])) ++end;
    if (!is_name_of_script(script, at, end)) {
      found += script.substr(at, std::max<std::size_t>(end - at, 1));
    } else {
      std::string name(script.substr(at, end - at));
      const bool is_word = name == own_word;
      found +=
          name.replace(name.find(own_word), own_word.size(), is_word ? std::string(program) : as_part_of_name(program));
    }
    at = std::max(end, at + 1);
  }
  return found;
}

}  // namespace hone::cli
