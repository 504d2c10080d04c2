// SPDX-License-Identifier: MIT
//
// Names files of training rows (data/ROWS.md).
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
  fuzz::require(parse_row_names(format_row_names(schema), "written") == schema, "a schema is read back");
  return 0;
}
