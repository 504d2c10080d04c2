// SPDX-License-Identifier: MIT
#include "tuner/formats/chain_games.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/random.hpp"
#include "tests/tuner/formats/chain_files.hpp"

namespace hone::formats {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

// Games of random moves and scores, with every kind of move among them.
std::vector<GameRecord> random_games(std::size_t count) {
  const std::vector<std::string> starts{"", "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 9",
                                        "8/PPP2PPP/4k3/8/8/4K3/ppp2ppp/8 b - - 0 1",
                                        "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
                                        "8/8/4k3/8/3Q4/2K5/8/8 b - - 17 255"};
  Random random(7);
  std::vector<GameRecord> games;
  while (games.size() < count) {
    GameRecord game;
    game.start = starts[games.size() % starts.size()];
    const auto board = start_of(ChainFiles::rules(), game);
    while (!board->outcome() && game.moves.size() < 120) {
      const std::vector<MoveCode> legal = board->legal_moves();
      const auto score = static_cast<Score>(random.below(4'001)) - 2'000;
      game.moves.push_back({legal[random.below(legal.size())], random.below(9) == 0 ? 9 * score : score});
      board->play(game.moves.back().move);
    }
    const auto outcome = board->outcome();
    game.outcome =
        outcome_after(*board, outcome ? outcome->utility : static_cast<int>(random.below(3)) - 1, EndReason::resign);
    games.push_back(std::move(game));
  }
  return games;
}

TEST_F(ChainFiles, ReadBackWhatTheyWrote) {
  const std::vector<GameRecord> games = random_games(60);
  for (const char* const name : {"a.viriformat", "a.binpack"}) {
    const GamesRead found = read(write(name, games));
    ASSERT_THAT(found.games, SizeIs(games.size())) << name;
    for (std::size_t i = 0; i < games.size(); ++i) {
      expect_same(found.games[i], games[i]);
      EXPECT_EQ(found.games[i].number, i);
    }
  }
}

TEST_F(ChainFiles, LeaveOutTheMovesOfTheOpening) {
  GameRecord game = game_from("", {"e2e4", "c7c5", "g1f3", "d7d6"}, 0);
  game.opening_plies = 2;
  game.moves[0].score = game.moves[1].score = no_score;
  for (const char* const name : {"a.viriformat", "a.binpack"}) {
    const GamesRead found = read(write(name, {game}));
    ASSERT_THAT(found.games, SizeIs(1));
    EXPECT_EQ(found.games[0].start, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    EXPECT_THAT(uci_moves(found.games[0]), ElementsAre("g1f3", "d7d6"));
    EXPECT_THAT(scores_in(found.games[0]), ElementsAre(3, -4));
    EXPECT_EQ(found.games[0].outcome, (Outcome{0, EndReason::draw_adjudication}));
  }
}

TEST_F(ChainFiles, GoOnAfterADrawThatNobodyClaimed) {
  // The knights go out and back until the position is there for the third time.
  std::vector<const char*> moves;
  for (int i = 0; i < 2; ++i) moves.insert(moves.end(), {"g1f3", "g8f6", "f3g1", "f6g8"});
  const GameRecord drawn = game_from("", moves, 0);
  moves.push_back("e2e4");
  const GameRecord won = game_from("", moves, 1);
  for (const char* const name : {"a.viriformat", "a.binpack"}) {
    const GamesRead found = read(write(name, {drawn, won}));
    ASSERT_THAT(found.games, SizeIs(2)) << name;
    expect_same(found.games[0], drawn);
    expect_same(found.games[1], won);
    EXPECT_EQ(found.games[0].outcome, (Outcome{0, EndReason::repetition}));
    EXPECT_EQ(found.games[1].outcome, (Outcome{1, EndReason::resign}));
  }
}

TEST(ChainScores, AreKeptWhereSixteenBitsCanSayThem) {
  for (const Score score : {0, 1, -1, 1'234, max_eval, -max_eval, terminal_score(1, 0), terminal_score(1, 7),
                            terminal_score(-1, 12), terminal_score(1, 900)}) {
    EXPECT_EQ(score_in_chain(score_for_chain(score)), score);
  }
  EXPECT_EQ(score_for_chain(terminal_score(-1, 4)), -31'996);
  EXPECT_EQ(score_in_chain(32'767), terminal_score(1, 0));
  EXPECT_EQ(score_in_chain(-26'624), -max_eval);
}

TEST_F(ChainFiles, OfAnyBytesAreReadOrRefused) {
  Random random(11);
  const std::string viri = written("a.viriformat", random_games(5)), binpack = written("a.binpack", random_games(5));
  for (int i = 0; i < 300; ++i) {
    for (const bool is_viri : {true, false}) {
      std::string bytes = is_viri ? viri : binpack;
      for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) {
        bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
      }
      try {
        (void)read(is_viri ? "b.viriformat" : "b.binpack", bytes, true);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), Error::Kind::input) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace hone::formats
