// SPDX-License-Identifier: MIT
#include "games/go/features.hpp"

#include <fmt/format.h>

#include <utility>

#include "games/go/sizes.hpp"

namespace hone::go {
namespace {

template <int size>
Schema make_schema() {
  std::vector<std::string> names;
  for (int stage = 0; stage < stages; ++stage) names.push_back(fmt::format("stones{}", stage * stage_stones(size)));
  constexpr auto layout = terms_of_size(size);
  return Schema(fmt::format("go_{}", size), std::move(names), stage_stones(size), layout);
}

// One for each size from 2, made when it is asked for.
template <int size>
const Schema& schema_of() {
  static const Schema schema = make_schema<size>();
  return schema;
}
template <int... above_2>
const Schema& find_schema(int size, std::integer_sequence<int, above_2...>) {
  static constexpr std::array find{&schema_of<above_2 + 2>...};
  return find[static_cast<std::size_t>(size - 2)]();
}

PlaceClasses make_place_classes(int size) {
  PlaceClasses classes{};
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      classes[static_cast<std::size_t>(point_at(row, column))] =
          static_cast<std::uint8_t>(place_class(row, column, size));
    }
  }
  return classes;
}

void set(std::vector<double>& weights, int term, std::initializer_list<double> values) {
  std::copy(values.begin(), values.end(), weights.begin() + term * stages);
}

}  // namespace

const Schema& schema(int size) { return find_schema(size, std::make_integer_sequence<int, largest_size - 1>()); }

const PlaceClasses& place_classes_of(int size) {
  static const std::array<PlaceClasses, largest_size + 1> classes = [] {
    std::array<PlaceClasses, largest_size + 1> result{};
    for (int i = 1; i <= largest_size; ++i) result[static_cast<std::size_t>(i)] = make_place_classes(i);
    return result;
  }();
  return classes[static_cast<std::size_t>(size)];
}

// A stone and a point that it reaches first are a point each, and what can be taken counts twice: a stone less, and a
// point more. The first move on the empty board is worth the komi.
std::vector<double> material_weights(int size) {
  std::vector<double> weights(static_cast<std::size_t>(schema(size).weights()));
  set(weights, terms.offset("stone"), {100, 100, 100});
  for (int steps = 0; steps < farthest_reach; ++steps) set(weights, terms.offset("reach") + steps, {100, 100, 100});
  set(weights, terms.offset("atari.taken_stones"), {200, 200, 200});
  set(weights, terms.offset("komi"), {50, 50, 50});
  set(weights, terms.offset("tempo"), {50.0 * usual_komi_halves(size), 0, 0});
  return weights;
}

}  // namespace hone::go
