// SPDX-License-Identifier: MIT
//
// Readers take no more memory for files that a few megabytes of gzip unpack to.
#include <gmock/gmock.h>
#include <zlib.h>

#include <chrono>
#include <fstream>
#include <string>
#include <string_view>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/pgn_text.hpp"

namespace hone::formats {
namespace {

using testing::HasSubstr;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

// A line of /proc/self/status in KiB.
std::size_t status_kibibytes(std::string_view key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key)) return std::stoul(line.substr(key.size() + 1));
  }
  return 0;
}

// By how many MiB the memory grew at most while this was done; nothing where the system does not tell.
template <class Work>
std::optional<double> peak_growth(const Work& work) {
  if (!(std::ofstream("/proc/self/clear_refs") << "5" << std::flush)) return std::nullopt;
  const std::size_t before = status_kibibytes("VmRSS");
  work();
  const std::size_t peak = status_kibibytes("VmHWM");
  if (before == 0 || peak == 0) return std::nullopt;
  return (static_cast<double>(peak) - static_cast<double>(before)) / 1024;
}

class BoundedMemory : public testing::Test {
 protected:
  // `head`, and then `part` again and again until there are so many bytes of it.
  std::filesystem::path pack(const char* name, std::string_view head, std::string_view part, std::size_t bytes) const {
    const gzFile out = gzopen((folder_ / name).c_str(), "wb1");
    gzwrite(out, head.data(), static_cast<unsigned>(head.size()));
    std::string block;
    while (block.size() < mebibyte) block += part;
    for (std::size_t written = 0; written < bytes; written += block.size()) {
      gzwrite(out, block.data(), static_cast<unsigned>(block.size()));
    }
    gzclose(out);
    return folder_ / name;
  }

  // Reads the games, of which some may be bad.
  static std::size_t read_all(const std::filesystem::path& file) {
    std::size_t games = 0;
    for (PgnGames source(file); source.next();) ++games;
    return games;
  }

  void expect_flat(const std::filesystem::path& file) const {
    const std::optional<double> growth = peak_growth([&] { (void)read_all(file); });
    if (!growth) GTEST_SKIP() << "the system does not tell how much memory is used";
    EXPECT_LT(*growth, 40) << file;
  }

  TempFolder folder_;
};

TEST_F(BoundedMemory, IsEnoughForAnyPgn) {
  constexpr std::size_t size = 96 * mebibyte;
  const std::string line(900, 'x');
  expect_flat(pack("comment.pgn.gz", "1. e4 {", line + "\n", size));
  expect_flat(pack("comments.pgn.gz", "1. e4 ", "{" + line + "}\n", size));
  expect_flat(pack("moves.pgn.gz", "", "1. Nf3 Nf6 2. Ng1 Ng8\n", size));
  expect_flat(pack("long.pgn.gz", "", line + "\n", size));
  expect_flat(pack("variations.pgn.gz", "1. e4 ", "((((((((((\n", size));
  expect_flat(pack("tag.pgn.gz", "", "[A \"" + line + "\"]\n", size));
}

TEST_F(BoundedMemory, IsEnoughForLongLinesOfLabels) {
  const std::string line(1'000'000, 'x');
  const std::filesystem::path file = pack("a.epd.gz", "", line + "\n", 96 * mebibyte);
  const GameDriver& chess = find_driver("chess");
  const auto read = [&] { (void)read_labelled_positions(chess, file, [](LabelledPosition&) { return true; }); };
  const std::optional<double> growth = peak_growth(read);
  if (!growth) GTEST_SKIP() << "the system does not tell how much memory is used";
  EXPECT_LT(*growth, 40);
}

TEST_F(BoundedMemory, IsEnoughForAnyHeaderOfTextGames) {
  const std::string player(900, 'x');
  const std::filesystem::path file =
      pack("a.txt.gz", "hone text games 1\nrules chess\n", "player \"" + player + "\"\n", 96 * mebibyte);
  const std::optional<double> growth = peak_growth([&] { EXPECT_THROW((void)open_games(file), Error); });
  if (!growth) GTEST_SKIP() << "the system does not tell how much memory is used";
  EXPECT_LT(*growth, 100) << "32 MiB of text, in strings";
}

// The line of the fault of the first game, and the fault.
std::string first_fault(const std::filesystem::path& file) {
  PgnGames games(file);
  const PgnGame game = games.next().value();
  return std::to_string(game.fault_line) + ": " + game.fault;
}

TEST_F(BoundedMemory, IsKeptByBoundsThatAreSaid) {
  const auto write = [&](const std::string& text) {
    write_plainly(folder_ / "a.pgn", text);
    return folder_ / "a.pgn";
  };
  const std::string longest(PgnBounds::text, 'x');
  EXPECT_EQ(first_fault(write("\n1. e4 {" + longest + "} e5 1-0\n")), "0: ");
  EXPECT_EQ(first_fault(write("\n1. e4 {" + longest + "x} e5 1-0\n")),
            "2: the comment that begins here is longer than 65536 bytes");
  EXPECT_EQ(first_fault(write("[A \"" + longest + "\"]\n1. e4 1-0\n")), "0: ");
  EXPECT_EQ(first_fault(write("[A \"" + longest + "x\"]\n1. e4 1-0\n")),
            "1: the value of a tag is longer than 65536 bytes");
  EXPECT_EQ(first_fault(write(std::string(1'000, '(') + std::string(1'000, ')') + " 1. e4 1-0\n")), "0: ");
  EXPECT_EQ(first_fault(write(std::string(1'001, '(') + std::string(1'001, ')') + " 1. e4 1-0\n")),
            "1: more than 1000 variations within one another");
  std::string moves, tags;
  for (int i = 0; i < 65'536; ++i) moves += "e4\n";
  EXPECT_EQ(first_fault(write(moves + "1-0\n")), "65536: more than 65535 moves in a game");
  for (int i = 0; i < 257; ++i) tags += "[T" + std::to_string(i) + " \"x\"]\n";
  EXPECT_EQ(first_fault(write(tags + "1-0\n")), "257: more than 256 tags in a game");
  std::string comments = "1. e4\n";
  for (int i = 0; i < 65; ++i) comments += "{" + longest + "}\n";
  EXPECT_THAT(first_fault(write(comments + "1-0\n")), HasSubstr("the game has more than 4194304 bytes of tags, moves"));
}

TEST_F(BoundedMemory, LosesNoGameBehindOneThatIsTooLarge) {
  write_plainly(folder_ / "a.pgn",
                "[White \"a\"]\n\n1. e4 {" + std::string(100'000, 'x') + "} e5 1-0\n\n[White \"b\"]\n\n1. d4 d5 0-1\n");
  PgnGames games(folder_ / "a.pgn");
  EXPECT_EQ(games.next().value().fault_line, 3);
  EXPECT_EQ(games.next().value().moves.size(), 2U);
  EXPECT_FALSE(games.next().has_value());
}

// With the rest of the line copied for each game, this took half a minute.
TEST_F(BoundedMemory, GoesWithTimeThatGrowsAsTheFileDoes) {
  std::string line;
  for (int i = 0; i < 140'000; ++i) line += "e4 1-0 ";
  write_plainly(folder_ / "a.pgn", line + '\n' + line + '\n');
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(read_all(folder_ / "a.pgn"), 280'000U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace hone::formats
