// SPDX-License-Identifier: MIT
#include "tuner/pgn_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "data/error.hpp"
#include "tuner/labels.hpp"

namespace hone {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view skip_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text;
}

void take(std::string_view& rest, char wanted) {
  rest = skip_blanks(rest);
  if (rest.empty() || rest.front() != wanted) {
    throw Error(expected_found(fmt::format("a tag like [White \"Name\"], here '{}'", wanted),
                               rest.empty() ? "the end of the line" : fmt::format("'{}'", rest)));
  }
  rest.remove_prefix(1);
}

std::string take_name(std::string_view& rest) {
  rest = skip_blanks(rest);
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

PgnTag take_tag(std::string_view& rest) {
  PgnTag tag;
  take(rest, '[');
  tag.name = take_name(rest);
  take(rest, '"');
  tag.value = take_value(rest);
  take(rest, ']');
  return tag;
}

// One game at a time, line by line.
class Reader {
 public:
  Reader(const TextLines& lines, RatedGames& games) : lines_(lines), games_(games) {}

  void line(std::string_view text) {
    if (text.starts_with('%')) return;  // PGN 6: an escape, for private use
    if (comment_line_ > 0) return moves(text);
    text = skip_blanks(text);
    if (text.empty()) return;
    text.front() == '[' ? tags(text) : moves(text);
  }

  void end() {
    if (comment_line_ > 0) throw Error(lines_.name(), comment_line_, "a comment begins here and does not end");
    finish();
  }

 private:
  enum class Part { nothing, tags, moves };  // of a game, that was read last

  void tags(std::string_view text) {
    if (part_ == Part::moves) finish();
    if (part_ == Part::nothing) first_line_ = lines_.number();
    part_ = Part::tags;
    for (const PgnTag& tag : parse_tags(text)) keep(tag);
  }

  void keep(const PgnTag& tag) {
    if (tag.name == "White") set(white_, tag);
    if (tag.name == "Black") set(black_, tag);
    if (tag.name == "Result") set(result_, tag);
  }

  static void set(std::optional<std::string>& to, const PgnTag& tag) {
    if (to) throw Error(fmt::format("tag {} for the second time in a game (or one without moves before it)", tag.name));
    if (tag.value.empty()) throw Error(fmt::format("tag {} is empty", tag.name));
    if (tag.name == "Result" && tag.value != "*" && !parse_result(tag.value)) {
      throw Error(expected_found("1-0, 0-1, 1/2-1/2 or *", fmt::format("'{}'", tag.value)));
    }
    to = tag.value;
  }

  void moves(std::string_view text) {
    if (part_ == Part::nothing) throw Error(expected_found("a tag like [White \"Name\"]", fmt::format("'{}'", text)));
    part_ = Part::moves;
    while (!text.empty()) {
      const std::size_t at = comment_line_ > 0 ? text.find('}') : text.find_first_of("{;");
      if (at == std::string_view::npos || text[at] == ';') return;  // ; makes a comment of the rest of the line
      comment_line_ = text[at] == '{' ? lines_.number() : 0;
      text.remove_prefix(at + 1);
    }
  }

  [[nodiscard]] const std::string& need(const std::optional<std::string>& value, const char* name) const {
    if (!value) throw Error(lines_.name(), first_line_, fmt::format("the game that begins here has no tag {}", name));
    return *value;
  }

  void finish() {
    if (part_ == Part::nothing) return;
    const std::string &white = need(white_, "White"), &black = need(black_, "Black");
    const auto points = parse_result(need(result_, "Result"));
    if (points) {
      games_.add(white, black, one_game(*points));
    } else {
      games_.add_unfinished();
    }
    white_.reset(), black_.reset(), result_.reset();
    part_ = Part::nothing;
  }

  const TextLines& lines_;
  RatedGames& games_;
  Part part_ = Part::nothing;
  int first_line_ = 0;
  int comment_line_ = 0;  // where the comment that is open began
  std::optional<std::string> white_, black_, result_;
};

}  // namespace

std::vector<PgnTag> parse_tags(std::string_view line) {
  std::vector<PgnTag> tags;
  for (std::string_view rest = line; !skip_blanks(rest).empty();) tags.push_back(take_tag(rest));
  return tags;
}

void read_pgn_results(TextLines& lines, RatedGames& games) {
  Reader reader(lines, games);
  while (auto line = lines.next()) {
    if (lines.number() == 1 && line->starts_with(byte_order_mark)) line->remove_prefix(byte_order_mark.size());
    try {
      reader.line(*line);
    } catch (const Error& error) {
      if (error.line() > 0) throw;
      throw Error(lines.name(), lines.number(), error.message());
    }
  }
  reader.end();
}

}  // namespace hone
