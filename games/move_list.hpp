// SPDX-License-Identifier: MIT
//
// A list of moves on the stack, sized by the game.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

namespace hone {

template <class G>
class MoveList {
 public:
  using Move = typename G::Move;

  MoveList() = default;
  // A copy takes the moves alone, not the room for more.
  MoveList(const MoveList& other) : size_(other.size_) { std::copy(other.begin(), other.end(), begin()); }
  MoveList& operator=(const MoveList& other) {
    size_ = other.size_;
    std::copy(other.begin(), other.end(), begin());
    return *this;
  }

  void push_back(Move move) {
    assert(size_ < G::max_moves);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move& operator[](std::size_t i) { return moves_[i]; }
  [[nodiscard]] const Move& operator[](std::size_t i) const { return moves_[i]; }
  [[nodiscard]] Move* begin() { return moves_.data(); }
  [[nodiscard]] Move* end() { return moves_.data() + size_; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, G::max_moves> moves_;
  std::size_t size_ = 0;
};

}  // namespace hone
