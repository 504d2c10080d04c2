// SPDX-License-Identifier: MIT
//
// Games in viriformat.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "data/error.hpp"
#include "tests/tuner/formats/chain_files.hpp"
#include "tuner/formats/chain_games.hpp"

namespace hone::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

// The example of its documentation: 1. e4 e5 2. Qh5 Ke7 3. Qxe5, with White's scores 10, 20, -30 and twice 32767.
// https://github.com/cosmobobak/viriformat, README.md; there the halves of the pieces' bytes are the other way round
// than its text, its code and the files of Viridithas have them.
std::string documented_game() {
  return ChainFiles::bytes_of({0xff, 0xff, 0,    0,    0,    0,    0xff, 0xff, 0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0,
                               0x88, 0x88, 0x88, 0x88, 0x9e, 0xca, 0xad, 0xe9, 0x40, 0,    1,    0,    0, 0, 2, 0}) +
         ChainFiles::bytes_of({0x0c, 0x07, 0x0a, 0x00, 0x34, 0x09, 0x14, 0x00, 0xc3, 0x09, 0xe2, 0xff}) +
         ChainFiles::bytes_of({0x3c, 0x0d, 0xff, 0x7f, 0x27, 0x09, 0xff, 0x7f, 0, 0, 0, 0});
}

TEST_F(ChainFiles, OfViriformatAreReadAsDocumented) {
  const GamesRead found = read("a.viriformat", documented_game() + documented_game());
  ASSERT_THAT(found.games, SizeIs(2));
  const GameRecord& game = found.games[1];
  EXPECT_EQ(game.start, "");
  EXPECT_EQ(game.number, 1U);
  EXPECT_THAT(uci_moves(game), ElementsAre("e2e4", "e7e5", "d1h5", "e8e7", "h5e5"));
  EXPECT_THAT(scores_in(game), ElementsAre(10, -20, -30, terminal_score(-1, 0), terminal_score(1, 0)));
  EXPECT_EQ(game.outcome, (Outcome{1, EndReason::win}));
}

TEST_F(ChainFiles, OfViriformatCodeEveryKindOfMove) {
  const std::string file = written(
      "a.viriformat", {game_from("r3k3/6P1/8/8/4Pp2/8/8/R3K2R b KQq e3 3 258", {"f4e3", "e1g1", "e8c8", "g7g8n"}, -1)});
  // f4e3 en passant, e1h1 and e8a8 castling, g7g8 to a knight; White's scores -1, -2, -3, -4
  EXPECT_EQ(file.substr(32), bytes_of({29 | (20 & 3) << 6, 20 >> 2 | 1 << 6, 0xff, 0xff,  // from f4 to e3
                                       4 | (7 & 3) << 6,   7 >> 2 | 2 << 6,  0xfe, 0xff,  // from e1 to h1
                                       60 | (56 & 3) << 6, 56 >> 2 | 2 << 6, 0xfd, 0xff,  // from e8 to a8
                                       54 | (62 & 3) << 6, 62 >> 2 | 3 << 6, 0xfc, 0xff, 0, 0, 0, 0}));  // g7 to g8
  EXPECT_EQ(file.substr(24, 8), bytes_of({128 + 20, 3, 2, 1, 0, 0, 0, 0}));
  EXPECT_THAT(uci_moves(read("b.viriformat", file).games.at(0)), ElementsAre("f4e3", "e1g1", "e8c8", "g7g8n"));
}

TEST_F(ChainFiles, OfViriformatHoldGamesOfChess960) {
  const GameRecord game = game_from("1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1", {"c1f1", "c8b8"}, 1);
  expect_same(read(write("a.viriformat", {game})).games.at(0), game);
  EXPECT_THAT([&] { (void)write("a.binpack", {game}); }, ThrowsMessage<Error>(HasSubstr("viriformat")));
}

TEST_F(ChainFiles, OfViriformatMayLeaveMoveNumbersAtZero) {
  std::string file = documented_game();
  file[26] = 0;
  EXPECT_EQ(read("a.viriformat", file).games.at(0).start, "");
}

TEST_F(ChainFiles, OfViriformatNeedScores) {
  GameRecord game = game_from("", {"e2e4", "c7c5", "g1f3", "d7d6"}, 0);
  game.moves[0].score = no_score;
  EXPECT_THAT(uci_moves(read(write("a.viriformat", {game})).games.at(0)), ElementsAre("c7c5", "g1f3", "d7d6"));
  game.moves[2].score = no_score;
  EXPECT_THAT([&] { (void)write("a.viriformat", {game}); }, ThrowsMessage<Error>(HasSubstr("no score for its move 3")));
  for (PlayedMove& played : game.moves) played.score = no_score;
  EXPECT_THAT([&] { (void)write("a.viriformat", {game}); }, ThrowsMessage<Error>(HasSubstr("has no scores")));
}

TEST_F(ChainFiles, OfViriformatThatAreDamagedAreRefused) {
  const std::string game = documented_game();
  for (std::size_t size = 1; size < game.size(); ++size) {
    expect_refused(
        "a.viriformat", game + game.substr(0, size),
        fmt::format("ends at byte {}, within game 1 from byte 56; FILE,limit=1 reads those before", 56 + size));
    EXPECT_THROW((void)read("a.viriformat", game.substr(0, size), true), Error) << size;
  }
  EXPECT_THAT(read("a.viriformat", std::string()).games, IsEmpty());
  expect_refused("a.viriformat", repeated('\x55', 300'000), "expected four zero bytes after 65536 moves");

  std::string bad = game;
  bad[36] = bad[32];  // e2 again, where Black is to move
  expect_refused("a.viriformat", game + bad, "game 1, at byte 56: move 2: expected a legal move in 'rnbqkbnr/");
  bad = game;
  bad[30] = 3;
  expect_refused("a.viriformat", game + bad, "a result of 0, 1 or 2");
  bad[30] = 0;
  expect_refused("a.viriformat", game + bad, "expected the result of what is on the board, found a win of the second");
  const GamesRead rest = read("a.viriformat", bad + game + bad, true);
  EXPECT_THAT(rest.games, SizeIs(1));
  EXPECT_THAT(rest.warnings, ElementsAre(HasSubstr("2 bad games")));
}

}  // namespace
}  // namespace hone::formats
