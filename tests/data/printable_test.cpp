// SPDX-License-Identifier: MIT
#include "data/printable.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace hone {
namespace {

TEST(Printable, LeavesTextsAsTheyAre) {
  EXPECT_EQ(printable("Stockfish 17 (dev)"), "Stockfish 17 (dev)");
  EXPECT_EQ(printable("M\xC3\xBCller \xE2\x99\x94 \xF0\x9F\x8E\xB2"), "M\xC3\xBCller \xE2\x99\x94 \xF0\x9F\x8E\xB2");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ShowsControlCharactersAsBytes) {
  EXPECT_EQ(printable("\x1B]0;pwned\x07"), "\\x1b]0;pwned\\x07");
  EXPECT_EQ(printable(std::string("a\0b\x7F\r\n\t", 7)), "a\\x00b\\x7f\\x0d\\x0a\\x09");
  EXPECT_EQ(printable("\xC2\x9B"), "\\xc2\\x9b") << "U+009B begins a sequence of a terminal as ESC [ does";
  EXPECT_EQ(printable("\xC2\xA0"), "\xC2\xA0");
}

TEST(Printable, ShowsWhatIsNoUtf8AsBytes) {
  EXPECT_EQ(printable("\x9B"), "\\x9b");
  EXPECT_EQ(printable("a\xC3"), "a\\xc3");
  EXPECT_EQ(printable("\xC0\x80"), "\\xc0\\x80");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(printable("\xF5z"), "\\xf5z");
}

TEST(Printable, KeepsTheLinesOfLongTexts) { EXPECT_EQ(printable_lines("a\tb\n\x1B[2J\r\n"), "a\tb\n\\x1b[2J\\x0d\n"); }

TEST(Printable, KeepsBytesOfOtherCharacterSets) {
  EXPECT_EQ(printable_bytes("M\xFCller\x1B[2J\xC2\x9B"), "M\xFCller\\x1b[2J\\xc2\\x9b");
}

TEST(Quotation, IsPrintableAndShort) {
  EXPECT_EQ(quotation("a\x1B[2J"), "'a\\x1b[2J'");
  EXPECT_EQ(quotation(""), "''");
  EXPECT_EQ(quotation(std::string(120, 'a')), fmt::format("'{}'", std::string(120, 'a')));
  EXPECT_EQ(quotation(std::string(1'000'000, 'a')), fmt::format("'{}...'", std::string(120, 'a')));
  EXPECT_EQ(quotation(std::string(119, 'a').append("\xC3\xBCz")), fmt::format("'{}...'", std::string(119, 'a')))
      << "no half character";
}

}  // namespace
}  // namespace hone
