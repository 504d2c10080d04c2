// SPDX-License-Identifier: MIT
#include "data/toml_value.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

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

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::string fault_of(const std::string& text) {
  try {
    (void)parse_toml(text, "a.toml");
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}

// Any of these would exhaust the stack of a function that calls itself for each level.
TEST(Toml, RefusesWhatIsNestedTooDeep) {
  constexpr int levels = 100'000;
  const std::string deep_key = repeated("a.", levels) + "b";
  const std::vector<std::string> texts{
      deep_key + " = 1",
      repeated("a . ", levels) + "b = 1",
      repeated("\"a\".", levels) + "b = 1",
      repeated("'a'.", levels) + "b = 1",
      repeated("\"\\\"\".", levels) + "b = 1",
      "[" + deep_key + "]",
      "[[" + deep_key + "]]",
      "x = {" + deep_key + " = 1}",
      "x = { y = 1, " + deep_key + " = 1}",
      "x = {y = \"\"\"a\"\"\"\", " + deep_key + " = 1}",  // the string ends in a quote of its own
      "x = {y = '''a'''', " + deep_key + " = 1}",
      "x = " + repeated("[", levels) + repeated("]", levels),
      "x = " + repeated("{a = ", levels) + "1" + repeated("}", levels),
      "x = " + repeated("[{" + repeated("a.", 60) + "b = ", 1'000) + "1" + repeated("}]", 1'000),
      repeated("[", levels),
  };
  for (const std::string& text : texts) {
    EXPECT_THAT(fault_of("z = 1\n" + text + "\n"), HasSubstr("a.toml:2: expected ")) << text.substr(0, 40);
  }
}

TEST(Toml, TakesWhatIsNestedAsDeepAsAllowed) {
  const std::string key = repeated("a.", max_toml_depth - 1) + "b";
  EXPECT_EQ(fault_of("[" + key + "]\n" + key + " = {" + key + " = [[[1.5, 2.5, 3.5]]]}\n"), "no fault");
  EXPECT_EQ(fault_of("x = [" + repeated("1.5, ", 1'000) + "]\n# " + repeated("a.", 1'000) + "\n"), "no fault");
  EXPECT_EQ(fault_of("x = '" + repeated("a.", 1'000) + "'\ny = \"" + repeated("[.", 1'000) + "\"\n"), "no fault");
  EXPECT_EQ(fault_of("x = \"\"\"\n" + repeated("a.\n", 1'000) + "\"\"\"\na.b = 1\n"), "no fault");
}

TEST(Toml, SaysThatTextNeedsQuotes) {
  using ::testing::EndsWith;
  EXPECT_THAT(fault_of("a = 1\ngame = tic_tac_toe\n"), HasSubstr("a.toml:2: "));
  EXPECT_THAT(fault_of("game = tic_tac_toe\n"), EndsWith("; text needs quotes: game = \"tic_tac_toe\""));
  EXPECT_THAT(fault_of("tc = 8+0.1  # seconds\n"), EndsWith("; text needs quotes: tc = \"8+0.1\""));
  EXPECT_THAT(fault_of("sprt = 0,5"), EndsWith("; text needs quotes: sprt = \"0,5\""));
  EXPECT_THAT(fault_of("weights = runs/a\\b"), EndsWith("; text needs quotes: weights = \"runs/a\\\\b\""));
  for (const char* other : {"a = 1\na = 2\n", "a = \"open\n", "a = [1\n", "a\n", "= 1\n", "[a\n", "a = \n"}) {
    EXPECT_THAT(fault_of(other), ::testing::Not(HasSubstr("quotes:"))) << other;
  }
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
