// SPDX-License-Identifier: MIT
//
// Connect four is solved: the searcher must know who wins, and when. Positions and values:
// data/connect_four/solved*.txt.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/game_driver.hpp"

namespace hone {
namespace {

constexpr int squares = 42;

// The value in the files' terms: 22 less the winner's marks at the end, negative for a loss.
int in_marks(const SearchResult& result, int marks_on_board) {
  if (!is_decided(result.score)) return 0;
  const int marks_at_end = marks_on_board + plies_to_end(result.score);
  return (22 - (marks_at_end + 1) / 2) * (is_win(result.score) ? 1 : -1);
}

struct Solved {
  std::string moves;
  int value = 0;
};

std::vector<Solved> read_solved(const std::string& name) {
  std::ifstream in(std::filesystem::path(HONE_DATA_DIR) / "connect_four" / name);
  std::vector<Solved> positions;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    Solved position;
    std::istringstream(line) >> position.moves >> position.value;
    positions.push_back(position);
  }
  return positions;
}

class Solver {
 public:
  void check(const Solved& position) {
    SearchControl control;
    control.limits.depth = squares;
    const SearchResult result = engine_->search(*driver_.parse(position.moves), control);
    EXPECT_EQ(in_marks(result, static_cast<int>(position.moves.size())), position.value) << position.moves;
    EXPECT_TRUE(result.proved) << position.moves;
  }

 private:
  const GameDriver& driver_ = find_driver("connect_four");
  std::unique_ptr<Engine> engine_ = driver_.engine(driver_.material_weights(), {.hash_bytes = 16 << 20});
};

// Scores that P. Pons gives as examples, blog.gamesolver.org, "Solving Connect 4: how to build a perfect AI", part 2.
TEST(SearcherOnConnectFour, AgreesWithWorkedExamples) {
  Solver solver;
  solver.check({"4455", 18});
  solver.check({"44455554221", -15});
}

constexpr const char* files[] = {"solved_end.txt", "solved_middle.txt", "solved_opening.txt"};

TEST(SearcherOnConnectFour, AgreesWithSolvedPositions) {
  Solver solver;
  for (const char* file : files) {
    std::vector<Solved> positions = read_solved(file);
    ASSERT_GT(positions.size(), 100U) << file;
    positions.resize(100);
    for (const Solved& position : positions) solver.check(position);
  }
}

TEST(FullSearcherOnConnectFour, AgreesWithSolvedPositions) {
  Solver solver;
  for (const char* file : files) {
    const std::vector<Solved> positions = read_solved(file);
    EXPECT_EQ(positions.size(), 1'000U) << file;
    for (const Solved& position : positions) solver.check(position);
  }
}

}  // namespace
}  // namespace hone
