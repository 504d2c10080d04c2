// SPDX-License-Identifier: MIT
#include "tuner/formats/pgn_tags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "data/error.hpp"

namespace hone {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

void take(std::string_view& rest, char wanted) {
  rest = without_pgn_blanks(rest);
  if (rest.empty() || rest.front() != wanted) {
    throw Error(expected_found(fmt::format("a tag like [White \"Name\"], here '{}'", wanted),
                               rest.empty() ? "the end of the line" : fmt::format("'{}'", rest)));
  }
  rest.remove_prefix(1);
}

std::string take_name(std::string_view& rest) {
  rest = without_pgn_blanks(rest);
  std::size_t size = 0;
  while (size < rest.size() && (std::isalnum(static_cast<unsigned char>(rest[size])) != 0 || rest[size] == '_')) ++size;
  if (size == 0) throw Error(expected_found("the name of a tag", fmt::format("'{}'", rest)));
  std::string name(rest.substr(0, size));
  rest.remove_prefix(size);
  return name;
}

// Up to the closing quote, which is taken too.
std::string take_value(std::string_view& rest) {
  std::string value;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      return value;
    }
    if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
    value += rest[i];
  }
  throw Error("the value of a tag has no closing quote");
}

}  // namespace

std::string_view without_pgn_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text;
}

PgnTag take_tag(std::string_view& text) {
  PgnTag tag;
  take(text, '[');
  tag.name = take_name(text);
  take(text, '"');
  tag.value = take_value(text);
  take(text, ']');
  return tag;
}

bool begins_with_tag(std::string_view line) {
  std::string_view text = without_pgn_blanks(line);
  if (!text.starts_with('[')) return false;
  try {
    (void)take_tag(text);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace hone
