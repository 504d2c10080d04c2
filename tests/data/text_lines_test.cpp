// SPDX-License-Identifier: MIT
#include "data/text_lines.hpp"

#include <gmock/gmock.h>
#include <zlib.h>
#include <zstd.h>

#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/random.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

std::vector<std::string> all_lines(const std::filesystem::path& file) {
  TextLines lines(file);
  std::vector<std::string> found;
  while (const auto line = lines.next()) {
    found.emplace_back(*line);
    EXPECT_EQ(lines.number(), static_cast<int>(found.size()));
  }
  EXPECT_EQ(lines.next(), std::nullopt);
  return found;
}

void write_gzip(const std::filesystem::path& file, const std::string& text) {
  gzFile out = gzopen(file.c_str(), "wb");
  ASSERT_EQ(gzwrite(out, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
  ASSERT_EQ(gzclose(out), Z_OK);
}

std::string zstd_frame(const std::string& text) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 3));
  return frame;
}

TEST(TextLines, EndInLfOrCrLfOrTheEndOfTheFile) {
  const TempFolder folder;
  write_plainly(folder / "a", "one\ntwo\r\n\n\rfour\r");
  EXPECT_THAT(all_lines(folder / "a"), ElementsAre("one", "two", "", "\rfour"));
  write_plainly(folder / "b", "one\n");
  EXPECT_THAT(all_lines(folder / "b"), ElementsAre("one"));
  write_plainly(folder / "c", "");
  EXPECT_THAT(all_lines(folder / "c"), IsEmpty());
  write_plainly(folder / "d", std::string("a\0b\n", 4));
  EXPECT_THAT(all_lines(folder / "d"), ElementsAre(std::string("a\0b", 3)));
}

TEST(TextLines, AreTheSamePlainAndGzip) {
  const TempFolder folder;
  Random random(11);
  std::string text;
  std::vector<std::string> expected;
  for (int i = 0; i < 2000; ++i) {
    expected.emplace_back(random.below(i % 100 == 0 ? 200'000 : 100), static_cast<char>('a' + random.below(26)));
    text += expected.back() + "\n";
  }
  write_plainly(folder / "plain", text);
  write_gzip(folder / "packed.gz", text);
  EXPECT_EQ(all_lines(folder / "plain"), expected);
  EXPECT_EQ(all_lines(folder / "packed.gz"), expected);
  write_plainly(folder / "packed.zst", zstd_frame(text));
  EXPECT_EQ(all_lines(folder / "packed.zst"), expected);
  const std::size_t half = text.size() / 2;
  write_plainly(folder / "two frames",
                zstd_frame(text.substr(0, half)) + zstd_frame("") + zstd_frame(text.substr(half)));
  EXPECT_EQ(all_lines(folder / "two frames"), expected);
}

// What a frame unpacks to may be many times what is read of it at once, and whole chunks.
TEST(TextLines, OfZstdAreAllThereHoweverTheyArePacked) {
  const TempFolder folder;
  for (const std::size_t size : {std::size_t{1} << 16, (std::size_t{1} << 16) - 1, std::size_t{1} << 22}) {
    std::string text;
    while (text.size() < size) text += "0123456\n";
    text.resize(size);
    write_plainly(folder / "a", zstd_frame(text));
    EXPECT_EQ(all_lines(folder / "a").size(), (size + 7) / 8) << size;
  }
  const std::string skipped("\x50\x2A\x4D\x18\x03\0\0\0abc", 11);  // as pzstd begins
  write_plainly(folder / "a", skipped + zstd_frame("one\ntwo\n"));
  EXPECT_THAT(all_lines(folder / "a"), ElementsAre("one", "two"));
  write_plainly(folder / "a", zstd_frame(""));
  EXPECT_THAT(all_lines(folder / "a"), IsEmpty());
}

TEST(TextLines, OfATruncatedGzipFileEndInAnError) {
  const TempFolder folder;
  std::string text;
  Random random(12);
  for (int i = 0; i < 200; ++i) text += std::to_string(random()) + "\n";
  write_gzip(folder / "whole.gz", text);
  const std::string whole = read_file(folder / "whole.gz");
  // The first ten bytes are the header; less is not known to be gzip.
  for (std::size_t size = 10; size < whole.size(); size += 7) {
    write_plainly(folder / "cut.gz", whole.substr(0, size));
    EXPECT_THROW(all_lines(folder / "cut.gz"), Error) << size;
  }
}

TEST(TextLines, OfATruncatedOrDamagedZstdFileEndInAnError) {
  const TempFolder folder;
  std::string text;
  Random random(12);
  for (int i = 0; i < 200; ++i) text += std::to_string(random()) + "\n";
  const std::string whole = zstd_frame(text);
  for (std::size_t size = 4; size < whole.size(); size += 7) {
    write_plainly(folder / "cut.zst", whole.substr(0, size));
    EXPECT_THAT([&] { (void)all_lines(folder / "cut.zst"); }, ThrowsMessage<Error>(HasSubstr("zstd stream is cut")))
        << size;
  }
  std::string bytes = whole;
  bytes[4] = '\x7f';  // a window of more memory than a reader should take
  write_plainly(folder / "bad.zst", bytes);
  EXPECT_THAT([&] { (void)all_lines(folder / "bad.zst"); }, ThrowsMessage<Error>(HasSubstr("bad.zst:1: the zstd")));
}

TEST(TextLines, KnowWhatIsPackedByItsName) {
  EXPECT_TRUE(is_packed("d/a.csv.gz"));
  EXPECT_TRUE(is_packed("a.pgn.zst"));
  EXPECT_FALSE(is_packed("a.csv"));
  EXPECT_EQ(without_packing("d/a.csv.gz"), "d/a.csv");
  EXPECT_EQ(without_packing("d/a.pgn.zst"), "d/a.pgn");
  EXPECT_EQ(without_packing("d/a.csv"), "d/a.csv");
  EXPECT_TRUE(is_packed("A.PGN.GZ"));
  EXPECT_EQ(ending_of("d/A.PGN.GZ"), ".pgn");
  EXPECT_EQ(ending_of("d.e/a"), "");
  EXPECT_NO_THROW(require_unpacked("a.games", "games"));
  EXPECT_THAT([] { require_unpacked("a.games.gz", "games"); },
              ThrowsMessage<Error>("a.games.gz: games are not read packed; unpack it first"));
}

TEST(TextLines, OfADamagedGzipFileEndInAnError) {
  const TempFolder folder;
  write_gzip(folder / "whole.gz", std::string(1000, 'x') + "\n");
  std::string bytes = read_file(folder / "whole.gz");
  bytes[bytes.size() - 6] ^= 1;  // in the checksum
  write_plainly(folder / "bad.gz", bytes);
  EXPECT_THAT([&] { (void)all_lines(folder / "bad.gz"); }, ThrowsMessage<Error>(HasSubstr("bad.gz:1: the gzip")));
}

// As `cat` puts members together. A member whose header is damaged, and those after it, would be left out silently.
TEST(TextLines, OfGzipHaveNothingButMembersAndZeros) {
  const TempFolder folder;
  write_gzip(folder / "one.gz", "one\n");
  write_gzip(folder / "two.gz", "two\n");
  const std::string one = read_file(folder / "one.gz"), two = read_file(folder / "two.gz");
  write_plainly(folder / "a.gz", one + two);
  EXPECT_THAT(all_lines(folder / "a.gz"), ElementsAre("one", "two"));
  write_plainly(folder / "a.gz", one + std::string(100'000, '\0') + two + std::string(512, '\0'));
  EXPECT_THAT(all_lines(folder / "a.gz"), ElementsAre("one", "two"));
  for (const std::string& rest : {"\x1e" + two.substr(1), std::string("x"), std::string("\x1f"), two.substr(0, 5)}) {
    write_plainly(folder / "a.gz", one + rest);
    EXPECT_THAT([&] { (void)all_lines(folder / "a.gz"); }, ThrowsMessage<Error>(HasSubstr("the gzip stream is")));
  }
}

TEST(TextLines, AreOfBoundedLength) {
  const TempFolder folder;
  const std::string longest(TextLines::longest_line, 'x');
  write_plainly(folder / "fits", "a\n" + longest + "\nb");
  EXPECT_THAT(all_lines(folder / "fits"), ElementsAre("a", longest, "b"));
  for (const char* end : {"x", "x\n", "xxxxxxxx\nb\n"}) {
    write_plainly(folder / "long", "a\n" + longest + end);
    EXPECT_THAT([&] { (void)all_lines(folder / "long"); },
                ThrowsMessage<Error>(HasSubstr("long:2: a line longer than")));
  }
}

TEST(TextLines, NameTheFileThatCannotBeRead) {
  const TempFolder folder;
  EXPECT_THAT([&] { TextLines(folder / "none"); }, ThrowsMessage<Error>(HasSubstr("none: cannot read: No such file")));
  EXPECT_THAT([&] { (void)all_lines(folder.path()); }, ThrowsMessage<Error>(HasSubstr("Is a directory")));
}

}  // namespace
}  // namespace hone
