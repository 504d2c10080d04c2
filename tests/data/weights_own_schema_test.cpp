// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/weights.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

TEST(WeightsOwnSchema, IsReadWhereTheFileHoldsOne) {
  const TempFolder folder;
  Weights weights = zero_weights(Schema("mine", {"mg", "eg"}, 24, std::vector<GroupSpec>{{"rook", list(2), "rooks"}}));
  weights.schema.constrain({"bound 0 inf rook"});
  write_weights(folder / "new.weights", weights);
  const auto schema = read_weights_schema(folder / "new.weights");
  ASSERT_TRUE(schema);
  EXPECT_EQ(*schema, weights.schema);
  EXPECT_EQ(schema->constraints(), weights.schema.constraints());
  write_file_atomically(folder / "old.weights", "format = \"hone weights 1\"\ngame = \"mine\"\nk = 1\n");
  EXPECT_FALSE(read_weights_schema(folder / "old.weights"));
  write_file_atomically(folder / "other.weights", "format = \"other\"\n");
  EXPECT_THROW((void)read_weights_schema(folder / "other.weights"), Error);
}

// Names files of others may hold any bytes, and a weights file is UTF-8: bytes of other encodings are taken as Latin-1.
TEST(WeightsOwnSchema, MayHaveMeaningsThatAreNoUtf8) {
  const TempFolder folder;
  const Schema schema("mine", {"all"}, 1, std::vector<GroupSpec>{{"rook", list(2), "gef\xe4hrdet"}});
  write_weights(folder / "a.weights", zero_weights(schema));
  const auto read = read_weights_schema(folder / "a.weights");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->find("rook")->meaning, "gefährdet");
}

}  // namespace
}  // namespace hone
