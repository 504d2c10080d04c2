// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_arrangement.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace hone::exchange {

namespace {

std::vector<double> turned(const std::vector<double>& values, std::size_t stages) {
  const std::size_t size = values.size() / stages;
  std::vector<double> result;
  result.reserve(values.size());
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t stage = 0; stage < stages; ++stage) result.push_back(values[stage * size + i]);
  }
  return result;
}

void put_stages_last(FoundNumbers& numbers, std::size_t stages) {
  numbers.values = turned(numbers.values, stages);
  if (!numbers.errors.empty()) numbers.errors = turned(numbers.errors, stages);
  std::rotate(numbers.sizes.begin(), numbers.sizes.begin() + 1, numbers.sizes.end());
  numbers.has_pairs = true;
}

void drop_other_side(FoundNumbers& numbers, std::size_t elements) {
  const bool is_twice = elements > 0 && numbers.sizes.size() > (numbers.has_pairs ? 1U : 0U) &&
                        static_cast<std::size_t>(numbers.sizes.front()) == 2 * elements;
  if (!is_twice) return;
  const auto half = static_cast<std::ptrdiff_t>(numbers.values.size() / 2);
  const auto begin = numbers.values.begin(), middle = begin + half;
  const bool is_negative = std::equal(begin, middle, middle, [](double a, double b) { return a == -b; });
  if (!is_negative && !std::equal(begin, middle, middle)) return;
  numbers.sizes.front() /= 2;
  numbers.values.erase(middle, numbers.values.end());
  if (!numbers.errors.empty()) numbers.errors.resize(static_cast<std::size_t>(half));
}

}  // namespace

Found arranged(const Found& found, const ImportOptions& options, std::size_t stages) {
  Found result = found;
  for (FoundNumbers& numbers : result.numbers) {
    const bool has_outer_stages = options.pairs == PairOrder::outer && stages > 1 && !numbers.has_pairs &&
                                  !numbers.sizes.empty() && static_cast<std::size_t>(numbers.sizes.front()) == stages;
    if (has_outer_stages) put_stages_last(numbers, stages);
    drop_other_side(numbers, options.elements.size());
  }
  return result;
}

}  // namespace hone::exchange
