// SPDX-License-Identifier: MIT
#include "games/othello/patterns.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

namespace hone::othello {
namespace {

// -- Placements

// The order in which a placement is read: the place in the shape of the i-th lowest of its squares. The places that a
// small shape lacks come last, so that it can share the table of a larger one.
using Order = std::array<int, PatternShape::most_squares>;

Order order_of(const std::vector<int>& squares) {
  Order order{};
  std::iota(order.begin(), order.end(), 0);
  const auto square = [&](int place) { return squares[static_cast<std::size_t>(place)]; };
  std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(squares.size()),
            [&](int a, int b) { return square(a) < square(b); });
  return order;
}

// A placement that can be read in several orders gets the first one, so that most placements share a table.
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

// Returns the image of each configuration under a rearrangement, optionally with the colours exchanged.
std::vector<std::size_t> images(const Rearrangement& moved, int size, bool exchanged) {
  std::vector<std::size_t> image{0};
  image.reserve(static_cast<std::size_t>(power_of_3(size)));
  for (int place = 0; place < size; ++place) {
    const auto power = static_cast<std::size_t>(power_of_3(moved[static_cast<std::size_t>(place)]));
    const std::size_t smaller = image.size();  // configurations without this square
    for (const std::size_t digit : {exchanged ? 2U : 1U, exchanged ? 1U : 2U}) {
      for (std::size_t i = 0; i < smaller; ++i) image.push_back(image[i] + digit * power);
    }
  }
  return image;
}

std::vector<PatternTerm> make_terms(const PatternShape& shape) {
  std::vector<std::vector<std::size_t>> same, opposite;
  const Rearrangements group = rearrangements(shape);
  for (int g = 0; g < group.size; ++g) {
    same.push_back(images(group.list[static_cast<std::size_t>(g)], shape.size, false));
    opposite.push_back(images(group.list[static_cast<std::size_t>(g)], shape.size, true));
  }
  std::vector<PatternTerm> terms(same.front().size());
  int next = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto is_itself = [i](const auto& image) { return image[i] == i; };
    if (terms[i].count() != 0 || std::any_of(opposite.begin(), opposite.end(), is_itself)) continue;
    for (const auto& image : same) terms[image[i]] = PatternTerm(next, 1);
    for (const auto& image : opposite) terms[image[i]] = PatternTerm(next, -1);
    ++next;
  }
  assert(next == term_count(shape));
  return terms;
}

// -- Both

struct Book {
  std::map<Order, Digits> digits;  // placements point to its elements
  std::vector<Pattern> patterns;
};

Pattern make_pattern(const PatternShape& shape, std::map<Order, Digits>& digits) {
  std::vector<Placement> placements;
  for (const auto& [mask, order] : placement_orders(shape)) {
    const auto [table, is_new] = digits.try_emplace(order);
    if (is_new) table->second = make_digits(order);
    placements.push_back({mask, &table->second});
  }
  return {std::move(placements), make_terms(shape)};
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
