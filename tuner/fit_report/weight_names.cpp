// SPDX-License-Identifier: MIT
#include "tuner/fit_report/weight_names.hpp"

namespace hone {

std::string at_stage(const Schema& schema, std::string name, int stage) {
  if (schema.stage_count() > 1) name += " (" + schema.stages()[static_cast<std::size_t>(stage)] + ")";
  return name;
}

std::string weight_name(const Schema& schema, std::size_t weight) {
  const int index = static_cast<int>(weight), stages = schema.stage_count();
  return at_stage(schema, schema.term_name(index / stages), index % stages);
}

}  // namespace hone
