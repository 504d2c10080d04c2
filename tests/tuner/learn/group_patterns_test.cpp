// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/group_patterns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "data/error.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"

namespace hone::learn {
namespace {

TEST(GroupPatterns, AStarStandsForAnyText) {
  EXPECT_TRUE(matches("psqt.*", "psqt.knight"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*.knight", "psqt.knight"));
  EXPECT_TRUE(matches("p*.k*t", "psqt.knight"));
  EXPECT_TRUE(matches("tempo", "tempo"));
  EXPECT_TRUE(matches("tempo*", "tempo"));
}

TEST(GroupPatterns, EverythingElseStandsForItself) {
  EXPECT_FALSE(matches("psqt", "psqt.knight"));
  EXPECT_FALSE(matches("psqt.*", "psqt"));
  EXPECT_FALSE(matches("psqt.?night", "psqt.knight"));
  EXPECT_FALSE(matches("", "tempo"));
  EXPECT_FALSE(matches("*.k*x", "psqt.knight"));
}

TEST(GroupPatterns, ChooseTheTermsOfTheirGroups) {
  const Schema schema = synthetic_schema();
  const std::vector<std::string> patterns{"mat*", "tempo"};
  const auto terms = terms_of_groups(schema, patterns);
  EXPECT_EQ(std::count(terms.begin(), terms.end(), true), 2);
  EXPECT_TRUE(terms[0]);
  EXPECT_TRUE(terms[static_cast<std::size_t>(schema.find("tempo")->first)]);
  const auto every = terms_of_groups(schema, {});
  EXPECT_EQ(std::count(every.begin(), every.end(), true), schema.terms());
}

TEST(GroupPatterns, OneThatMatchesNothingNamesTheGroups) {
  const std::vector<std::string> patterns{"tempo", "pst.*"};
  try {
    (void)terms_of_groups(synthetic_schema(), patterns);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), testing::HasSubstr("'pst.*'"));
    EXPECT_THAT(error.message(), testing::HasSubstr("material.knight, psqt.knight, mobility, tempo, never"));
  }
}

}  // namespace
}  // namespace hone::learn
