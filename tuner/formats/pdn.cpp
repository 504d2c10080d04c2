// SPDX-License-Identifier: MIT
#include "tuner/formats/pdn.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/text_lines.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/pdn_moves.hpp"
#include "tuner/formats/pgn_text.hpp"

namespace hone::formats {

namespace {

constexpr std::size_t longest_shown = 120;  // bytes of the text in a message
constexpr std::string_view pdn_blanks = " \t\r\n";

struct ResultText {
  std::string_view text;
  std::optional<int> utility;
};

// The result of the side that moves first comes first, as in PGN, where Black moves second. The FMJD counts points:
// 2-0.
constexpr ResultText result_texts[] = {{"1-0", 1},  {"0-1", -1}, {"1/2-1/2", 0}, {"2-0", 1},
                                       {"0-2", -1}, {"1-1", 0},  {"1/2", 0},     {"*", {}}};

const ResultText* find_result(std::string_view word) {
  const auto* const found = std::ranges::find(result_texts, word, &ResultText::text);
  return found == std::end(result_texts) ? nullptr : found;
}

// "12." and "12..." go before a move, with or without a blank between.
class PdnReader {
 public:
  PdnReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  std::vector<PdnGame> run() {
    text_ = without_byte_order_mark(text_);
    while (skip_to_text()) {
      if (text_.front() == '[') {
        read_tag();
      } else {
        read_word(take(text_.find_first_of(" \t\r\n{(;[$", 1)));
      }
    }
    finish_game();
    return std::move(games_);
  }

 private:
  [[noreturn]] void reject(std::string_view wanted, std::string_view found) const { reject(wanted, found, line_); }
  [[noreturn]] void reject(std::string_view wanted, std::string_view found, int line) const {
    throw Error(file_, line, expected_found(wanted, printable(found.substr(0, longest_shown))));
  }

  // Takes the text before a place, or all of it, and counts its lines.
  std::string_view take(std::size_t size) {
    const std::string_view taken = text_.substr(0, size);
    line_ += static_cast<int>(std::ranges::count(taken, '\n'));
    text_.remove_prefix(taken.size());
    return taken;
  }

  void take_through(char end) {
    const std::size_t at = text_.find(end);
    if (at == std::string_view::npos && end != '\n') reject(std::string_view(&end, 1), "the end of the text");
    take(at == std::string_view::npos ? at : at + 1);
  }

  // False at the end. Comments and variations are skipped.
  bool skip_to_text() {
    for (;;) {
      take(text_.find_first_not_of(pdn_blanks));
      if (text_.empty()) return false;
      if (!skip_comment() && !skip_variation()) return true;
    }
  }

  bool skip_comment() {
    if (text_.front() != '{' && text_.front() != ';' && text_.front() != '%') return false;
    take_through(text_.front() == '{' ? '}' : '\n');
    return true;
  }

  bool skip_variation() {
    if (text_.front() == ')') reject("(", ")");
    if (text_.front() != '(') return false;
    const int first_line = line_;
    int open = 0;
    do {
      if (text_.empty()) throw Error(file_, first_line, expected_found(")", "the end of the text"));
      if (skip_comment()) continue;
      const char next = take(1).front();
      open += next == '(' ? 1 : next == ')' ? -1 : 0;
    } while (open > 0);
    return true;
  }

  void read_tag() {
    take(1);
    const std::string name(take(text_.find_first_of(" \t\r\n\"]")));
    if (board_ || game_.tags.contains(name)) finish_game();
    take(text_.find_first_not_of(pdn_blanks));
    if (!text_.starts_with('"')) reject("a tag like [Event \"...\"]", "[" + name);
    game_.tags[name] = read_quoted();
    require_tag_end();
    if (name == "FEN") game_.play.start = game_.tags[name];
    const std::string_view type = name == "GameType" ? game_.tags[name] : english_draughts;
    if (type.substr(0, type.find(',')) != english_draughts) reject("GameType 21, English draughts", type);
  }

  // A value ends on its line, so that a forgotten quotation mark does not swallow the next tag.
  std::string read_quoted() {
    std::string value;
    for (take(1); !text_.starts_with('"'); value += take(1)) {
      if (text_.starts_with('\\')) take(1);
      if (text_.empty() || text_.front() == '\n') reject("\"", "the end of the line");
    }
    take(1);
    return value;
  }

  void require_tag_end() {
    const std::size_t at = text_.find_first_not_of(pdn_blanks);
    if (at == std::string_view::npos) reject("]", "the end of the text");
    if (text_[at] != ']') reject("]", text_.substr(at, 1));
    take(at + 1);
  }

  void read_word(std::string_view word) {
    if (word.front() == '$') return;
    if (is_starred_ && is_first_number(word)) finish_game();
    word = without_number(word);
    if (word.empty()) return;
    set_up();
    if (const ResultText* const result = find_result(word)) {
      game_.utility = result->utility;
      finish_game();
    } else {
      is_starred_ = word.ends_with('*');
      add_move(without_marks(word));
    }
  }

  void add_move(std::string_view text) {
    if (!moves_.empty() && continues_move(text, moves_.back().text)) {
      moves_.back().text += text;
    } else if (!text.empty()) {
      moves_.push_back({std::string(text), line_, {}});
    }
  }

  void set_up() {
    if (board_) return;
    try {
      board_ = hone::set_up(checkers_, game_.play);
    } catch (const Error& error) {
      throw Error(file_, line_, error.message());
    }
  }

  void play_moves() {
    try {
      spell_out_captures(*board_, moves_);
    } catch (const Error& error) {
      throw Error(file_, error.line(), error.message());
    }
    for (const PgnMove& text : moves_) {
      const auto move = board_->parse_move(text.text);
      if (!move) reject("a legal move in " + board_->text(), text.text, text.line);
      board_->play(*move);
      game_.play.moves.push_back(*move);
    }
    moves_.clear();
  }

  void finish_game() {
    is_starred_ = false;
    if (game_.tags.empty() && moves_.empty()) return drop_game();
    set_up();
    play_moves();
    const auto tag = game_.tags.find("Result");
    const ResultText* const result = tag == game_.tags.end() ? nullptr : find_result(tag->second);
    if (!game_.utility && result != nullptr) game_.utility = result->utility;
    games_.push_back(std::exchange(game_, {}));
    board_.reset();
  }

  // A result alone is no game.
  void drop_game() {
    game_ = {};
    board_.reset();
  }

  const GameDriver& checkers_ = find_driver("checkers");
  std::string_view text_;  // what is left of it
  const std::string file_;
  int line_ = 1;
  PdnGame game_;
  std::vector<PgnMove> moves_;    // not played yet
  bool is_starred_ = false;       // the last of them has a star, which may be the result
  std::unique_ptr<Board> board_;  // none before the first word after the tags
  std::vector<PdnGame> games_;
};

}  // namespace

std::vector<PdnGame> parse_pdn(std::string_view text, std::string_view file) { return PdnReader(text, file).run(); }

}  // namespace hone::formats
