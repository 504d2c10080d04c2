// SPDX-License-Identifier: MIT
//
// An engine that misbehaves in the way its first argument says, at its third move unless the way has another time. In
// all else it is a good one: it plays a legal move that the position alone decides. It plays chess by UCI, or by the
// xboard protocol when its first line says so, and go on 9 x 9 by the Go Text Protocol when a line has a number.
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
std::unique_ptr<Board> read_position(const std::string& line, std::string_view game, bool chess960) {
  const hone::GameDriver& driver = hone::find_driver(game);
  const std::size_t moves = line.find(" moves ");
  const std::size_t fen = line.find(" fen ");
  auto board = fen == std::string::npos ? driver.initial() : driver.parse(line.substr(fen + 5, moves - fen - 5));
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
    if (line == "xboard") return begin_xboard();
    if (!line.empty() && line[0] >= '0' && line[0] <= '9') return answer_gtp(line);
    if (is_waiting_ && line == (is_xboard_ ? "?" : "stop")) return is_waiting_ = false, move();
    if (is_xboard_) return answer_xboard(line);
    if (line == "uci") introduce();
    if (line == "isready" && mode_ != "never_ready") say("readyok");
    if (line == "setoption name UCI_Chess960 value true") chess960_ = true;
    if (line == "setoption name UCI_Chess960 value false") chess960_ = false;
    if (line == "setoption name UCI_Variant value breakthrough") game_ = "breakthrough";
    if (line.starts_with("position")) board_ = read_position(line, game_, chess960_);
    if (line.starts_with("go")) go();
  }

  void introduce() const {
    if (mode_ == "never_uciok") return;
    say("id name mock");
    say("option name Hash type spin default 16 min 1 max 1024");
    if (mode_ != "no_chess960") say("option name UCI_Chess960 type check default false");
    if (mode_ == "plays_variants") say("option name UCI_Variant type combo default chess var breakthrough var chess");
    say("option name Style type combo default calm var calm var wild");
    say("uciok");
    if (mode_ == "exit_after_uciok") std::exit(0);
  }

  void begin_xboard() {
    is_xboard_ = true;
    board_ = hone::find_driver("chess").initial();
  }

  // -- The xboard protocol

  void answer_xboard(const std::string& line) {
    const auto words = hone::split_words(line);
    const std::string_view word = words.empty() ? "" : words[0];
    const std::string rest = words.size() > 1 ? line.substr(line.find(words[1])) : "";
    if (word == (mode_ == "gnu" ? "new" : "protover") && !has_features_) introduce_xboard();
    if (line == "easy" && mode_ == "complains") say("tellusererror cannot open book");
    if (word == "ping" && mode_ != "never_ready") say("pong " + rest);
    if (word == "new") board_ = hone::find_driver("chess").initial();
    if (word == "setboard") mode_ == "refuses_positions" ? say("tellusererror Illegal position") : set_board(rest);
    if (word == "sd" && mode_ == "no_depth") say("Error (unknown command): " + line);
    if (word == "usermove") take_move(rest);
    if (word == "usermove" && moves_ == 3) say_when_told();
    if (!has_usermove() && hone::split_words(line).size() == 1 && board_->parse_move(line)) take_move(line);
    if (word == "go") go();
  }

  [[nodiscard]] bool has_usermove() const { return !mode_.starts_with("plain"); }

  void introduce_xboard() {
    if (mode_ == "protocol_1") return;
    has_features_ = true;
    if (mode_ == "never_uciok") return say("feature done=0");
    say("feature myname=\"mock\" sigint=0 colors=0 done=0");
    if (has_usermove()) say("feature ping=1 setboard=1 usermove=1 variants=\"fischerandom,normal\"");
    if (mode_ == "wants_san") say("feature san=1");
    if (mode_ == "plays_once") say("feature reuse=0");
    if (mode_ == "plays_shogi") say("feature variants=\"shogi\"");
    say("feature memory=1 option=\"Hash -spin 16 1 1024\" option=\"Style -combo calm /// *wild\"");
    say("feature option=\"Ponder -check 0\" option=\"Clear -button\"");
    say("feature done=1");
    if (mode_ == "exit_after_uciok") std::exit(0);
  }

  void set_board(const std::string& position) { board_ = hone::find_driver("chess").parse(position); }

  void take_move(const std::string& text) {
    const auto move = board_->parse_move(text);
    const bool is_spelt =
        move && text == (mode_ == "wants_san" ? board_->move_for_people(*move) : board_->move_text(*move));
    if (!is_spelt || (mode_ == "refuses_moves" && board_->plies() >= 3)) return say("Illegal move: " + text);
    board_->play(*move);
  }

  [[nodiscard]] std::string result(bool wins) const {
    return (board_->side_to_move() == hone::Side::first) == wins ? "1-0 {White mates}" : "0-1 {Black mates}";
  }

  // Before it is asked for its fourth move.
  void say_when_told() {
    if (mode_ == "resign_when_told") say(result(false));
    if (mode_.starts_with("claim_when_told")) say("1/2-1/2 {Draw by repetition}");
    is_silent_ = mode_ == "resign_when_told" || mode_ == "claim_when_told";
  }

  void say_after_move(const std::string& text) {
    if (mode_ == "plain_wins") say(result(false));  // the other side is to move now
    if (mode_ == "plain_twice") say_move(text);
    if (mode_ == "plain_resigns_late") say("resign");
    if (mode_ == "resigns_late") say("resign"), is_silent_ = true;
  }

  // -- The Go Text Protocol

  void answer_gtp(const std::string& line) {
    is_gtp_ = true;
    const auto words = hone::split_words(line);
    id_ = words.at(0);
    const std::string_view word = words.at(1);
    if (word == "protocol_version") return mode_ == "never_uciok" ? void() : reply(mode_ == "old" ? "1" : "2");
    if (word == "name") return reply("mock");
    if (word == "list_commands") return list_commands();
    if (word == "boardsize" && mode_ == "large_boards") return refuse("unacceptable size");
    if (word == "clear_board" && mode_ == "never_ready") return;
    if (word == "clear_board") board_ = hone::find_driver("go_9").initial();
    if (word == "play") return take_stone(words.at(2), std::string(words.at(3)));
    if (word == "genmove") return go();
    if (word == "level" && words.size() != 3) return refuse("no level");
    if (word == "quit") std::exit(0);
    reply("");
  }

  void list_commands() {
    reply(mode_ == "timeless" ? "play\ngenmove" : "play\ngenmove\ntime_settings\ntime_left\nlevel");
    if (mode_ == "exit_after_uciok") std::exit(0);
  }

  // Stones that are set up come from one side after the other.
  void take_stone(std::string_view colour, const std::string& vertex) {
    ++told_;
    if (mode_ == "refuses_moves" && told_ == 2) return refuse("illegal move");
    const bool is_turn = (colour == "black") == (board_->side_to_move() == hone::Side::first);
    if (!is_turn) board_->play(board_->parse_move("pass").value());
    board_->play(board_->parse_move(vertex).value());
    reply("");
  }

  void reply(std::string_view text) const { say(fmt::format("={} {}\n", id_, text)); }
  void refuse(std::string_view text) const { say(fmt::format("?{} {}\n", id_, text)); }

  void move_stone() {
    const auto legal = board_->legal_moves();  // the last is a pass
    const auto move =
        mode_ == "passes" || legal.size() == 1 ? legal.back() : legal[board_->hash() % (legal.size() - 1)];
    const std::string text = board_->move_text(move);
    board_->play(move);
    const bool is_third = moves_ == 3;
    if (mode_ == "refuses_to_move" && is_third) return refuse("cannot");
    if (mode_ == "small_letters") return reply(move == legal.back() ? "PASS" : "\t" + lower(text) + "  \r");
    if (mode_ == "without_numbers") return say("= " + text + "\n");
    if (mode_ == "another_number" && is_third) say("=1 A1\n");
    reply(mode_ == "illegal" && is_third ? "e1e8" : text);
  }

  static std::string lower(std::string text) {
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
  }

  // -- Moves in all

  void say_move(const std::string& text) const {
    if (is_gtp_) return reply(text);
    say((!is_xboard_ ? "bestmove " : mode_ == "gnu" ? "My move is : " : "move ") + text);
  }

  void say_thinking(const std::string& move) const {
    const int score = mode_ == "level" ? 0 : mode_ == "mates" ? 100'003 : 12;
    const int nodes = mode_ == "deaf" ? 6 : 345;
    if (is_xboard_) return say(fmt::format("4 {}{} 1 {} {}", mode_ == "gnu" ? "+" : "", score, nodes, move));
    say(fmt::format("info depth 4 seldepth 6 multipv 1 score cp {} nodes {} nps 1000 time 1 pv {}", score, nodes,
                    move));
    if (mode_ != "says_more") return;
    say(fmt::format("info depth 4 seldepth 6 multipv 2 score cp -900 nodes {} nps 1000 time 1 pv {}", nodes, move));
    say("info string the score in the book is score cp 70 of nodes 99");
  }

  void go() {
    if (mode_ == "hang_at_once") sleep_forever();
    ++moves_;
    if (mode_ == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(number_));
    if (mode_ == "garbage") say("Hello?\n\n  bestmove? no, I am still thinking");
    if (mode_ == "overlong") say("info string " + std::string(200'000, 'x'));
    if (mode_ == "loud") std::cerr << std::string(1'000'000, '!') << std::flush;
    if (moves_ == 3) misbehave();
    if (is_silent_ || is_waiting_ || (moves_ == 3 && has_moved_)) return;
    if (mode_.starts_with("says:")) return say_move(mode_.substr(5));
    move();
  }

  void move() {
    if (is_gtp_) return move_stone();
    const auto legal = board_->legal_moves();
    const auto move = legal[board_->hash() % legal.size()];
    const std::string text = mode_ == "wants_san" ? board_->move_for_people(move) : board_->move_text(move);
    say_thinking(text);
    if (mode_ == "claim_when_told_and_think" && moves_ == 4)
      std::this_thread::sleep_for(std::chrono::milliseconds(600));
    if (is_xboard_) board_->play(move);
    say_move((mode_ == "illegal" && moves_ == 3 ? "e1e8" : text) + (is_xboard_ ? "" : " ponder e7e5"));
    if (moves_ == 3) say_after_move(text);
    if (mode_ == "answers_twice") say_move(board_->move_text(legal[(board_->hash() + 1) % legal.size()]));
  }

  // Says something in place of a move.
  void answer_with(const std::string& line) {
    is_gtp_ ? reply(line.starts_with("bestmove") ? std::string_view(line).substr(8) : line) : say(line);
    has_moved_ = true;
  }

  void misbehave() {
    const std::string word = is_xboard_ ? "move" : "bestmove";
    if (mode_ == "no_move") answer_with(word + " (none)");
    if (mode_ == "null_move") answer_with(word + " 0000");
    if (mode_ == "empty_bestmove") answer_with(word);
    if (mode_ == "san") answer_with(word + " Nf3");
    if (mode_ == "escape") answer_with(word + " \x1b]0;pwned\x07" + std::string(200, 'x'));
    if (mode_ == "resign") answer_with("resign");
    if (mode_ == "plain_resigns_and_moves") say("resign");
    if (mode_ == "complains") say("tellusererror Illegal entry in the book");
    if (mode_ == "until_told") is_waiting_ = true;
    const bool is_white = board_->side_to_move() == hone::Side::first;
    if (mode_ == "resign_by_result") answer_with(is_white ? "0-1 {White resigns}" : "1-0 {Black resigns}");
    if (mode_ == "claim") answer_with("1/2-1/2 {Draw by repetition}");
    if (mode_ == "claim_and_resign") say("1/2-1/2 {Draw by repetition}"), answer_with("resign");
    if (mode_ == "claim_and_move") say("1/2-1/2 {Draw by repetition}");
    if (mode_ == "overshoot") say("info depth 9 score cp 12 nodes 5000000 nps 1000000"), sleep_forever();
    if (mode_ == "busy") say("info depth 1 score cp 12 nodes 3"), std::this_thread::sleep_for(std::chrono::seconds(2));
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
  std::string game_ = "chess";
  bool chess960_ = false;
  bool is_xboard_ = false;
  bool is_gtp_ = false;
  std::string id_;             // of the command in GTP
  int told_ = 0;               // stones
  bool has_features_ = false;  // and has named them
  bool has_moved_ = false;     // or has said something in place of a move
  bool is_waiting_ = false;    // to be told to move
  bool is_silent_ = false;     // until it ends
  std::unique_ptr<Board> board_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "good";
  return MockEngine(mode, argc > 2 ? std::atoi(argv[2]) : 0).run();
}
