// SPDX-License-Identifier: MIT
#include "tuner/play/uci/option_file.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"

namespace hone::play {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::ThrowsMessage;

class OptionFile : public testing::Test {
 protected:
  auto read(std::string_view text) {
    write_plainly(file_, text);
    return read_option_file(file_);
  }
  void expect_refused(std::string_view text, const std::string& why) {
    write_plainly(file_, text);
    EXPECT_THAT([&] { (void)read_option_file(file_); }, ThrowsMessage<Error>(HasSubstr(file_.string() + why))) << text;
  }

  TempFolder folder_;
  std::filesystem::path file_ = folder_ / "options.txt";
};

TEST_F(OptionFile, HasEitherSpelling) {
  EXPECT_THAT(
      read("setoption name Rook Value value 512\n"
           "# a comment\n; one\n// one\n\n"
           "  setoption  name Hash\tvalue 16  \r\n"
           "Rook[0] = -5\n"
           "SyzygyPath=/a=b/c d # e\n"
           "setoption name Clear Hash\n"
           "Book =\n"
           "setoption name Empty value\n"),
      ElementsAre(Pair("Rook Value", "512"), Pair("Hash", "16"), Pair("Rook[0]", "-5"),
                  Pair("SyzygyPath", "/a=b/c d # e"), Pair("Clear Hash", ""), Pair("Book", ""), Pair("Empty", "")));
}

TEST_F(OptionFile, TakesTheFirstWordValue) {
  EXPECT_THAT(read("setoption name Valued valued value x value y\n"), ElementsAre(Pair("Valued valued", "x value y")));
  EXPECT_THAT(read("setoption name A = B value 3\n"), ElementsAre(Pair("A = B", "3")));
}

TEST_F(OptionFile, MayBeginWithAMarkAndEndWithoutALineEnd) {
  EXPECT_THAT(read("\xef\xbb\xbfHash = 3"), ElementsAre(Pair("Hash", "3")));
}

TEST_F(OptionFile, IsRefusedWithItsLine) {
  expect_refused("Hash = 3\nHash 4\n",
                 ":2: expected 'setoption name NAME value VALUE' or 'NAME = VALUE', found 'Hash 4'");
  for (const char* line :
       {"= 3", "setoption", "setoption Hash value 3", "setoption name", "setoption name value 3", "quit"})
    expect_refused(line, ":1: expected 'setoption name NAME");
  expect_refused("Hash = a\x1b[2J", ":1: expected a value without control characters");
  expect_refused("# nothing\n", ": expected options of an engine, found none");
  EXPECT_THROW((void)read_option_file(folder_ / "none"), Error);
}

}  // namespace
}  // namespace hone::play
