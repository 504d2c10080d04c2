// SPDX-License-Identifier: MIT
#include "games/othello/patterns.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

namespace hone::othello {
namespace {

// -- Placements

// The order in which a placement is read: what the i-th lowest of its squares is in the shape. The places that a small
// shape lacks are at the end, so that it can share the table of a larger one.
using Order = std::array<int, PatternShape::most_squares>;

Order order_of(const std::vector<int>& squares) {
  Order order{};
  std::iota(order.begin(), order.end(), 0);
  const auto square = [&](int place) { return squares[static_cast<std::size_t>(place)]; };
  std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(squares.size()),
            [&](int a, int b) { return square(a) < square(b); });
  return order;
}

// A placement that can be read in several orders gets the first one, so that most share a table.
std::map<Squares, Order> placement_orders(const PatternShape& shape) {
  std::map<Squares, Order> orders;
  for (int symmetry = 0; symmetry < board_symmetries; ++symmetry) {
    std::vector<int> squares;
    Squares mask = 0;
    for (int i = 0; i < shape.size; ++i) {
      squares.push_back(image(shape.squares[static_cast<std::size_t>(i)], symmetry));
      mask |= bit(squares.back());
    }
    const auto [entry, is_new] = orders.emplace(mask, order_of(squares));
    if (!is_new) entry->second = std::min(entry->second, order_of(squares));
  }
  return orders;
}

Digits make_digits(const Order& order) {
  Digits digits{};
  for (std::size_t word = 1; word < digits.size(); ++word) {
    const auto highest = static_cast<std::size_t>(std::bit_width(word) - 1);
    digits[word] = static_cast<std::uint16_t>(digits[word ^ std::size_t{1} << highest] + power_of_3(order[highest]));
  }
  return digits;
}

// -- Terms

// Finds the classes of a shape's configurations.
class Numbering {
 public:
  explicit Numbering(const PatternShape& shape)
      : shape_(shape), group_(rearrangements(shape)), terms_(static_cast<std::size_t>(shape.configurations())) {
    for (std::size_t i = 0; i < powers_.size(); ++i) powers_[i] = power_of_3(static_cast<int>(i));
  }

  [[nodiscard]] std::vector<PatternTerm> run() {
    int next = 0;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (terms_[i].count() != 0) continue;
      find_images(i);
      const auto opposites_end = opposite_.begin() + group_.size;
      if (std::find(opposite_.begin(), opposites_end, i) == opposites_end) set_images(next++);
    }
    assert(next == term_count(shape_));
    return std::move(terms_);
  }

 private:
  void find_images(std::size_t configuration) {
    same_.fill(0);
    opposite_.fill(0);
    for (std::size_t place = 0; configuration != 0; ++place, configuration /= 3) {
      const std::size_t digit = configuration % 3;
      const std::size_t exchanged = digit * 2 % 3;
      for (std::size_t g = 0; g < static_cast<std::size_t>(group_.size); ++g) {
        const auto power = static_cast<std::size_t>(powers_[static_cast<std::size_t>(group_.list[g][place])]);
        same_[g] += digit * power;
        opposite_[g] += exchanged * power;
      }
    }
  }
  void set_images(int term) {
    for (std::size_t g = 0; g < static_cast<std::size_t>(group_.size); ++g) {
      terms_[same_[g]] = PatternTerm(term, 1);
      terms_[opposite_[g]] = PatternTerm(term, -1);
    }
  }

  const PatternShape& shape_;
  Rearrangements group_;
  std::array<int, PatternShape::most_squares> powers_{};
  std::array<std::size_t, board_symmetries> same_{};      // images of a configuration, one a rearrangement
  std::array<std::size_t, board_symmetries> opposite_{};  // likewise with the colours exchanged
  std::vector<PatternTerm> terms_;
};

// -- Both

struct Book {
  std::map<Order, Digits> digits;  // the placements point into it
  std::vector<Pattern> patterns;
};

Pattern make_pattern(const PatternShape& shape, std::map<Order, Digits>& digits) {
  std::vector<Placement> placements;
  for (const auto& [mask, order] : placement_orders(shape)) {
    const auto [table, is_new] = digits.try_emplace(order);
    if (is_new) table->second = make_digits(order);
    placements.push_back({mask, &table->second});
  }
  return {std::move(placements), Numbering(shape).run()};
}

Book make_book() {
  Book book;
  for (const PatternShape& shape : pattern_shapes) book.patterns.push_back(make_pattern(shape, book.digits));
  return book;
}

}  // namespace

const std::vector<Pattern>& patterns() {
  static const Book book = make_book();
  return book.patterns;
}

}  // namespace hone::othello
