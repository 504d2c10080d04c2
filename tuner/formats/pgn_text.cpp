// SPDX-License-Identifier: MIT
#include "tuner/formats/pgn_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/formats/pdn_moves.hpp"

namespace hone::formats {

namespace {

constexpr std::string_view pgn_blanks = " \t\r\v\f";
constexpr std::size_t longest_tag_name = 255;  // PGN 8.1

void take(std::string_view& rest, char wanted) {
  rest = without_pgn_blanks(rest);
  if (rest.empty() || rest.front() != wanted) {
    throw Error(expected_found(fmt::format("a tag like [White \"Name\"], here '{}'", wanted),
                               rest.empty() ? "the end of the line" : quotation(rest)));
  }
  rest.remove_prefix(1);
}

std::string take_name(std::string_view& rest) {
  rest = without_pgn_blanks(rest);
  std::size_t size = 0;
  while (size < rest.size() && (std::isalnum(static_cast<unsigned char>(rest[size])) != 0 || rest[size] == '_')) ++size;
  if (size == 0 || size > longest_tag_name) throw Error(expected_found("the name of a tag", quotation(rest)));
  std::string name(rest.substr(0, size));
  rest.remove_prefix(size);
  return name;
}

// Whether a quote that this follows closes the value of a tag. Fastchess and old databases write quotes within a value
// without a backslash.
bool ends_tag(std::string_view rest) {
  const std::string_view text = without_pgn_blanks(rest);
  return text.empty() || text.front() == ']';
}

// Up to the closing quote, which is taken too.
std::string take_value(std::string_view& rest) {
  std::string value;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '"' && ends_tag(rest.substr(i + 1))) {
      rest.remove_prefix(i + 1);
      return value;
    }
    if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
    value += rest[i];
    if (value.size() > PgnBounds::text) {
      throw Error(fmt::format("the value of a tag is longer than {} bytes", PgnBounds::text));
    }
  }
  throw Error("the value of a tag has no closing quote");
}

}  // namespace

std::string_view without_pgn_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(pgn_blanks), text.size()));
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

namespace {

// A move of draughts, whose '*' may be a mark: the only move. That of chess never begins with such a digit.
bool begins_with_square(std::string_view word) { return !word.empty() && word.front() >= '1' && word.front() <= '9'; }

// The result that the word is, or that stands beside a move without a blank: "Rxg20-1". Moves of draughts may end
// alike, "10-1", and have none.
std::string_view result_at_end(std::string_view word) {
  if (is_result_word(word)) return word;
  if (begins_with_square(word)) return {};
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2", "*"}) {
    if (word.ends_with(result)) return result;
  }
  return {};
}

// "12." and "12..." go before a move, with or without a blank between.
bool is_number(std::string_view word) { return word.find_first_not_of("0123456789") == std::string_view::npos; }

}  // namespace

std::string_view without_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const std::size_t dots = std::min(word.find_first_not_of('.', digits), word.size());
  return dots > digits ? word.substr(dots) : word;
}

bool is_first_number(std::string_view word) { return word.starts_with("1.") && !word.starts_with("1.."); }

std::string_view without_marks(std::string_view word) { return word.substr(0, word.find_last_not_of("!?*,") + 1); }

std::optional<double> points_of(std::string_view result) {
  if (result == "2-0") return 1;
  if (result == "1-1") return 0.5;
  if (result == "0-2") return 0;
  return parse_result(result);
}

bool is_result_word(std::string_view word) { return word == "*" || points_of(word).has_value(); }

const std::string* PgnGame::tag(std::string_view name) const {
  const auto found = std::ranges::find(tags, name, &PgnTag::name);
  return found == tags.end() ? nullptr : &found->value;
}

std::optional<PgnGame> PgnGames::next() {
  do {
    if (!read_game()) return std::nullopt;
  } while (game_.tags.empty() && game_.moves.empty() && game_.fault.empty() && !game_.result.empty());
  return std::move(game_);
}

bool PgnGames::read_game() {
  game_ = {};
  part_ = Part::nothing;
  is_over_ = is_starred_ = false;
  comment_line_ = variation_line_ = variations_ = 0;
  comment_.clear();
  while (!is_over_) {
    std::optional<std::string_view> line = std::exchange(pending_, std::nullopt);
    if (!line) line = next_line();
    if (!line) break;
    if (begins_game(*line)) {
      pending_ = *line;
      break;
    }
    read(*line);
  }
  if (part_ == Part::nothing && !is_within()) return false;
  end_game();
  return true;
}

// Files that were put together have a byte order mark before each of them.
std::optional<std::string_view> PgnGames::next_line() {
  std::optional<std::string_view> line = lines_.next();
  if (line && without_byte_order_mark(*line).starts_with('[')) return without_byte_order_mark(*line);
  return line;
}

// A line that begins with a tag after moves is part of the next game.
bool PgnGames::begins_game(std::string_view line) const {
  if (is_within() && game_.fault.empty()) return begins_with_tag(line);
  return part_ == Part::moves && without_pgn_blanks(line).starts_with('[');
}

void PgnGames::read(std::string_view line) {
  if (line.starts_with('%')) return;  // PGN 6: an escape, for private use
  const std::string_view text = without_pgn_blanks(line);
  if (text.empty()) return;
  if (part_ == Part::nothing) game_.line = lines_.number();
  if (game_.fault.empty()) {
    read_text(line);
  } else if (!text.starts_with('[')) {
    part_ = Part::moves;
  }
}

void PgnGames::read_text(std::string_view line) {
  for (std::string_view rest = line; !rest.empty() && game_.fault.empty();) {
    if (comment_line_ > 0) {
      rest = read_comment(rest);
      continue;
    }
    rest = without_pgn_blanks(rest);
    if (rest.empty() || rest.front() == ';') return;
    if (rest.front() == '{') {
      comment_line_ = lines_.number();
      rest.remove_prefix(1);
    } else if (rest.front() == '(' || rest.front() == ')') {
      rest = read_variation(rest);
    } else if (rest.front() == '[' && variations_ == 0) {
      rest = read_tag(rest);
    } else {
      const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\v\f{(;)[$", 1));
      is_over_ = variations_ == 0 && is_starred_ && is_first_number(word);
      if (!is_over_) rest.remove_prefix(word.size());
      if (!is_over_ && variations_ == 0) take_word(word);
    }
    if (is_over_) {
      pending_ = rest;
      return;
    }
  }
}

// Returns the rest after the tag. When there were moves before the tag, it is the next game's.
std::string_view PgnGames::read_tag(std::string_view rest) {
  is_over_ = part_ == Part::moves;
  if (is_over_) return rest;
  part_ = Part::tags;
  try {
    keep(take_tag(rest));
  } catch (const Error& error) {
    fail(lines_.number(), error.message());
  }
  return rest;
}

void PgnGames::keep(PgnTag tag) {
  if (game_.tags.size() == PgnBounds::tags) {
    fail(lines_.number(), fmt::format("more than {} tags in a game", PgnBounds::tags));
  } else if (game_.tag(tag.name) == nullptr) {
    count(sizeof tag + tag.name.size() + tag.value.size());
    game_.tags.push_back(std::move(tag));
  } else {
    fail(lines_.number(), "tag " + tag.name + " for the second time in a game (or one without moves before it)");
  }
}

// Reads as much of the comment as is on this line, and returns the rest of the line.
std::string_view PgnGames::read_comment(std::string_view rest) {
  const std::size_t end = rest.find('}');
  if (variations_ == 0) {
    if (!comment_.empty()) comment_ += ' ';
    comment_ += rest.substr(0, std::min(end, PgnBounds::text + 1));
    if (comment_.size() > PgnBounds::text) {
      fail(comment_line_, fmt::format("the comment that begins here is longer than {} bytes", PgnBounds::text));
      comment_ = {};
    }
  }
  if (end == std::string_view::npos) return {};
  comment_line_ = 0;
  std::string text = std::exchange(comment_, {});
  if (!game_.moves.empty() && variations_ == 0) count(sizeof text + text.size());
  if (!game_.moves.empty() && variations_ == 0) game_.moves.back().comments.push_back(std::move(text));
  return rest.substr(end + 1);
}

std::string_view PgnGames::read_variation(std::string_view rest) {
  if (rest.front() == '(') {
    if (variations_++ == 0) variation_line_ = lines_.number();
    if (variations_ > PgnBounds::variations) {
      fail(lines_.number(), fmt::format("more than {} variations within one another", PgnBounds::variations));
    }
  } else if (--variations_ < 0) {
    fail(lines_.number(), expected_found("moves", "a ')' that ends nothing"));
  }
  return rest.substr(1);
}

void PgnGames::take_word(std::string_view word) {
  part_ = Part::moves;
  if (word.front() == '$' || word == "e.p.") return;
  word = without_number(word);
  const std::string_view result = result_at_end(word);
  is_starred_ = word.ends_with('*') && begins_with_square(word);
  word.remove_suffix(result.size());
  word = without_marks(word);
  if (!game_.moves.empty() && continues_move(word, game_.moves.back().text)) {
    game_.moves.back().text += word;
  } else if (!word.empty() && !is_number(word)) {
    add_move(word);
  }
  if (result.empty()) return;
  game_.result = result;
  is_over_ = true;
}

void PgnGames::add_move(std::string_view word) {
  if (game_.moves.size() == PgnBounds::moves) {
    return fail(lines_.number(), fmt::format("more than {} moves in a game", PgnBounds::moves));
  }
  std::string text(word);
  const bool is_short = text.capacity() <= std::string().capacity();  // and lies within the string itself
  count(sizeof(PgnMove) + (is_short ? 0 : text.size()));
  game_.moves.push_back({std::move(text), lines_.number(), {}});
}

// To be called before so much more is kept of the game.
void PgnGames::count(std::size_t bytes) {
  game_.bytes += bytes;
  if (game_.bytes > PgnBounds::game) {
    fail(lines_.number(), fmt::format("the game has more than {} bytes of tags, moves and comments", PgnBounds::game));
  }
}

bool PgnGames::ends_with_half() const { return !game_.moves.empty() && game_.moves.back().text == "1/2"; }

void PgnGames::end_game() {
  if (comment_line_ > 0) fail(comment_line_, "a comment begins here and does not end");
  if (variations_ > 0) fail(variation_line_, "a variation begins here and does not end");
  const std::string* const tag = game_.tag("Result");
  if (tag != nullptr && points_of(*tag) == 0.5 && game_.result.empty() && ends_with_half()) game_.moves.pop_back();
  if (game_.result.empty() && is_starred_) game_.result = "*";
  const bool is_open = game_.result.empty() || (game_.result == "*" && tag != nullptr && points_of(*tag));
  if (is_open && tag != nullptr) game_.result = *tag;
}

// Nothing of the game is needed any more but what is wrong with it.
void PgnGames::fail(int line, std::string message) {
  if (!game_.fault.empty()) return;
  game_ = {.line = game_.line, .tags = std::move(game_.tags), .moves = {}, .result = {}, .fault = std::move(message)};
  game_.fault_line = line;
}

}  // namespace hone::formats
