// SPDX-License-Identifier: MIT
#include "games/breakthrough/breakthrough.hpp"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "engine/perft.hpp"
#include "tests/games/refused_texts.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using breakthrough::Squares;
using breakthrough::terms;
using Position = Breakthrough::Position;
using ::testing::UnorderedElementsAre;

Position parse(const std::string& text) { return Breakthrough::parse_position(text); }

std::vector<std::string> moves(const std::string& text) {
  MoveList<Breakthrough> legal;
  Breakthrough::legal_moves(parse(text), legal);
  std::vector<std::string> texts;
  for (const auto& move : legal) texts.push_back(Breakthrough::to_text(parse(text), move));
  return texts;
}

std::string after(const std::string& text, const std::string& move) {
  Position pos = parse(text);
  Breakthrough::play(pos, Breakthrough::parse_move(pos, move).value());
  return Breakthrough::to_text(pos);
}

std::optional<Outcome> outcome(const std::string& text) {
  MoveList<Breakthrough> legal;
  Breakthrough::legal_moves(parse(text), legal);
  return Breakthrough::outcome(parse(text), legal);
}

// The rules once more, as slow as they are plain: a board of characters, rows from White's first.
class SlowBoard {
 public:
  explicit SlowBoard(const std::string& text) : white_(text.back() == 'w') {
    std::size_t row = 7, file = 0;
    for (const char c : text.substr(0, text.size() - 2)) {
      if (c == '/') {
        --row;
        file = 0;
      } else if (c == 'P' || c == 'p') {
        rows_[row][file++] = c;
      } else {
        file += static_cast<std::size_t>(c - '0');
      }
    }
  }

  [[nodiscard]] std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    if (rows_[white_ ? 0 : 7].find(white_ ? 'p' : 'P') != std::string::npos) return 0;
    for (int row = 0; row < 8; ++row) {
      for (int file = 0; file < 8; ++file) {
        for (const int step : {-1, 0, 1}) leaves += perft_of(row, file, step, depth);
      }
    }
    return leaves;
  }

 private:
  [[nodiscard]] std::uint64_t perft_of(int row, int file, int step, int depth) const {
    const int to_row = row + (white_ ? 1 : -1), to_file = file + step;
    if (to_row < 0 || to_row > 7 || to_file < 0 || to_file > 7) return 0;
    const char own = white_ ? 'P' : 'p', target = at(to_row, to_file);
    if (at(row, file) != own || target == own || (target != '.' && step == 0)) return 0;
    SlowBoard next = *this;
    next.set(row, file, '.');
    next.set(to_row, to_file, own);
    next.white_ = !white_;
    return next.perft(depth - 1);
  }
  [[nodiscard]] char at(int row, int file) const {
    return rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(file)];
  }
  void set(int row, int file, char c) { rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(file)] = c; }

  std::vector<std::string> rows_ = std::vector<std::string>(8, "........");
  bool white_;
};

TEST(BreakthroughRules, AreThoseOfASlowSecondMoveGenerator) {
  testing::Random random(4);
  for (const Position& pos : testing::random_positions<Breakthrough>(300, random)) {
    const std::string text = Breakthrough::to_text(pos);
    for (const int depth : {1, 2, 3}) ASSERT_EQ(perft<Breakthrough>(pos, depth), SlowBoard(text).perft(depth)) << text;
  }
}

// The counts of data/breakthrough/perft.epd that nobody has published.
TEST(BreakthroughRules, PerftFileHasTheSlowGeneratorsCounts) {
  EXPECT_EQ(SlowBoard("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w").perft(3), 11'132U);
  EXPECT_EQ(SlowBoard("1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w").perft(4), 121'264U);
  EXPECT_EQ(SlowBoard("1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P b").perft(4), 109'521U);
  EXPECT_EQ(SlowBoard("8/4P3/8/3p4/4P3/8/2p5/8 w").perft(5), 279U);
  EXPECT_EQ(SlowBoard("8/8/2p1p3/3P4/3p4/2P1P3/8/8 b").perft(5), 25'158U);
}

TEST(FullBreakthroughRules, PerftFileHasTheSlowGeneratorsCounts) {
  EXPECT_EQ(SlowBoard("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w").perft(5), 6'182'818U);
}

// littlegolem.net, Breakthrough, rules: one space straight or diagonally forward if the target square is empty; onto an
// opponent's piece if and only if that is one space diagonally forward.
TEST(BreakthroughRules, PiecesMoveForwardAndCaptureDiagonally) {
  EXPECT_THAT(moves("8/8/8/8/3P4/8/8/7p w"), UnorderedElementsAre());
  EXPECT_THAT(moves("7p/8/8/8/3P4/8/8/8 w"), UnorderedElementsAre("d4c5", "d4d5", "d4e5"));
  EXPECT_THAT(moves("8/8/8/2ppp3/3P4/8/8/8 w"), UnorderedElementsAre("d4c5", "d4e5"));
  EXPECT_THAT(moves("8/8/8/2ppp3/3P4/8/8/8 b"),
              UnorderedElementsAre("c5b4", "c5c4", "c5d4", "d5c4", "d5e4", "e5d4", "e5e4", "e5f4"));
  EXPECT_THAT(moves("7p/8/8/8/P6P/8/8/8 w"), UnorderedElementsAre("a4a5", "a4b5", "h4g5", "h4h5"));
  EXPECT_THAT(moves("7p/8/8/8/8/PP6/1P6/8 w"), UnorderedElementsAre("a3a4", "a3b4", "b3a4", "b3b4", "b3c4", "b2c3"));
}

TEST(BreakthroughRules, CapturedPiecesAreGone) {
  EXPECT_EQ(after("8/8/8/2ppp3/3P4/8/8/8 w", "d4xe5"), "8/8/8/2ppP3/8/8/8/8 b");
  EXPECT_EQ(after("8/8/8/2ppp3/3P4/8/8/8 b", "c5d4"), "8/8/8/3pp3/3p4/8/8/8 w");
}

// littlegolem.net, Breakthrough, rules: the first player to reach the opponent's home row is the winner.
TEST(BreakthroughRules, FirstOnTheLastRowWins) {
  EXPECT_EQ(outcome("2P5/8/8/8/8/8/3p4/8 b"), (Outcome{+1, EndReason::win}));
  EXPECT_EQ(outcome("8/8/8/8/3P4/8/8/3p4 w"), (Outcome{-1, EndReason::win}));
  EXPECT_EQ(outcome("8/2P5/8/8/8/8/3p4/8 w"), std::nullopt);
}

// iggamecenter.com and maths-challenges.blogspot.com/2017/04/breakthrough.html: a player whose pieces have all been
// captured loses.
TEST(BreakthroughRules, WithoutPiecesTheGameIsLost) {
  EXPECT_EQ(outcome("8/8/8/3P4/8/8/8/8 b"), (Outcome{+1, EndReason::win}));
  EXPECT_EQ(outcome("8/8/8/3p4/8/8/8/8 w"), (Outcome{-1, EndReason::win}));
}

TEST(BreakthroughText, RefusalsSayWhatIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "w or b"},
      {"8/8/8/8/8/8/8/P6p", "w or b"},
      {"8/8/8/8/8/8/P6p w", "eight rows"},
      {"8/8/8/8/8/8/8/8/P6p w", "eight rows"},
      {"8/8/8/8/8/p7/P7/8/ w", "eight rows"},
      {"7/8/8/8/8/p7/P7/8 w", "rows of eight squares"},
      {"8/8/8/8/8/p8/P7/8 w", "rows of eight squares"},
      {"8/8/8/8/8/k7/P7/8 w", "P, p or 1 to 8"},
      {"8/8/8/PPPPPPPP/PPPPPPPP/P7/p7/8 w", "at most sixteen pieces"},
      {"8/8/8/8/8/8/P7/8 w", "a piece of the side that has just moved"},
      {"P7/8/8/8/8/p7/8/8 w", "no piece of the side to move on its last row"},
      {"8/8/8/8/8/P7/8/pp6 w", "one piece at most"},
  };
  testing::expect_refusals(parse, cases);
}

TEST(BreakthroughText, OnlyCapturesAreSpeltWithAnX) {
  const Position pos = parse("8/8/8/2ppp3/3P4/8/8/8 w");
  EXPECT_EQ(Breakthrough::parse_move(pos, "d4xe5"), Breakthrough::parse_move(pos, "d4e5"));
  EXPECT_FALSE(Breakthrough::parse_move(parse("7p/8/8/8/3P4/8/8/8 w"), "d4xe5"));
}

// The count of a term in White's favour.
int count(const std::string& text, int term) {
  RowSink sink;
  Breakthrough::extract(parse(text), sink);
  for (const RowEntry& entry : sink.finish({}).entries) {
    if (entry.term == term) return entry.count;
  }
  return 0;
}

TEST(BreakthroughFeatures, CountFormation) {
  const std::string text = "8/8/3p4/8/2PP4/1P6/8/8 w";
  EXPECT_EQ(count(text, terms.offset("material")), 2);
  EXPECT_EQ(count(text, terms.offset("square") + 3 * 8 + 2), 1);
  EXPECT_EQ(count(text, terms.offset("square") + 2 * 8 + 3), -1);  // Black's d6 is its d3
  EXPECT_EQ(count(text, terms.offset("protected") + 3), 1);        // c4 by b3
  EXPECT_EQ(count(text, terms.offset("phalanx") + 3), 1);
  EXPECT_EQ(count(text, terms.offset("foremost") + 3), 1);
  EXPECT_EQ(count(text, terms.offset("foremost") + 2), -1);
  EXPECT_EQ(count(text, terms.offset("mobility")), 3 + 3 + 2 - 3);
  EXPECT_EQ(count("8/8/8/8/3P4/3P4/8/7p w", terms.offset("column")), 1);
  EXPECT_EQ(count("3p3p/3p4/3P4/8/8/8/8/8 w", terms.offset("column")), -1);
  EXPECT_EQ(count("8/8/3p4/8/8/8/8/PP3P2 w", terms.offset("home.guards") + 3), 1);
  EXPECT_EQ(count("8/8/3p4/8/8/8/8/PP3P2 w", terms.offset("home.guards")), -1);
}

TEST(BreakthroughFeatures, CountThreats) {
  const std::string hanging = "8/8/8/4p3/3P4/8/8/8 w", guarded = "8/8/3p4/4p3/3P4/8/8/8 w";
  EXPECT_EQ(count(hanging, terms.offset("threat.first")), 1);
  EXPECT_EQ(count("8/8/8/4p3/3P4/8/8/8 b", terms.offset("threat.first")), -1);
  EXPECT_EQ(count(guarded, terms.offset("threat.trades")), 1);
  EXPECT_EQ(count(guarded, terms.offset("threat.wins")), -1);  // only Black's capture wins a piece
  EXPECT_EQ(count("8/8/3p4/4p3/3P1P2/8/8/8 w", terms.offset("threat.wins")), 1 - 2);
}

// Can an enemy piece stop a runner that only moves straight on? The enemy may also wait.
bool can_stop(int runner, int enemy, bool runner_to_move) {
  if (enemy == runner + 8) return true;
  if (runner_to_move) return runner + 8 < 56 && can_stop(runner + 8, enemy, false);
  if (can_stop(runner, enemy, true)) return true;
  for (const int step : {-1, 0, 1}) {
    const int file = (enemy & 7) + step;
    const int to = enemy - 8 + step;
    if (file < 0 || file > 7 || to < 0) continue;
    if (to == runner ? step != 0 : can_stop(runner, to, true)) return true;
  }
  return false;
}

TEST(BreakthroughRunners, AreThePiecesThatCannotBeStopped) {
  for (const bool runner_to_move : {true, false}) {
    for (int runner = 0; runner < 56; ++runner) {
      for (int enemy = 8; enemy < 64; ++enemy) {
        if (enemy == runner) continue;
        const Squares caught = breakthrough::catchable(breakthrough::bit(enemy), runner_to_move);
        ASSERT_EQ(breakthrough::contains(caught, runner), can_stop(runner, enemy, runner_to_move))
            << runner << ' ' << enemy << ' ' << runner_to_move;
      }
    }
  }
}

// The runner's side only runs; true if that wins against every defence.
bool runs_home(const Position& pos, Side side, int runner) {
  MoveList<Breakthrough> legal;
  Breakthrough::legal_moves(pos, legal);
  if (const auto end = Breakthrough::outcome(pos, legal)) return end->utility == sign(side);
  const int next = runner + 8 * sign(side);
  for (const auto& move : legal) {
    if (pos.to_move == side && (move.from != runner || move.to != next)) continue;
    Position child = pos;
    Breakthrough::play(child, move);
    const bool wins = runs_home(child, side, pos.to_move == side ? next : runner);
    if (wins == (pos.to_move == side)) return wins;
  }
  return pos.to_move != side;
}

TEST(BreakthroughRunners, WonRacesAreWon) {
  testing::Random random(11);
  int races = 0;
  for (const Position& pos : testing::random_positions<Breakthrough>(20'000, random)) {
    for (const Side side : {Side::first, Side::second}) {
      const bool to_move = side == pos.to_move;
      const breakthrough::View view = seen_by(side, pos);
      if (view.enemy == 0) continue;
      const Squares runners = view.own & ~breakthrough::catchable(view.enemy, to_move);
      if (!wins_race(view, runners, to_move) || breakthrough::foremost_row(runners) < 4) continue;
      const int runner = 63 - std::countl_zero(runners);
      ASSERT_TRUE(runs_home(pos, side, side == Side::first ? runner : breakthrough::turned(runner)))
          << Breakthrough::to_text(pos);
      ++races;
    }
  }
  EXPECT_GT(races, 1'000);
}

TEST(BreakthroughExchanges, CountAttackersAndProtectors) {
  const auto at_least = [](const std::string& text, const std::string& move, int threshold) {
    return Breakthrough::exchange_at_least(parse(text), Breakthrough::parse_move(parse(text), move).value(), threshold);
  };
  const std::string guarded = "8/8/3p4/4p3/3P4/8/8/8 w", supported = "8/8/3p4/4p3/3P1P2/8/8/8 w";
  EXPECT_TRUE(at_least(guarded, "d4e5", 0));
  EXPECT_FALSE(at_least(guarded, "d4e5", 1));
  EXPECT_TRUE(at_least(supported, "d4e5", 100));
  EXPECT_FALSE(at_least(guarded, "d4c5", 0));
  EXPECT_TRUE(at_least(guarded, "d4d5", 0));
  EXPECT_TRUE(at_least("4p3/3P4/8/8/8/8/8/8 w", "d7d8", 30'000));
}

}  // namespace
}  // namespace hone
