// SPDX-License-Identifier: MIT
//
// What the terms of a pattern are made of (data/term_parts.hpp): the discs on each of its squares, on each two of them,
// and on each three that follow each other in its order, with the images of these under the symmetries of the pattern.
// Like terms, parts that a symmetry or the exchange of colours maps onto each other are one, and those that favour
// neither side are none.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "data/schema.hpp"
#include "games/othello/pattern_shapes.hpp"

namespace hone::othello {

[[nodiscard]] TermParts parts_of_pattern(std::size_t number);  // in pattern_shapes

namespace details {

template <std::size_t... Numbers>
[[nodiscard]] consteval std::array<PartsFunction, sizeof...(Numbers)> parts_functions(std::index_sequence<Numbers...>) {
  return {+[] { return parts_of_pattern(Numbers); }...};
}

}  // namespace details

// Returns the function that makes the parts of the pattern of this name.
[[nodiscard]] consteval PartsFunction pattern_parts(std::string_view name) {
  const auto functions = details::parts_functions(std::make_index_sequence<pattern_shapes.size()>());
  for (std::size_t i = 0; i < pattern_shapes.size(); ++i) {
    if (pattern_shapes[i].name == name) return functions[i];
  }
  throw "no such pattern";  // reached only at compile time
}

}  // namespace hone::othello
