// SPDX-License-Identifier: MIT
//
// Numerical differences of an evaluation over one option: how much the score of a position changes with the option's
// value, and how far it does so linearly.
//
//      score                      o     the line goes through the values at both ends of a step; the middle
//                           .  '        ones and the start must lie on it, as far as the engine's rounding
//                     o '               allows. The largest step on which they do gives the most exact
//               . '   |                 slope: rounding is divided by its width.
//        o  '         |
//      -----+---------+-----------+---  value
//         start - h  start     start + h
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "tuner/exchange/probe/probe_options.hpp"

namespace hone::exchange {

// The values at both ends of a step around the start; one of them is the start itself where that is a bound.
struct Step {
  std::int64_t low = 0, high = 0;

  friend bool operator==(const Step&, const Step&) = default;
};

struct StepOptions {
  std::int64_t largest = 0;  // 0: to the farther bound, but at most 100 or twice the start value
  int count = 3;             // steps, each a quarter of the one before
};

// The steps of an option, the largest first; fewer where they would be the same. None where no other value is allowed.
[[nodiscard]] std::vector<Step> steps_of(const ProbedOption& option, const StepOptions& options);

// The values other than the start that the steps need, ascending.
[[nodiscard]] std::vector<std::int64_t> values_of(std::span<const Step> steps, std::int64_t start);

// The score of each position in centipawns, white's view; NaN where the engine gives none.
using Scores = std::vector<float>;

// How an option acts on the scores.
enum class Linearity : std::uint8_t {
  idle,    // not at all
  linear,  // linearly, as far as was looked
  near,    // linearly near the start, and otherwise farther off
  bent,    // not linearly even on the smallest step
};

struct Slope {
  std::uint32_t position = 0;
  float count = 0;  // centipawns for each 1 of the option

  friend bool operator==(const Slope&, const Slope&) = default;
};

struct OptionSlopes {
  Linearity linearity = Linearity::idle;
  Step step;                    // that the counts are from: the largest linear one, or the smallest of all
  std::uint64_t acting = 0;     // positions whose score changes at any of the values
  std::uint64_t off = 0;        // of these, off the line by more than the tolerance, on the largest step
  std::uint64_t still_off = 0;  // on `step`
  double worst = 0;             // centipawns off the line, on the largest step
  std::vector<Slope> slopes;    // other than 0, ascending positions

  friend bool operator==(const OptionSlopes&, const OptionSlopes&) = default;
};

struct LinearityOptions {
  double tolerance = 2;  // centipawns that rounding may put a score off the line
  double share = 0.01;   // of the acting positions that may be further off on a linear step
};

// `scores` holds the scores at each value, that of the start included; all of equal length, with numbers at the start.
// A position without a number at another value is off the line, and its slope on such a step is 0.
[[nodiscard]] OptionSlopes slopes_of(const std::map<std::int64_t, Scores>& scores, std::int64_t start,
                                     std::span<const Step> steps, const LinearityOptions& options);

}  // namespace hone::exchange
