// SPDX-License-Identifier: MIT
//
// Go as one would first write it, with a letter for each point and recursion: slow, and sharing nothing with games/go.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hone::testing {

class PlainGo {
 public:
  using Point = std::pair<int, int>;  // row and column, from the lower left corner

  explicit PlainGo(int size) : size_(size), rows_(static_cast<std::size_t>(size), std::string(size_of(size), '.')) {}

  [[nodiscard]] char& at(Point point) { return rows_[size_of(point.first)][size_of(point.second)]; }
  [[nodiscard]] char at(Point point) const { return rows_[size_of(point.first)][size_of(point.second)]; }
  [[nodiscard]] const std::vector<std::string>& rows() const { return rows_; }
  [[nodiscard]] int passes() const { return passes_; }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (int row = size_ - 1; row >= 0; --row) text += rows_[size_of(row)] + (row > 0 ? "/" : "");
    return text;
  }

  // The points where this side may put a stone; without superko, and with the ko of the last move.
  [[nodiscard]] std::vector<Point> placements(char side) const {
    std::vector<Point> points;
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        if (at({row, column}) != '.' || (has_ko_ && ko_ == Point{row, column})) continue;
        PlainGo next = *this;
        if (next.put({row, column}, side)) points.emplace_back(row, column);
      }
    }
    return points;
  }

  // Returns false for suicide; the board is then spoilt.
  bool put(Point point, char side) {
    passes_ = 0;
    has_ko_ = false;
    at(point) = side;
    std::set<Point> taken;
    for (const Point& next : around(point)) {
      if (at(next) == '.' || at(next) == side) continue;
      std::set<Point> chain, liberties;
      walk(next, chain, liberties);
      if (liberties.empty()) taken.insert(chain.begin(), chain.end());
    }
    for (const Point& gone : taken) at(gone) = '.';
    std::set<Point> chain, liberties;
    walk(point, chain, liberties);
    if (taken.size() == 1 && chain.size() == 1 && liberties == taken) {
      has_ko_ = true;
      ko_ = *taken.begin();
    }
    return !liberties.empty();
  }
  void pass() {
    ++passes_;
    has_ko_ = false;
  }

  // Black's area less White's.
  [[nodiscard]] int lead() const {
    int lead = 0;
    std::set<Point> seen;
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        if (at({row, column}) == 'X') ++lead;
        if (at({row, column}) == 'O') --lead;
        if (at({row, column}) != '.' || seen.contains({row, column})) continue;
        std::set<Point> region;
        std::set<char> borders;
        walk_empty({row, column}, region, borders);
        seen.insert(region.begin(), region.end());
        if (borders == std::set{'X'}) lead += static_cast<int>(region.size());
        if (borders == std::set{'O'}) lead -= static_cast<int>(region.size());
      }
    }
    return lead;
  }

 private:
  static std::size_t size_of(int number) { return static_cast<std::size_t>(number); }

  [[nodiscard]] std::vector<Point> around(Point point) const {
    std::vector<Point> points;
    for (const auto& [row, column] : {Point{1, 0}, Point{-1, 0}, Point{0, 1}, Point{0, -1}}) {
      const Point next{point.first + row, point.second + column};
      if (std::min(next.first, next.second) >= 0 && std::max(next.first, next.second) < size_) points.push_back(next);
    }
    return points;
  }
  void walk(Point point, std::set<Point>& chain, std::set<Point>& liberties) const {
    if (!chain.insert(point).second) return;
    for (const Point& next : around(point)) {
      if (at(next) == '.') liberties.insert(next);
      if (at(next) == at(point)) walk(next, chain, liberties);
    }
  }
  void walk_empty(Point point, std::set<Point>& region, std::set<char>& borders) const {
    if (!region.insert(point).second) return;
    for (const Point& next : around(point)) {
      if (at(next) == '.') {
        walk_empty(next, region, borders);
      } else {
        borders.insert(at(next));
      }
    }
  }

  int size_;
  std::vector<std::string> rows_;
  int passes_ = 0;
  bool has_ko_ = false;
  Point ko_;
};

}  // namespace hone::testing
