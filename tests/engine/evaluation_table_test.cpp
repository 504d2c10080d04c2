// SPDX-License-Identifier: MIT
#include "engine/evaluation_table.hpp"

#include <gmock/gmock.h>

#include <iostream>

#include "engine/bench.hpp"
#include "engine/evaluation.hpp"
#include "engine/game_driver.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::Random;

template <class G>
class EvaluationTableOfGame : public ::testing::Test {};
TYPED_TEST_SUITE(EvaluationTableOfGame, testing::GameTypes, testing::GameNames);

// The parts above a sum are summed once more here.
EvaluationPart sum_of(const std::vector<EvaluationPart>& parts) {
  EvaluationPart sum;
  for (const EvaluationPart& part : parts) {
    for (std::size_t side = 0; side < 2; ++side) sum.sides[side] = sum.sides[side] + part.sides[side];
    sum.score += part.score;
  }
  return sum;
}

void expect_equal(const EvaluationPart& a, const EvaluationPart& b) {
  EXPECT_EQ(a.sides, b.sides);
  EXPECT_EQ(a.score, b.score);
}

TYPED_TEST(EvaluationTableOfGame, AddsUpToTheEvaluation) {
  constexpr std::uint64_t seed = 20'261'123;
  std::cout << "seed " << seed << '\n';
  Random random(seed);
  const GameDriver& driver = find_driver(TypeParam::name);
  const Weights weights = testing::random_weights<TypeParam>(100, random);
  const WeightTable packed(weights);
  for (const auto& pos : testing::random_positions<TypeParam>(300, random)) {
    const auto board = driver.parse(TypeParam::to_text(pos));
    const EvaluationTable table = evaluation_table(weights, board->evaluation_record());
    ASSERT_EQ(table.total.score, evaluate_first<TypeParam>(pos, packed)) << board->text();
    std::vector<EvaluationPart> groups;
    for (const EvaluationGroup& group : table.groups) {
      expect_equal(sum_of(group.terms), group.part);
      groups.push_back(group.part);
    }
    for (const EvaluationGroup& group : table.second_order) groups.push_back(group.part);
    expect_equal(sum_of(groups), table.total);
    const PhaseShares total = table.total.sum();
    EXPECT_EQ((total.lower * (table.steps - table.step) + total.upper * table.step) / table.steps, table.total.score);
  }
}

TYPED_TEST(EvaluationTableOfGame, CountsWhatTheTrainingRowCounts) {
  Random random(7);
  const GameDriver& driver = find_driver(TypeParam::name);
  for (const auto& pos : testing::random_positions<TypeParam>(100, random)) {
    const auto board = driver.parse(TypeParam::to_text(pos));
    const EvaluationRecord record = board->evaluation_record();
    std::vector<RowEntry> entries;
    for (const RecordedTerm& term : record.terms) {
      EXPECT_GE(record.sided ? term.first : 0, 0);
      EXPECT_LE(term.second, 0);
      const int count = term.first + term.second;
      if (count == 0) continue;
      entries.push_back({static_cast<std::uint16_t>(term.term), static_cast<std::int16_t>(count)});
    }
    std::vector<RowEntry> seconds;  // of terms that are not linear, in columns of their own
    for (const RecordedTerm& term : record.second_order) {
      const auto column = static_cast<std::uint16_t>(term.term);
      const auto other = static_cast<std::uint16_t>(driver.schema().terms() + term.term);
      if (term.first != 0) entries.push_back({column, static_cast<std::int16_t>(term.first)});
      if (term.second != 0) seconds.push_back({other, static_cast<std::int16_t>(-term.second)});
    }
    entries.insert(entries.end(), seconds.begin(), seconds.end());
    EXPECT_EQ(entries, board->row().entries) << board->text();
  }
}

// What one player has in a position, the other has in its mirror image.
TYPED_TEST(EvaluationTableOfGame, ChangesSidesWithThePlayers) {
  Random random(8);
  for (const auto& pos : testing::random_positions<TypeParam>(100, random)) {
    RecordSink here, there;
    TypeParam::extract(pos, here);
    TypeParam::extract(TypeParam::flipped(pos), there);
    const auto own = here.finish({}, true).terms, mirrored = there.finish({}, true).terms;
    ASSERT_EQ(own.size(), mirrored.size()) << TypeParam::to_text(pos);
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_EQ(own[i].term, mirrored[i].term);
      EXPECT_EQ(own[i].first, -mirrored[i].second);
      EXPECT_EQ(own[i].second, -mirrored[i].first);
    }
    const auto squares = here.finish({}, true).second_order, mirrored_squares = there.finish({}, true).second_order;
    ASSERT_EQ(squares.size(), mirrored_squares.size()) << TypeParam::to_text(pos);
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const bool is_of_both = !has_unit(TypeParam::schema().group_of(squares[i].term).role);
      EXPECT_EQ(squares[i].first, is_of_both ? mirrored_squares[i].first : -mirrored_squares[i].second);
    }
  }
}

EvaluationTable chess_table(std::string_view fen) {
  const GameDriver& chess = find_driver("chess");
  return evaluation_table(chess.material_weights(), chess.parse(fen)->evaluation_record());
}

TEST(EvaluationTable, TellsThePlayersApart) {
  // White has a pawn more, of eight; values of data/weights: 100 in both phases
  const EvaluationTable table = chess_table("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  const auto pawns =
      std::ranges::find(table.groups, "material.pawn", [](const EvaluationGroup& group) { return group.part.name; });
  ASSERT_NE(pawns, table.groups.end());
  EXPECT_TRUE(table.sided);
  EXPECT_EQ(pawns->part.sides[0], (PhaseShares{800, 800}));
  EXPECT_EQ(pawns->part.sides[1], (PhaseShares{-700, -700}));
  EXPECT_EQ(pawns->terms.front().counts, (std::array{8, -7}));
  EXPECT_EQ(table.total.score, 100);
}

TEST(EvaluationTable, IsATextOfWhatIsWorthSomething) {
  const std::string text = to_text(chess_table("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"));
  EXPECT_THAT(text, HasSubstr("material.pawn"));
  EXPECT_THAT(text, HasSubstr("1.00"));
  EXPECT_THAT(text, HasSubstr("first player"));
  EXPECT_THAT(text, Not(HasSubstr("tempo")));
  EXPECT_THAT(text, HasSubstr("score = (0 x mg + 24 x eg) / 24"));
}

TEST(EvaluationTable, NamesTheSquaresOfItsTerms) {
  const GameDriver& game = find_driver("breakthrough");
  const std::string text = to_text(evaluation_table(game.material_weights(), game.initial()->evaluation_record()));
  EXPECT_THAT(text, Not(HasSubstr("square[0,0]")));  // worth nothing
  Weights weights = game.material_weights();
  weights.values[static_cast<std::size_t>(game.schema().find("square")->first + 1) * 2] = 7;
  EXPECT_THAT(to_text(evaluation_table(weights, game.initial()->evaluation_record())), HasSubstr("  square[0,1] b1 "));
}

TEST(EvaluationTable, HasLinesOfOneLength) {
  for (const GameDriver* driver : all_drivers()) {
    const EvaluationTable table = evaluation_table(bench_weights(*driver), driver->initial()->evaluation_record());
    std::istringstream lines(to_text(table));
    std::string heading;
    std::getline(lines, heading);  // it ends before the score
    std::size_t length = 0;
    for (std::string line; std::getline(lines, line) && !line.starts_with("score = ");) {
      if (length == 0) length = line.size();
      EXPECT_EQ(line.size(), length) << driver->name() << '\n' << to_text(table);
    }
  }
}

}  // namespace
}  // namespace hone
