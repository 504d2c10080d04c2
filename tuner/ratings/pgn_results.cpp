// SPDX-License-Identifier: MIT
#include "tuner/ratings/pgn_results.hpp"

#include <fmt/format.h>

#include <optional>

#include "data/error.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/formats/pgn_tags.hpp"

namespace hone {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// One game at a time, line by line.
class Reader {
 public:
  Reader(const TextLines& lines, RatedGames& games) : lines_(lines), games_(games) {}

  void line(std::string_view text) {
    if (text.starts_with('%')) return;  // PGN 6: an escape, for private use
    if (comment_line_ > 0 && begins_with_tag(text)) require_no_comment();
    if (comment_line_ == 0) text = tags(without_pgn_blanks(text));
    if (!text.empty()) moves(text);
  }

  void end() {
    require_no_comment();
    finish();
  }

 private:
  enum class Part { nothing, tags, moves };  // of a game, that was read last

  void require_no_comment() const {
    if (comment_line_ > 0) throw Error(lines_.name(), comment_line_, "a comment begins here and does not end");
  }

  // What is behind the tags of a line.
  std::string_view tags(std::string_view text) {
    while (text.starts_with('[')) {
      if (part_ == Part::moves) finish();
      if (part_ == Part::nothing) first_line_ = lines_.number();
      part_ = Part::tags;
      keep(take_tag(text));
      text = without_pgn_blanks(text);
    }
    return text;
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
