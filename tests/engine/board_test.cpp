// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "data/error.hpp"
#include "engine/game_driver.hpp"

namespace hone {
namespace {

std::unique_ptr<Board> play(std::unique_ptr<Board> board, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) board->play(board->parse_move(move).value());
  return board;
}

const std::vector<std::string> knights_out_and_back{"g1f3", "g8f6", "f3g1", "f6g8"};

TEST(Board, ThirdOccurrenceIsADraw) {
  const GameDriver& chess = find_driver("chess");
  auto board = play(chess.initial(), knights_out_and_back);
  EXPECT_EQ(board->occurrences(), 2);
  EXPECT_FALSE(board->outcome());
  board = play(std::move(board), knights_out_and_back);
  EXPECT_EQ(board->occurrences(), 3);
  EXPECT_EQ(board->outcome(), (Outcome{0, EndReason::repetition}));
  EXPECT_THAT(board->legal_moves(), ::testing::IsEmpty());
}

// Protocols send games that were played on after a draw nobody claimed.
TEST(Board, CanBePlayedOnAfterADrawByRule) {
  auto board = play(find_driver("chess").initial(), knights_out_and_back);
  board = play(std::move(board), knights_out_and_back);
  ASSERT_TRUE(board->outcome());
  EXPECT_TRUE(board->is_legal(board->parse_move("e2e4").value()));
  board = play(std::move(board), {"e2e4"});
  EXPECT_FALSE(board->outcome());
  EXPECT_EQ(board->plies(), 9);
}

TEST(Board, KnowsThePastSinceItWasSetUpOnly) {
  const GameDriver& chess = find_driver("chess");
  const auto board = play(chess.initial(), knights_out_and_back);
  EXPECT_EQ(chess.parse(board->text())->occurrences(), 1);
  EXPECT_EQ(chess.parse(board->text())->plies(), 0);
}

TEST(Board, SpeaksBothNotations) {
  const auto board = find_driver("chess").initial();
  const auto move = board->parse_move("Nf3");
  ASSERT_TRUE(move);
  EXPECT_EQ(board->parse_move("g1f3"), move);
  EXPECT_EQ(board->move_text(*move), "g1f3");
  EXPECT_EQ(board->move_for_people(*move), "Nf3");
}

TEST(Board, OfAGameWithOneNotationUsesItForPeopleToo) {
  const auto board = find_driver("tic_tac_toe").initial();
  EXPECT_EQ(board->move_for_people(board->parse_move("b2").value()), "b2");
  EXPECT_FALSE(board->in_check());
  EXPECT_FALSE(board->is_noisy(board->parse_move("b2").value()));
}

TEST(Board, TellsCheckAndNoise) {
  const GameDriver& chess = find_driver("chess");
  EXPECT_TRUE(chess.parse("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")->in_check());
  const auto board = chess.parse("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
  EXPECT_FALSE(board->in_check());
  EXPECT_TRUE(board->is_noisy(board->parse_move("e4d5").value()));
  EXPECT_FALSE(board->is_noisy(board->parse_move("e4e5").value()));
}

TEST(Drivers, AreFoundByName) {
  for (const GameDriver* driver : all_drivers()) EXPECT_EQ(&find_driver(driver->name()), driver);
}

TEST(Drivers, UnknownNameIsAnsweredWithTheGamesThereAre) {
  try {
    (void)find_driver("chequers");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("a game: tic_tac_toe, "));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("\"chequers\""));
  }
}

// Every way to search tic-tac-toe to the end gives the value of the game.
TEST(Drivers, SearchByEveryAlgorithm) {
  const GameDriver& game = find_driver("tic_tac_toe");
  for (const Algorithm algorithm : {Algorithm::minimax, Algorithm::alpha_beta, Algorithm::searcher}) {
    const SearchResult result = game.plain_search(*game.initial(), 9, algorithm, game.material_weights());
    EXPECT_EQ(result.score, draw_score);
    EXPECT_TRUE(result.move);
    EXPECT_GT(result.elapsed.count(), 0);
  }
}

}  // namespace
}  // namespace hone
