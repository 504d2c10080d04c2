// SPDX-License-Identifier: MIT
//
// A UCI engine of chess that looks one move ahead and counts the men by its options. It begins with options under which
// all men are worth the same, so that whoever tunes it sees a gain. The position and its move counters decide its
// moves. Its first argument is a file of lines `NAME VALUE` that says the values instead; then it has no options.
//
// `eval` prints the evaluation, `rows` a row of data/ROWS.md, `wrong_rows` one whose sum is another, `no_rows` one that
// is none.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "data/hash.hpp"
#include "engine/game_driver.hpp"
#include "engine/uci_text.hpp"

namespace {

using hone::Board;

void say(std::string_view line) { std::cout << line << '\n' << std::flush; }

class TunedEngine {
 public:
  explicit TunedEngine(const char* file) : reads_file_(file != nullptr) {
    if (!reads_file_) return;
    std::ifstream lines(file);
    std::string name;
    for (int value = 0; lines >> name >> value;) values_.at(name) = value;
    if (!lines.eof()) say(fmt::format("info string {} is no list of values", file));
  }

  void run() {
    std::string line;
    while (std::getline(std::cin, line) && line != "quit") answer(line);
  }

 private:
  void answer(const std::string& line) {
    if (line == "uci") introduce();
    if (line == "isready") say("readyok");
    if (line.starts_with("setoption name ")) set_option(line.substr(15));
    if (line.starts_with("position")) set_position(line);
    if (line == "eval") say(fmt::format("Evaluation: {}", value_of(*board_)));
    if (line == "rows") say("row " + row(0));
    if (line == "wrong_rows") say("row " + row(90));
    if (line == "no_rows") say("row pawn:many");
    if (line.starts_with("go")) go();
  }

  void introduce() const {
    say("id name One Ply");
    for (const auto& [name, value] : values_) {
      if (reads_file_) break;
      say(fmt::format("option name {} type spin default {} min 0 max 2000", name, value));
    }
    say("uciok");
  }

  void set_option(const std::string& text) {
    const std::size_t value = text.find(" value ");
    const auto option = values_.find(text.substr(0, value));
    if (option != values_.end()) option->second = std::stoi(text.substr(value + 7));
  }

  void set_position(const std::string& line) {
    const hone::GameDriver& chess = hone::find_driver("chess");
    const std::size_t moves = line.find(" moves "), fen = line.find(" fen ");
    board_ = fen == std::string::npos ? chess.initial() : chess.parse(line.substr(fen + 5, moves - fen - 5));
    if (moves == std::string::npos) return;
    const std::string rest = line.substr(moves + 7);
    for (const auto word : hone::split_words(rest)) board_->play(board_->parse_move(word).value());
  }

  // White's men of a kind minus black's.
  [[nodiscard]] static int count(const Board& board, const std::string& name) {
    const std::string text = board.text();
    const std::string men = text.substr(0, text.find(' '));
    const char piece = name == "Knight" ? 'N' : name.front();
    return static_cast<int>(std::ranges::count(men, piece) - std::ranges::count(men, piece - 'A' + 'a'));
  }

  [[nodiscard]] int value_of(const Board& board) const {
    int sum = 0;
    for (const auto& [name, value] : values_) sum += value * count(board, name);
    return sum;
  }

  [[nodiscard]] std::string row(int off) const {
    std::string text = fmt::format("s={}", value_of(*board_) + off);
    for (const auto& [name, value] : values_) {
      const char first = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
      text += fmt::format(" {}{}:{}", first, name.substr(1), count(*board_, name));
    }
    return text;
  }

  // Of moves that are equally good the one with the least hash, which is as good as chance. The counters in the text
  // keep it from going to and fro.
  void go() {
    const int sign = board_->side_to_move() == hone::Side::first ? 1 : -1;
    int best = std::numeric_limits<int>::min();
    std::uint64_t best_hash = 0;
    std::string text;
    for (const hone::MoveCode move : board_->legal_moves()) {
      const auto after = board_->clone();
      after->play(move);
      const int value = sign * value_of(*after);
      const std::uint64_t hash = hone::hash_text(after->text(), 1);
      if (value < best || (value == best && hash >= best_hash)) continue;
      best = value;
      best_hash = hash;
      text = board_->move_text(move);
    }
    say(fmt::format("info depth 1 score cp {} nodes 30 pv {}", best, text));
    say("bestmove " + text);
  }

  bool reads_file_;
  std::map<std::string, int> values_{{"Pawn", 100}, {"Knight", 100}, {"Bishop", 100}, {"Rook", 100}, {"Queen", 100}};
  std::unique_ptr<Board> board_;
};

}  // namespace

int main(int argc, char** argv) { TunedEngine(argc > 1 ? argv[1] : nullptr).run(); }
