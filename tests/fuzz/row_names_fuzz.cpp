// SPDX-License-Identifier: MIT
//
// Names files of training rows (data/ROWS.md).
#include "data/constraints.hpp"
#include "data/row_names.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace hone;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Schema schema;
  if (!fuzz::accepts([&] { schema = parse_row_names(fuzz::text_of(data, size), "input"); })) return 0;
  int terms = 0;
  for (const Group& group : schema.groups()) {
    fuzz::require(group.first == terms, "groups follow each other");
    fuzz::require(schema.find(group.name) == &group, "groups are found by their names");
    terms += group.shape.size();
  }
  fuzz::require(terms == schema.terms(), "every term belongs to a group");
  const Schema again = parse_row_names(format_row_names(schema), "written");
  fuzz::require(again == schema, "a schema is read back");
  fuzz::require(again.constraints() == schema.constraints(), "its constraints are read back");
  const Constraints constraints = constraints_of(schema);
  for (std::size_t i = 0; i < constraints.tied_to.size(); ++i) {
    const std::uint32_t root = constraints.tied_to[i];
    fuzz::require(root <= i && constraints.tied_to[root] == root, "the first of equal weights stands for them");
    fuzz::require(constraints.lower[i] <= constraints.upper[i], "bounds leave a value");
    fuzz::require(constraints.lower[i] == constraints.lower[root], "equal weights share their bounds");
  }
  return 0;
}
