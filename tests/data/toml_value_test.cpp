// SPDX-License-Identifier: MIT
#include "data/toml_value.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/error.hpp"
#include "data/toml_text.hpp"

namespace hone {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Toml, KeepsTheOrderAndTheLines) {
  const TomlValue::Table root = parse_toml("z = 1\na = [2.5,\n  true]\n[t]\ny = 'text'\nx = 1979-05-27\n", "a.toml");
  ASSERT_EQ(root.size(), 3U);
  EXPECT_EQ(root[0].key, "z");
  EXPECT_EQ(root[1].key, "a");
  EXPECT_EQ(root[2].key, "t");
  EXPECT_EQ(root[1].line, 2);
  EXPECT_EQ(root[1].value.as<TomlValue::Array>()->at(1).line, 3);
  const auto& inner = *root[2].value.as<TomlValue::Table>();
  EXPECT_EQ(inner[0].key, "y");
  EXPECT_EQ(inner[0].line, 5);
  EXPECT_EQ(find(inner, "x")->line, 6);
  EXPECT_EQ(find(inner, "z"), nullptr);
}

TEST(Toml, TakesIntegersAndRealsForNumbers) {
  const TomlValue::Table root = parse_toml("a = -3\nb = 2.5\nc = true\nd = '1'\n", "a.toml");
  EXPECT_EQ(number_of(*find(root, "a")), -3.0);
  EXPECT_EQ(number_of(*find(root, "b")), 2.5);
  EXPECT_EQ(number_of(*find(root, "c")), std::nullopt);
  EXPECT_EQ(number_of(*find(root, "d")), std::nullopt);
}

TEST(Toml, DescribesWhatItFinds) {
  const TomlValue::Table root =
      parse_toml("a = -3\nb = 2.5\nc = true\nd = '1'\ne = [1, 2]\nf = {}\ng = 07:32:00\n", "a.toml");
  std::string all;
  for (const TomlEntry& entry : root) all += describe(entry.value) + "; ";
  EXPECT_EQ(all, "-3; 2.5; true; \"1\"; an array of 2; a table; a date or time; ");
}

TEST(Toml, NamesTheLineOfAFault) {
  EXPECT_THAT([] { (void)parse_toml("a = 1\nb = \n", "a.toml"); }, ThrowsMessage<Error>(HasSubstr("a.toml:2: ")));
  EXPECT_THAT([] { (void)parse_toml("a = 1\na = 2\n", "a.toml"); }, ThrowsMessage<Error>(HasSubstr("a.toml:2: ")));
  EXPECT_THROW((void)parse_toml(std::string(100'000, '['), "a.toml"), Error);
  EXPECT_THROW((void)parse_toml("a = " + std::string(100'000, '['), "a.toml"), Error);
}

TEST(Toml, StringsAndKeysComeBack) {
  for (const std::string& text :
       {std::string(), std::string("plain"), std::string("a b"), std::string("\"\\\b\t\n\r\x7f"),
        std::string("nul\0", 4), std::string("\u00e9\u20ac\U0001f600")}) {
    const TomlValue::Table root = parse_toml(toml_key(text) + " = " + toml_string(text), "a.toml");
    ASSERT_EQ(root.size(), 1U);
    EXPECT_EQ(root[0].key, text);
    EXPECT_EQ(*root[0].value.as<std::string>(), text);
  }
}

// The Unicode Standard 15, table 3-7: well-formed UTF-8 byte sequences, first and last of each row, and their
// neighbours.
TEST(Toml, KnowsUtf8) {
  for (const char* good : {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xec\xbf\xbf", "\xed\x9f\xbf",
                           "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(good));
  }
  for (const char* bad : {"\x80", "\xc1\xbf", "\xc2", "\xc2\x7f", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xef\xbf",
                          "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    EXPECT_FALSE(is_utf8(bad));
  }
}

}  // namespace
}  // namespace hone
