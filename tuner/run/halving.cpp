// SPDX-License-Identifier: MIT
#include "tuner/run/halving.hpp"

#include <algorithm>
#include <numeric>

namespace hone::run {

std::vector<std::size_t> better_half(std::span<const double> points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return points[a] > points[b]; });
  order.resize(points.size() - points.size() / 2);
  std::ranges::sort(order);
  return order;
}

}  // namespace hone::run
