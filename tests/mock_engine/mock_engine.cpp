// SPDX-License-Identifier: MIT
//
// A chess engine that misbehaves in the way its first argument says, at its third move unless the way has another time.
// In all else it is a good one: it plays a legal move that the position alone decides.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "engine/game_driver.hpp"
#include "engine/uci_text.hpp"

namespace {

using hone::Board;

void say(std::string_view line) { std::cout << line << '\n' << std::flush; }

[[noreturn]] void sleep_forever() {
  while (true) pause();
}

[[noreturn]] void flood(std::string_view text) {
  while (true) std::cout << text;
}

// The position of a `position` command.
std::unique_ptr<Board> read_position(const std::string& line, bool chess960) {
  const hone::GameDriver& chess = hone::find_driver("chess");
  const std::size_t moves = line.find(" moves ");
  const std::size_t fen = line.find(" fen ");
  auto board = fen == std::string::npos ? chess.initial() : chess.parse(line.substr(fen + 5, moves - fen - 5));
  if (chess960) board->use_variant_spelling();
  if (moves == std::string::npos) return board;
  const std::string rest = line.substr(moves + 7);
  for (const auto word : hone::split_words(rest)) board->play(board->parse_move(word).value());
  return board;
}

class MockEngine {
 public:
  MockEngine(std::string mode, int number) : mode_(std::move(mode)), number_(number) {}

  int run() {
    if (mode_ == "ignore_quit") ignore_everything();
    if (mode_ == "crash_at_start") return fail();
    std::string line;
    while (std::getline(std::cin, line)) {
      if (line == "quit" && mode_ != "ignore_quit") return 0;
      answer(line);
    }
    if (mode_ == "ignore_quit") sleep_forever();
    return 0;
  }

 private:
  static void ignore_everything() { std::signal(SIGTERM, SIG_IGN); }
  static int fail() {
    std::cerr << "no network file\n";
    return 3;
  }

  void answer(const std::string& line) {
    if (line == "uci") introduce();
    if (line == "isready" && mode_ != "never_ready") say("readyok");
    if (line == "setoption name UCI_Chess960 value true") chess960_ = true;
    if (line == "setoption name UCI_Chess960 value false") chess960_ = false;
    if (line.starts_with("position")) board_ = read_position(line, chess960_);
    if (line.starts_with("go")) go();
  }

  void introduce() const {
    if (mode_ == "never_uciok") return;
    say("id name mock");
    say("option name Hash type spin default 16 min 1 max 1024");
    if (mode_ != "no_chess960") say("option name UCI_Chess960 type check default false");
    say("option name Style type combo default calm var calm var wild");
    say("uciok");
    if (mode_ == "exit_after_uciok") std::exit(0);
  }

  void go() {
    ++moves_;
    if (mode_ == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(number_));
    if (mode_ == "garbage") say("Hello?\n\n  bestmove? no, I am still thinking");
    if (mode_ == "overlong") say("info string " + std::string(200'000, 'x'));
    if (mode_ == "loud") std::cerr << std::string(1'000'000, '!') << std::flush;
    if (moves_ == 3) misbehave();
    const auto legal = board_->legal_moves();
    const auto move = legal[board_->hash() % legal.size()];
    say(fmt::format("info depth 4 seldepth 6 multipv 1 score cp {} nodes 345 nps 1000 time 1 pv {}",
                    mode_ == "level" ? 0 : 12, board_->move_text(move)));
    say("bestmove " + (mode_ == "illegal" && moves_ == 3 ? "e1e8" : board_->move_text(move)) + " ponder e7e5");
  }

  void misbehave() const {
    if (mode_ == "no_move") say("bestmove (none)");
    if (mode_ == "null_move") say("bestmove 0000");
    if (mode_ == "empty_bestmove") say("bestmove");
    if (mode_ == "san") say("bestmove Nf3");
    if (mode_ == "escape") say("bestmove \x1b]0;pwned\x07" + std::string(200, 'x'));
    if (mode_ == "abort") std::abort();
    if (mode_ == "exit") std::exit(fail());
    if (mode_ == "hang" || mode_ == "ignore_quit") sleep_forever();
    if (mode_ == "flood") flood("info depth 1 currmove e2e4\n");
    if (mode_ == "flood_without_lines") flood("blah");
    if (mode_ == "close_output") close(STDOUT_FILENO), sleep_forever();
    if (mode_ == "close_input") close(STDIN_FILENO);
  }

  std::string mode_;
  int number_;
  int moves_ = 0;
  bool chess960_ = false;
  std::unique_ptr<Board> board_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "good";
  return MockEngine(mode, argc > 2 ? std::atoi(argv[2]) : 0).run();
}
