// SPDX-License-Identifier: MIT
#include "data/error.hpp"

#include <gmock/gmock.h>

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

}  // namespace
}  // namespace hone
