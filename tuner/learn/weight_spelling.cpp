// SPDX-License-Identifier: MIT
#include "tuner/learn/weight_spelling.hpp"

#include <fmt/format.h>

namespace hone::learn {

std::string at_phase(const Schema& schema, std::string name, int phase) {
  if (schema.phase_count() > 1) name += " (" + schema.phases()[static_cast<std::size_t>(phase)] + ")";
  return name;
}

std::string weight_name(const Schema& schema, std::size_t weight) {
  const int index = static_cast<int>(weight), phases = schema.phase_count();
  return at_phase(schema, schema.term_name(index / phases), index % phases);
}

std::string weight_name_beside_square(const Schema& schema, std::size_t weight) {
  const int index = static_cast<int>(weight), phases = schema.phase_count();
  return at_phase(schema, schema.name_beside_square(index / phases), index % phases);
}

std::string weight_name_by_square(const Schema& schema, std::size_t weight) {
  const int index = static_cast<int>(weight), phases = schema.phase_count();
  return at_phase(schema, schema.name_by_square(index / phases), index % phases);
}

std::string weight_key(const Schema& schema, std::size_t weight) {
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  return fmt::format("{} {}", schema.term_name(static_cast<int>(weight / phases)), schema.phases()[weight % phases]);
}

}  // namespace hone::learn
