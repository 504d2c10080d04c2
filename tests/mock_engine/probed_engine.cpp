// SPDX-License-Identifier: MIT
//
// A UCI engine whose evaluation is known: white's sum over some options, from the letters of a FEN alone. It knows no
// rules. Its first argument says in which way it misbehaves ("keeps" evaluations until a new game, "hoards" them for
// ever), its second is a number that the way may need.
//
//     pieces      Pawn, Knight, ... are worth their option times white's pieces minus black's: linear
//     tempo       Tempo, for the side to move
//     activity    pieces x Activity / 7, each side cut off to a whole number: linear up to rounding
//     danger      queens x Danger^2 / 100: not linear
//     kink        what Kink is above 10, for each rook: linear on either side of its default
//     Idle        acts nowhere; Hidden is not listed and is worth 3 for each bishop
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>

namespace {

struct Spin {
  int value, low, high;
};

class ProbedEngine {
 public:
  ProbedEngine(std::string mode, int number) : mode_(std::move(mode)), number_(number) {}

  void run() {
    std::string line;
    while (std::getline(std::cin, line) && line != "quit") answer(line);
  }

 private:
  void answer(const std::string& line) {
    if (line == "uci") introduce();
    if (line == "isready") say("readyok");
    if (line == "ucinewgame" && mode_ != "hoards") kept_.clear();
    if (line.starts_with("setoption name ")) set_option(line.substr(15));
    if (line.starts_with("position fen ")) fen_ = line.substr(13);
    if (line == "eval") say("info string thinking\nStatic evaluation: " + std::to_string(evaluation()));
    if (line.starts_with("go")) go();
  }

  static void say(const std::string& line) { std::cout << line << std::endl; }

  void introduce() const {
    say("id name Probed 1.0");
    for (const auto& [name, spin] : spins_) {
      if (name == "Hidden") continue;
      say("option name " + name + " type spin default " + std::to_string(spin.value) + " min " +
          std::to_string(spin.low) + " max " + std::to_string(spin.high));
    }
    say("option name Hash type spin default 16 min 1 max 1024\noption name Book type check default true\nuciok");
  }

  void set_option(const std::string& text) {
    const std::size_t value = text.find(" value ");
    const auto spin = spins_.find(text.substr(0, value));
    if (spin == spins_.end()) return;
    spin->second.value = std::atoi(text.c_str() + value + 7);
    if (mode_ == "crash" && spin->first == "Rook" && spin->second.value != 500) crashes_ = true;
    if (mode_ == "hang" && spin->first == "Rook" && spin->second.value != 500) hangs_ = true;
  }

  // As a search would say it: for the side to move.
  void go() {
    const int sign = is_black_to_move() ? -1 : 1;
    say("info depth 1 score cp " + std::to_string(sign * evaluation()) + " pv e2e4\nbestmove e2e4");
  }

  [[nodiscard]] bool is_black_to_move() const { return fen_.find(" b ") != std::string::npos; }

  // White's number of a piece minus black's.
  [[nodiscard]] int balance(char piece) const {
    const std::string board = fen_.substr(0, fen_.find(' '));
    const auto lower = static_cast<char>(piece - 'A' + 'a');
    return static_cast<int>(std::ranges::count(board, piece) - std::ranges::count(board, lower));
  }
  [[nodiscard]] int value(const char* option) const { return spins_.at(option).value; }

  [[nodiscard]] int count(const char* pieces) const {
    const std::string board = fen_.substr(0, fen_.find(' '));
    return static_cast<int>(
        std::ranges::count_if(board, [&](char c) { return std::string(pieces).find(c) != std::string::npos; }));
  }

  int evaluation() {
    if (crashes_) std::abort();
    if (hangs_) std::this_thread::sleep_for(std::chrono::hours(1));
    if (mode_ == "slow") std::this_thread::sleep_for(std::chrono::microseconds(number_));
    if (mode_ != "keeps" && mode_ != "hoards") return fresh_evaluation();
    const auto found = kept_.find(fen_);
    return found != kept_.end() ? found->second : kept_[fen_] = fresh_evaluation();
  }

  [[nodiscard]] int fresh_evaluation() const {
    int score = is_black_to_move() ? -value("Tempo") : value("Tempo");
    score += value("Pawn") * balance('P') + value("Knight") * balance('N') + value("Bishop") * balance('B') +
             value("Rook") * balance('R') + value("Queen") * balance('Q');
    score += count("NBRQ") * value("Activity") / 7 - count("nbrq") * value("Activity") / 7;
    score += balance('Q') * value("Danger") * value("Danger") / 100;
    score += std::max(0, value("Kink") - 10) * balance('R');
    return score + 3 * value("Hidden") * balance('B');
  }

  std::string mode_;
  int number_;
  std::string fen_ = "8/8/8/8/8/8/8/8 w - - 0 1";
  std::map<std::string, Spin> spins_{
      {"Pawn", {100, 0, 200}},     {"Knight", {300, 0, 1000}}, {"Bishop", {320, 0, 1000}}, {"Rook", {500, 0, 1000}},
      {"Queen", {900, 900, 2000}}, {"Tempo", {10, -50, 50}},   {"Activity", {60, 0, 100}}, {"Danger", {100, 0, 200}},
      {"Kink", {10, 0, 200}},      {"Idle", {5, 0, 10}},       {"Hidden", {2, -100, 100}}};
  std::map<std::string, int> kept_;  // evaluations by position, which options do not change
  bool crashes_ = false, hangs_ = false;
};

}  // namespace

int main(int argc, char** argv) { ProbedEngine(argc > 1 ? argv[1] : "good", argc > 2 ? std::atoi(argv[2]) : 0).run(); }
