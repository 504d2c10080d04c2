// SPDX-License-Identifier: MIT
#include "games/connect_four/connect_four.hpp"

#include <gtest/gtest.h>

#include <unordered_set>

#include "data/rows.hpp"
#include "tests/games/drop_board.hpp"
#include "tests/games/refused_texts.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using connect_four::Squares;
using Position = ConnectFour::Position;
using testing::DropBoard;

constexpr std::uint64_t seed = 1'988;

Position parse(const std::string& text) { return ConnectFour::parse_position(text); }

std::optional<Outcome> outcome(const Position& pos) {
  MoveList<ConnectFour> legal;
  ConnectFour::legal_moves(pos, legal);
  return ConnectFour::outcome(pos, legal);
}

// Different positions after each number of plies: oeis.org/A212693 (J. Tromp).
TEST(ConnectFourRules, AsManyPositionsAsTrompCounted) {
  std::vector<Position> positions{ConnectFour::initial()};
  for (const std::size_t expected : {7U, 49U, 238U, 1'120U, 4'263U, 16'422U, 54'859U, 184'275U}) {
    std::unordered_set<std::uint64_t> seen;
    std::vector<Position> next;
    for (const Position& pos : positions) {
      MoveList<ConnectFour> legal;
      ConnectFour::legal_moves(pos, legal);
      for (const auto& move : legal) {
        Position child = pos;
        ConnectFour::play(child, move);
        if (seen.insert(ConnectFour::hash(child)).second) next.push_back(child);
      }
    }
    ASSERT_EQ(next.size(), expected);
    positions = std::move(next);
  }
}

TEST(ConnectFourRules, RandomGamesEndAsOnASlowBoard) {
  std::cout << "random games: seed " << seed << '\n';
  testing::Random random(seed);
  for (const auto& playout : testing::random_playouts<ConnectFour>(3'000, random)) {
    if (playout.positions.front() != ConnectFour::initial()) continue;
    DropBoard board(connect_four::rows, connect_four::cols, 4);
    for (std::size_t i = 0; i < playout.moves.size(); ++i) {
      const int col = playout.moves[i].col;
      board.play(col);
      ASSERT_EQ(ConnectFour::to_text(playout.positions[i + 1]), board.text());
      const auto end = outcome(playout.positions[i + 1]);
      ASSERT_EQ(end && end->reason == EndReason::win, board.has_any_line(col)) << board.text();
    }
  }
}

TEST(ConnectFourRules, EveryDirectionWins) {
  for (const std::string text : {"1122334", "1213141", "12233434474", "76655454414", "12423242"}) {
    const Position pos = parse(text);
    EXPECT_EQ(outcome(pos), (Outcome{-sign(pos.to_move), EndReason::win})) << text;
  }
}

// The upper three squares of a column and the lowest of the next are neighbours as bits.
TEST(ConnectFourRules, LinesDoNotGoRoundTheEdges) {
  EXPECT_EQ(outcome(parse("X....../X....../X....../O....../O....../OXO.... X")), std::nullopt);
}

// The formula of the bits against the definition: a mark there makes four.
TEST(ConnectFourBitboard, CompletionsAreTheSquaresThatMakeFour) {
  testing::Random random(seed);
  for (const Position& pos : testing::random_positions<ConnectFour>(5'000, random)) {
    if (outcome(pos)) continue;
    Squares expected = 0;
    for (Squares left = connect_four::all_squares & ~pos.occupied(); left != 0; left &= left - 1) {
      const Squares square = left & (~left + 1);
      if (connect_four::has_four(pos.mine() | square)) expected |= square;
    }
    ASSERT_EQ(connect_four::completions(pos.mine(), pos.occupied()), expected) << ConnectFour::to_text(pos);
  }
}

TEST(ConnectFourText, MovesFromTheEmptyBoardAreAPosition) {
  EXPECT_EQ(ConnectFour::to_text(parse("44454")), "......./......./...X.../...X.../...O.../...XO.. O");
  EXPECT_EQ(parse("......./......./...X.../...X.../...O.../...XO.. O"), parse("44454"));
}

TEST(ConnectFourText, RefusalsSayWhatIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "6 rows of 7"},
      {"48", "6 rows of 7"},
      {"4444444", "at most six moves in a column"},
      {"12121213", "no move after four in a line"},
      {"......./......./......./......./......./...X... X", "as many X as O"},
      {"......./......./......./......./...X.../....... O", "no mark above an empty square"},
      {"......./......./......./......./OOO..../XXXX... X", "as many X as O"},
      {"......./......./X....../X....../X....../X.OO.OO X", "no four of the side to move"},
      {"......./......./XO...../XO...../XO...../XO..... X", "no four of the side to move"},
      {"......./......./X.....X/X...O.X/X.OOO.X/X.OOO.X O", "only fours that the last move has completed"},
  };
  testing::expect_refusals(parse, cases);
}

int count_of(std::string_view group, int index, const Position& pos) {
  RowSink sink;
  ConnectFour::extract(pos, sink);
  const int term = ConnectFour::schema().find(group)->first + index;
  for (const RowEntry& entry : sink.finish({}).entries) {
    if (entry.term == term) return entry.count;
  }
  return 0;
}

constexpr int square(int row, int col) { return (row - 1) * connect_four::cols + col - 1; }

TEST(ConnectFourFeatures, CountOpenLinesByDirection) {
  const Position one = parse("4");
  EXPECT_EQ(count_of("line.one", 0, one), 4);
  EXPECT_EQ(count_of("line.one", 1, one), 1);
  EXPECT_EQ(count_of("line.one", 2, one), 2);
  EXPECT_EQ(count_of("line.two", 1, parse("44")), 0);
  EXPECT_EQ(count_of("line.two", 1, parse("414")), 1);
  EXPECT_EQ(count_of("line.three", 1, parse("41414")), 1);
  // Three in the first row, one end taken: only the line to the right is open.
  EXPECT_EQ(count_of("line.three", 0, parse("213141")), 1);
}

TEST(ConnectFourFeatures, ThreatsBelongToWhoBeganNotToX) {
  const Position pos = parse("41414");  // X could complete the fourth column
  EXPECT_EQ(count_of("threat.starter", square(4, 4), pos), 1);
  EXPECT_EQ(count_of("threat.follower", square(4, 4), pos), 0);
  EXPECT_EQ(count_of("threat.starter", square(4, 4), ConnectFour::flipped(pos)), -1);
}

TEST(ConnectFourFeatures, ThreatsOfBothPlayersAreKeptApart) {
  const Position pos = parse("14243");  // X holds 1 to 3 in the first row, O stands in the way
  EXPECT_EQ(count_of("threat.starter", square(1, 4), pos), 0);
  EXPECT_EQ(count_of("threat.follower", square(1, 4), pos), 0);
}

TEST(ConnectFourFeatures, ThreatsAreAboutTheSquareThatCompletesFour) {
  const Group& group = *ConnectFour::schema().find("threat.starter");
  const int term = group.first + square(1, 4);  // as in the test above
  EXPECT_EQ(ConnectFour::schema().square_of(term)->name, "column 4 row 1");
  EXPECT_EQ(ConnectFour::schema().square_of(term)->row, 5);
  EXPECT_EQ(ConnectFour::schema().square_of(term)->column, 3);
}

TEST(ConnectFourFeatures, StackedThreatsAreSeen) {
  const Position pos = parse("112233");  // X 1 to 3 below, O above: each has a threat in column 4, on its own row
  EXPECT_EQ(count_of("threat.starter", square(1, 4), pos), 1);
  EXPECT_EQ(count_of("threat.follower", square(2, 4), pos), -1);
  EXPECT_EQ(count_of("threat.stacked", 0, pos), 0);
  // X 1 to 3 in the first two rows.
  EXPECT_EQ(count_of("threat.stacked", 0, parse("172737162535")), 1);
}

// V. Allis, A Knowledge-Based Approach of Connect-Four, 1988, section 3.3: White's odd threats, Black's even ones.
TEST(ConnectFourFeatures, ZugzwangFollowsTheRows) {
  const auto at = [](int row, int col) { return connect_four::bit(row - 1, col - 1); };
  EXPECT_EQ(connect_four::zugzwang(0, 0), 0);
  EXPECT_EQ(connect_four::zugzwang(at(3, 1), 0), 1);
  EXPECT_EQ(connect_four::zugzwang(at(4, 1), 0), 0);
  EXPECT_EQ(connect_four::zugzwang(0, at(4, 7)), -1);
  EXPECT_EQ(connect_four::zugzwang(0, at(3, 7)), 0);
  EXPECT_EQ(connect_four::zugzwang(at(3, 1), at(2, 7)), 1);              // odd against even in another column
  EXPECT_EQ(connect_four::zugzwang(at(3, 1), at(2, 1)), -1);             // the even one is below
  EXPECT_EQ(connect_four::zugzwang(at(3, 1), at(3, 7) | at(4, 6)), -1);  // odd threats cancel
}

}  // namespace
}  // namespace hone
