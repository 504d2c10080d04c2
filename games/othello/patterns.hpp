// SPDX-License-Identifier: MIT
//
// Looks patterns up on the board: finds the evaluation term for the discs of a placement. The discs on the squares of a
// placement are moved together into one word (lowest square first), a table turns the word of each colour into a number
// in base 3, and black + 2 * white is the configuration.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/othello/pattern_shapes.hpp"
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace hone::othello {

// Returns the bits of `set` that are in `mask`, moved next to each other.
[[nodiscard]] constexpr std::size_t gathered_portably(Squares set, Squares mask) {
  std::size_t bits = 0;
  for (int place = 0; mask != 0; ++place) bits |= static_cast<std::size_t>(set >> pop_first(mask) & 1) << place;
  return bits;
}
[[nodiscard]] inline std::size_t gathered(Squares set, Squares mask) {
#ifdef __BMI2__
  return _pext_u64(set, mask);
#else
  return gathered_portably(set, mask);
#endif
}

// A table from words to the configuration with black discs on the squares of the word, for one order of reading.
using Digits = std::array<std::uint16_t, 1 << PatternShape::most_squares>;

struct Placement {
  Squares mask = 0;
  const Digits* digits = nullptr;

  [[nodiscard]] std::size_t configuration(Squares black, Squares white) const {
    return (*digits)[gathered(black, mask)] + std::size_t{2} * (*digits)[gathered(white, mask)];
  }
};

// Terms are numbered by their smallest configuration.
class PatternTerm {
 public:
  constexpr PatternTerm() = default;  // no term: its count is 0
  constexpr PatternTerm(int index, int count) : bits_(static_cast<std::int16_t>((index + 1) * count)) {}

  // +1, -1 with the colours exchanged, or 0 without a term
  [[nodiscard]] constexpr int count() const { return (bits_ > 0) - (bits_ < 0); }
  [[nodiscard]] constexpr int index() const { return (bits_ < 0 ? -bits_ : bits_) - (bits_ != 0); }

  friend constexpr bool operator==(PatternTerm, PatternTerm) = default;

 private:
  std::int16_t bits_ = 0;  // (index + 1) * count
};

class Pattern {
 public:
  Pattern(std::vector<Placement> placements, std::vector<PatternTerm> terms)
      : placements_(std::move(placements)), terms_(std::move(terms)) {}

  [[nodiscard]] const std::vector<Placement>& placements() const { return placements_; }
  [[nodiscard]] const std::vector<PatternTerm>& terms() const { return terms_; }  // indexed by configuration

 private:
  std::vector<Placement> placements_;
  std::vector<PatternTerm> terms_;
};

// Returns the patterns of pattern_shapes in that order. They are made at the first call.
[[nodiscard]] const std::vector<Pattern>& patterns();

}  // namespace hone::othello
