// SPDX-License-Identifier: MIT
#include "data/exponential.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace hone {

namespace {

constexpr double farthest = 700;
// The natural logarithm of 2 in two parts, the first with so few digits that its product with a whole number is exact
// (fdlibm, e_exp.c).
constexpr double ln2_high = 6.93147180369123816490e-01;
constexpr double ln2_low = 1.90821492927058770002e-10;
constexpr int terms = 14;  // of the series: the next one is below 1e-18 in the interval where it is used

double power_of_two(int exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52); }

}  // namespace

// exp(x) = 2^k exp(r) with |r| <= ln(2) / 2.
double reproducible_exp(double x) {
  if (x < -farthest) return 0;
  x = std::min(x, farthest);
  const int k = static_cast<int>(x / ln2_high + (x < 0 ? -0.5 : 0.5));
  const double r = (x - k * ln2_high) - k * ln2_low;
  double sum = 1;
  for (int n = terms; n >= 1; --n) sum = 1 + r * sum / n;
  return sum * power_of_two(k);
}

}  // namespace hone
