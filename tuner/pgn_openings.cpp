// SPDX-License-Identifier: MIT
#include "tuner/pgn_openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "data/error.hpp"
#include "data/text_lines.hpp"

namespace hone {
namespace {

bool is_result(std::string_view word) { return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*"; }

bool is_number(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

// The value of the tag with its escapes undone; nothing for another tag.
std::optional<std::string> value_of(std::string_view line, std::string_view tag) {
  const std::string start = fmt::format("[{} \"", tag);
  if (!line.starts_with(start)) return std::nullopt;
  std::string value;
  for (std::size_t i = start.size(); i < line.size() && line[i] != '"'; ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) ++i;
    value += line[i];
  }
  return value;
}

class OpeningReader {
 public:
  OpeningReader(const GameDriver& driver, std::optional<int> plies)
      : driver_(driver), most_(plies ? static_cast<std::size_t>(*plies) : std::numeric_limits<std::size_t>::max()) {}

  void read(std::string_view line) {
    const bool is_tag = !in_comment_ && variations_ == 0 && line.starts_with('[');
    if (is_tag) {
      if (in_moves_) finish();
      if (const auto position = value_of(line, "FEN")) opening_.start = *position;
      is_begun_ = true;
    } else {
      read_moves(line);
    }
  }

  std::vector<Opening> take() {
    finish();
    if (in_comment_) throw Error(expected_found("the end of a comment, '}'", "the end of the file"));
    if (variations_ > 0) throw Error(expected_found("the end of a variation, ')'", "the end of the file"));
    return std::move(openings_);
  }

 private:
  void read_moves(std::string_view line) {
    std::string word;
    for (const char c : line) {
      if (in_comment_) {
        in_comment_ = c != '}';
        continue;
      }
      const bool is_mark = c == '{' || c == '(' || c == ')' || c == ';';
      if (!is_mark && std::isspace(static_cast<unsigned char>(c)) == 0) {
        word += c;
        continue;
      }
      take_word(std::exchange(word, {}));
      if (c == ';') return;
      in_comment_ = c == '{';
      if (c == '(') ++variations_;
      if (c == ')' && --variations_ < 0) throw Error(expected_found("moves", "a ')' that ends nothing"));
    }
    take_word(word);
  }

  void take_word(std::string_view word) {
    if (word.empty() || variations_ > 0 || word.front() == '$' || word.front() == '%') return;
    is_begun_ = in_moves_ = true;
    if (is_result(word)) return finish();
    if (const std::size_t dot = word.rfind('.'); dot != std::string_view::npos) word.remove_prefix(dot + 1);
    if (!is_number(word)) play(word);
  }

  void play(std::string_view word) {
    if (opening_.moves.size() >= most_) return;
    while (word.ends_with('!') || word.ends_with('?')) word.remove_suffix(1);
    if (!board_) board_ = set_up(driver_, opening_);
    const std::optional<MoveCode> move = board_->parse_move(word);
    if (!move) throw Error(expected_found("a legal move", fmt::format("'{}'", word)));
    board_->play(*move);
    opening_.moves.push_back(*move);
  }

  void finish() {
    if (is_begun_) {
      if (!board_) board_ = set_up(driver_, opening_);
      if (board_->outcome()) throw Error("the game is over by the end of this opening");
      openings_.push_back(std::move(opening_));
    }
    opening_ = {};
    board_.reset();
    is_begun_ = in_moves_ = false;
  }

  const GameDriver& driver_;
  std::size_t most_;
  std::vector<Opening> openings_;
  Opening opening_;
  std::unique_ptr<Board> board_;  // after the moves so far
  bool is_begun_ = false;         // a game was, by a tag or a move
  bool in_moves_ = false;
  bool in_comment_ = false;
  int variations_ = 0;  // how deep in them
};

}  // namespace

std::vector<Opening> read_pgn_openings(const GameDriver& driver, const std::filesystem::path& file,
                                       std::optional<int> plies) {
  TextLines lines(file);
  OpeningReader reader(driver, plies);
  try {
    while (const std::optional<std::string_view> line = lines.next()) reader.read(*line);
    return reader.take();
  } catch (const Error& error) {
    throw Error(file.string(), lines.number(), error.message());
  }
}

}  // namespace hone
