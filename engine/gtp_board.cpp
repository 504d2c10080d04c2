// SPDX-License-Identifier: MIT
#include "engine/gtp_board.hpp"

#include <array>
#include <utility>

#include "data/error.hpp"
#include "engine/gtp_text.hpp"
#include "games/go/text.hpp"

namespace hone {

void GtpBoard::set_up(const go::Position& start) {
  start_ = start;
  moves_.clear();
  replay();
}

void GtpBoard::set_komi(int halves) {
  start_.komi_halves = static_cast<std::int16_t>(halves);
  replay();
}

bool GtpBoard::give_turn_to(Side side) {
  if (board_->outcome() == std::nullopt) {
    if (board_->side_to_move() == side) return false;
    std::unique_ptr<Board> passed = board_->clone();
    passed->play(passed->parse_move("pass").value());
    if (!passed->outcome()) return board_ = std::move(passed), true;
  }
  go::Position position = go_position(*board_);
  position.passes = 0;
  position.ko = go::no_point;
  position.to_move = side;
  board_ = go_board(position);
  return false;
}

void GtpBoard::play(Side side, MoveCode move) {
  (void)give_turn_to(side);
  board_->play(move);
  moves_.push_back({side, move});
}

void GtpBoard::play(Side side, const std::string& vertex) {
  std::unique_ptr<Board> before = board_->clone();
  (void)give_turn_to(side);
  const auto move = board_->parse_move(vertex);
  if (!move) {
    board_ = std::move(before);
    throw GtpRefusal{"illegal move"};
  }
  play(side, *move);
}

void GtpBoard::take_back() {
  if (moves_.empty()) throw GtpRefusal{"cannot undo"};
  moves_.pop_back();
  replay();
}

void GtpBoard::replay() {
  board_ = go_board(start_);
  for (const SpokenMove& spoken : moves_) {
    (void)give_turn_to(spoken.side);
    board_->play(spoken.move);
  }
}

void GtpBoard::place_handicap(const std::vector<std::string>& vertices) {
  if (!moves_.empty() || !(start_.black | start_.white).empty()) throw GtpRefusal{"board not empty"};
  go::Points stones;
  for (const std::string& vertex : vertices) {
    const auto move = go::parse_move(gtp_vertex(vertex), size());
    if (!move || *move == go::pass || stones.contains(move->point)) throw GtpRefusal{"bad vertex list"};
    stones |= go::bit(move->point);
  }
  if (stones.count() < 2 || stones.count() >= size() * size()) throw GtpRefusal{"bad vertex list"};
  start_.black = stones;
  start_.to_move = Side::second;
  replay();
}

int most_handicap_stones(int size) { return size < 7 ? 0 : size % 2 == 0 || size == 7 ? 4 : 9; }

// From 6 to 8 stones the centre has one only where their number is odd.
std::vector<std::string> handicap_vertices(int size, int stones) {
  if (stones < 2 || stones > most_handicap_stones(size)) throw GtpRefusal{"invalid number of stones"};
  const int low = size < 13 ? 2 : 3, high = size - 1 - low, middle = size / 2;
  const std::array<std::pair<int, int>, 8> around{{{low, low},
                                                   {high, high},
                                                   {high, low},
                                                   {low, high},
                                                   {middle, low},
                                                   {middle, high},
                                                   {low, middle},
                                                   {high, middle}}};
  const bool has_centre = stones >= 5 && stones % 2 == 1;
  std::vector<std::string> vertices;
  for (int i = 0; i < stones - (has_centre ? 1 : 0); ++i) {
    const auto& [row, column] = around[static_cast<std::size_t>(i)];
    vertices.push_back(go_point_text(row, column));
  }
  if (has_centre) vertices.push_back(go_point_text(middle, middle));
  return vertices;
}

}  // namespace hone
