// SPDX-License-Identifier: MIT
#include "data/error.hpp"

#include <gmock/gmock.h>

#include "data/faults.hpp"

namespace hone {
namespace {

TEST(Error, SaysWhere) {
  EXPECT_STREQ(Error("a.epd", 7, "bad label").what(), "a.epd:7: bad label");
  EXPECT_STREQ(Error("a.epd", 0, "empty").what(), "a.epd: empty");
  EXPECT_STREQ(Error("no such game").what(), "no such game");
  EXPECT_EQ(Error("a.epd", 7, "bad label").message(), "bad label");
  EXPECT_EQ(Error("a.epd", 7, "bad label").file(), "a.epd");
  EXPECT_EQ(Error("a.epd", 7, "bad label").line(), 7);
}

TEST(Error, IsTheUsersUnlessTheSystemsIsSaid) {
  EXPECT_EQ(Error("x").kind(), Error::Kind::input);
  EXPECT_EQ(Error("x", Error::Kind::system).kind(), Error::Kind::system);
}

TEST(Error, WordsExpectations) { EXPECT_EQ(expected_found("a number", "\"x\""), "expected a number, found \"x\""); }

TEST(Error, OfASpellingRefusesTheFile) {
  const Contradiction error = unknown_spelling("0 or 1", "'2'");
  EXPECT_EQ(error.kind(), Error::Kind::input);
  EXPECT_THAT(error.message(), testing::StartsWith("expected 0 or 1, found '2'; "));
}

TEST(Faults, TellTheFirstAndTheNumberOfAll) {
  Faults faults("a.csv", "lines");
  faults.require_none();
  EXPECT_TRUE(faults.add(bad_entry(Error("x"), 2)));
  EXPECT_TRUE(faults.add(bad_entry(Error("y"), 3)));
  EXPECT_EQ(faults.text(), "a.csv:2: x (2 bad lines in all)");
  faults.require_no_contradiction();
  EXPECT_THROW(faults.require_none(), Error);
}

TEST(Faults, EndWithAContradiction) {
  Faults faults("a.csv", "lines");
  EXPECT_TRUE(faults.add(bad_entry(Error("x"), 2)));
  EXPECT_FALSE(faults.add(bad_entry(Contradiction("2 is no result"), 5)));
  EXPECT_FALSE(faults.add(bad_entry(Error("y"), 6)));
  EXPECT_EQ(faults.text(), "a.csv:5: 2 is no result");
  EXPECT_THROW(faults.require_no_contradiction(), Error);
}

}  // namespace
}  // namespace hone
