// SPDX-License-Identifier: MIT
//
// Every game has a perft file, data/NAME/perft*.epd, whose lines are a position and its counts by depth:
// "POSITION ;D1 20 ;D2 400". The default run takes the counts that are quick, the full run more of them.
#include <filesystem>
#include <fstream>

#include "engine/game_driver.hpp"
#include "tests/games/conformance.hpp"
#include "tests/perft_files.hpp"

namespace hone::testing {
namespace {

struct PerftCount {
  std::string position;
  int depth = 0;
  std::uint64_t leaves = 0;
};

std::vector<std::string> split(const std::string& line, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t first = 0;
  for (std::size_t at = 0; (at = line.find(separator, first)) != std::string::npos; first = at + separator.size()) {
    parts.push_back(line.substr(first, at - first));
  }
  parts.push_back(line.substr(first));
  return parts;
}

std::vector<PerftCount> read_counts(const std::filesystem::path& file) {
  std::vector<PerftCount> counts;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> parts = split(line, " ;D");
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const std::vector<std::string> numbers = split(parts[i], " ");
      counts.push_back({parts.front(), std::stoi(numbers.at(0)), std::stoull(numbers.at(1))});
    }
  }
  return counts;
}

std::vector<PerftCount> counts_of(std::string_view game) {
  std::vector<PerftCount> counts;
  for (const std::filesystem::path& file : perft_files(game)) {
    const std::vector<PerftCount> more = read_counts(file);
    counts.insert(counts.end(), more.begin(), more.end());
  }
  return counts;
}

// Checks the counts of `from` to `to` leaves; returns how many there were.
int check_counts(std::string_view game, std::uint64_t from, std::uint64_t to) {
  const GameDriver& driver = find_driver(game);
  int checked = 0;
  for (const PerftCount& count : counts_of(game)) {
    if (count.leaves < from || count.leaves >= to) continue;
    EXPECT_EQ(driver.perft(*driver.parse(count.position), count.depth), count.leaves)
        << count.position << " depth " << count.depth;
    ++checked;
  }
  return checked;
}

constexpr std::uint64_t quick = 250'000;
constexpr std::uint64_t slow = 10'000'000;

template <class G>
class GamePerft : public ::testing::Test {};
TYPED_TEST_SUITE(GamePerft, GameTypes, GameNames);

TYPED_TEST(GamePerft, CountsWhatOthersCounted) { EXPECT_GT(check_counts(TypeParam::name, 0, quick), 3); }

template <class G>
class FullGamePerft : public ::testing::Test {};
TYPED_TEST_SUITE(FullGamePerft, GameTypes, GameNames);

TYPED_TEST(FullGamePerft, CountsWhatOthersCounted) {
  if (check_counts(TypeParam::name, quick, slow) == 0) {
    GTEST_SKIP() << "all counts are quick";
  }
}

}  // namespace
}  // namespace hone::testing
