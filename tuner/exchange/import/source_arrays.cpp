// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/source_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace hone::exchange {

namespace {

// -- Sizes that are declared

constexpr std::size_t most_declared = std::size_t{1} << 20;  // numbers of an array

// A number, or the values of the stages of one term.
bool is_leaf(const SourceValue& value) { return !value.is_list || value.is_pair; }

std::size_t leaves(const SourceValue& value) {
  if (is_leaf(value)) return 1;
  std::size_t sum = 0;
  for (const SourceValue& element : value.elements) sum += leaves(element);
  return sum;
}

// The sizes with the unknown one found from how many numbers there are; none where that cannot be.
std::optional<std::vector<int>> known_sizes(std::vector<int> sizes, std::size_t count) {
  std::size_t product = 1;
  for (const int size : sizes) {
    product *= static_cast<std::size_t>(std::max(size, 1));
    if (product > most_declared) return std::nullopt;
  }
  const auto unknown = std::ranges::find(sizes, 0);
  if (unknown == sizes.end()) return sizes;
  if (count == 0 || count % product != 0 || std::count(sizes.begin(), sizes.end(), 0) > 1) return std::nullopt;
  *unknown = static_cast<int>(count / product);
  return sizes;
}

SourceValue zeros(std::span<const int> sizes) {
  if (sizes.empty()) return {};
  SourceValue value{.is_list = true};
  value.elements.assign(static_cast<std::size_t>(sizes.front()), zeros(sizes.subspan(1)));
  return value;
}

// `int x[64] = {0};` and `int x[64]{};` of C.
bool is_all_zero(const SourceValue& value) {
  return value.elements.empty() || (leaves(value) == 1 && value.elements.size() == 1 &&
                                    !value.elements.front().is_list && value.elements.front().number == 0);
}

// Lays out lists by the rules of C: an element in braces fills one part of the array, numbers without braces fill
// parts one after another. Nothing may be missing but in parts that are {0} or {}: a table whose rows have their own
// lengths is no array of the largest.
class Layout {
 public:
  // None where the list does not fit.
  std::optional<SourceValue> of(const SourceValue& list, std::span<const int> sizes) {
    std::size_t next = 0;
    SourceValue value = part(list.elements, next, sizes);
    if (!fits_ || next != list.elements.size()) return std::nullopt;
    return value;
  }

 private:
  SourceValue part(const std::vector<SourceValue>& elements, std::size_t& next, std::span<const int> sizes) {
    if (next == elements.size()) fits_ = false;
    if (!fits_) return {};
    if (sizes.empty()) {
      fits_ = is_leaf(elements[next]);
      return elements[next++];
    }
    SourceValue value{.is_list = true};
    for (int i = 0; i < sizes.front() && fits_; ++i) {
      const bool is_part = next < elements.size() && !is_leaf(elements[next]) && !elements[next].has_keys();
      if (is_part && sizes.size() > 1 && is_all_zero(elements[next])) {
        value.elements.push_back(zeros(sizes.subspan(1)));
        ++next;
      } else if (is_part && sizes.size() > 1) {
        std::optional<SourceValue> inner = of(elements[next++], sizes.subspan(1));
        fits_ = inner.has_value();
        if (inner) value.elements.push_back(std::move(*inner));
      } else {
        value.elements.push_back(part(elements, next, sizes.subspan(1)));
      }
    }
    return value;
  }

  bool fits_ = true;
};

void lay_out(SourceValue& value, const std::vector<int>& declared) {
  if (declared.empty() || is_leaf(value) || value.has_keys()) return;
  if (std::ranges::find(declared, 0) == declared.end() && is_all_zero(value)) {
    if (known_sizes(declared, 1)) value = zeros(declared);
    return;
  }
  const std::optional<std::vector<int>> sizes = known_sizes(declared, leaves(value));
  if (!sizes) return;
  std::optional<SourceValue> laid = Layout().of(value, *sizes);
  if (laid) value = std::move(*laid);
}

// -- Zeros among pairs

// The first pair of a value, and whether all else are zeros without names.
struct PairsAndZeros {
  const SourceValue* pair = nullptr;
  bool is_all = true;

  void look_at(const SourceValue& value) {
    if (value.is_pair && pair == nullptr) pair = &value;
    if (value.is_pair) return;
    if (value.has_keys() || value.number != 0) is_all = false;
    for (const SourceValue& element : value.elements) look_at(element);
  }
};

void replace_zeros(SourceValue& value, const SourceValue& zero_pair) {
  if (!value.is_list) value = zero_pair;
  if (value.is_pair) return;
  for (SourceValue& element : value.elements) replace_zeros(element, zero_pair);
}

// A plain 0 beside S(1, 2) stands for S(0, 0).
void make_pairs_of_zeros(SourceValue& value) {
  PairsAndZeros found;
  found.look_at(value);
  if (found.pair == nullptr || !found.is_all) return;
  SourceValue zero_pair = *found.pair;
  for (SourceValue& number : zero_pair.elements) number.number = 0;
  replace_zeros(value, zero_pair);
}

// -- Arrays

class Flattener {
 public:
  Flattener(Found& found, int line) : found_(found), line_(line) {}

  void add(const std::string& name, const SourceValue& node) {
    if (node.has_keys()) {
      for (std::size_t i = 0; i < node.elements.size(); ++i) add(name + '.' + node.keys[i], node.elements[i]);
      return;
    }
    if (add_by_key(name, node)) return;
    FoundNumbers numbers{.name = name, .line = line_};
    if (is_regular(node, 0, numbers)) {
      // std::array takes two pairs of braces.
      while (numbers.sizes.size() > 1 && numbers.sizes.front() == 1) numbers.sizes.erase(numbers.sizes.begin());
      numbers.values.clear();
      collect(node, numbers.values);
      found_.numbers.push_back(std::move(numbers));
      return;
    }
    for (std::size_t i = 0; i < node.elements.size(); ++i) {
      const SourceValue& element = node.elements[i];
      if (element.is_list && element.elements.empty()) continue;
      add(fmt::format("{}[{}]", name, i), element);
    }
  }

 private:
  // A list of { mg: 1, eg: 2 } is one array for each of the names.
  bool add_by_key(const std::string& name, const SourceValue& node) {
    if (node.elements.empty() || !node.elements.front().has_keys()) return false;
    const std::vector<std::string>& keys = node.elements.front().keys;
    if (!std::ranges::all_of(node.elements, [&](const SourceValue& element) { return element.keys == keys; }))
      return false;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      SourceValue column{.is_list = true};
      for (const SourceValue& element : node.elements) column.elements.push_back(element.elements[i]);
      add(name + '.' + keys[i], column);
    }
    return true;
  }

  // Whether all lists at one depth have the same length, and are all pairs or none.
  static bool is_regular(const SourceValue& node, std::size_t depth, FoundNumbers& numbers) {
    if (!node.is_list) return depth == numbers.sizes.size();
    const int size = static_cast<int>(node.elements.size());
    if (depth == numbers.sizes.size()) {
      if (depth > 0 && !numbers.values.empty()) return false;
      numbers.sizes.push_back(size);
      numbers.has_pairs = node.is_pair;
      numbers.has_calls = node.is_call;
    }
    if (size == 0 || node.has_keys() || numbers.sizes[depth] != size) return false;
    if (depth + 1 == numbers.sizes.size() && !node.elements.front().is_list && numbers.has_pairs != node.is_pair)
      return false;
    for (const SourceValue& element : node.elements) {
      if (!element.is_list) numbers.values.assign(1, 0);  // no deeper list may begin now
      if (!is_regular(element, depth + 1, numbers)) return false;
    }
    return true;
  }

  static void collect(const SourceValue& node, std::vector<double>& values) {
    if (!node.is_list) values.push_back(node.number);
    for (const SourceValue& element : node.elements) collect(element, values);
  }

  Found& found_;
  int line_;
};

}  // namespace

void add_source_arrays(Found& found, const std::string& name, SourceValue value, const std::vector<int>& declared,
                       int line) {
  lay_out(value, declared);
  make_pairs_of_zeros(value);
  Flattener(found, line).add(name, value);
}

}  // namespace hone::exchange
