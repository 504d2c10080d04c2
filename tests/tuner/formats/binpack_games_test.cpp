// SPDX-License-Identifier: MIT
//
// Chains of positions in Stockfish's binpack.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/error.hpp"
#include "tests/tuner/formats/chain_files.hpp"

namespace hone::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

// White has king e1 and pawn e2, Black king e8. 1. e2e4, 10 centi-units for White, who wins; Ke7, -30 for Black.
std::string hand_made_chain() {
  return ChainFiles::bytes_of({0x10, 0, 0, 0, 0, 0, 0x10, 0x10}) +              // occupied: e8; e2, e1
         ChainFiles::bytes_of({0x0A, 0x0B}) + ChainFiles::repeated('\0', 14) +  // e1: 10, e2: 0, e8: 11
         ChainFiles::bytes_of({0x0C, 0x70, 0x00, 20}) +                         // 12 << 8 | 28 << 2; 10 in zigzag
         ChainFiles::bytes_of({0x80, 0x00, 0x00, 0x00, 0, 1}) +  // 1 in zigzag, ply 0; clock 0; one more move
         // no bits for the piece; 001 for e7 of d7, e7, f7, d8, f8; -30 - -10 is 39 in zigzag: 1 0111, 0 0010
         ChainFiles::bytes_of({0b00110111, 0b00010000});
}

std::string chunk(const std::string& chains) {
  return "BINP" +
         ChainFiles::bytes_of({static_cast<int>(chains.size() & 255), static_cast<int>(chains.size() >> 8), 0, 0}) +
         chains;
}

TEST_F(ChainFiles, OfBinpackAreReadAndWritten) {
  const std::string file = chunk(hand_made_chain());
  const GamesRead found = read("a.binpack", file);
  ASSERT_THAT(found.games, SizeIs(1));
  EXPECT_EQ(found.games[0].start, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_THAT(uci_moves(found.games[0]), ElementsAre("e2e4", "e8e7"));
  EXPECT_THAT(scores_in(found.games[0]), ElementsAre(10, -30));
  EXPECT_EQ(found.games[0].outcome, (Outcome{1, EndReason::resign}));
  EXPECT_EQ(written("b.binpack", found.games), file);
}

TEST_F(ChainFiles, OfBinpackAreSeenByTheMover) {
  const GameRecord game = game_from("4k3/8/8/8/8/8/4P3/4K3 b - - 9 31", {"e8d7", "e2e3", "d7d6"}, -1);
  const std::string file = written("a.binpack", {game});
  EXPECT_EQ(static_cast<unsigned char>(file[8 + 9]), 0x0F) << "the black king is to move";
  EXPECT_EQ(file.substr(8 + 26, 8), bytes_of({0, 2, 0x80, 61, 0, 9, 0, 2})) << "Black has won, ply 61, clock 9";
  const GamesRead found = read(folder_ / "a.binpack");
  expect_same(found.games.at(0), game);
  std::vector<std::string> labels;
  (void)read_positions(rules(), folder_ / "a.binpack", {}, [&](const DatasetPosition& it) {
    labels.push_back(fmt::format("{} {} {}", it.label.game.value(), it.label.target, it.label.score.value()));
    return true;
  });
  EXPECT_THAT(labels, ElementsAre("0 0 -1", "0 0 -2", "0 0 -3"));
}

TEST_F(ChainFiles, OfBinpackKnowMovesWithoutScores) {
  GameRecord game = game_from("", {"e2e4", "c7c5", "g1f3"}, 0);
  game.moves[1].score = no_score;
  const std::string file = written("a.binpack", {game});
  expect_same(read("b.binpack", file).games.at(0), game);
  game.moves[0].score = no_score;  // 32002 in zigzag
  EXPECT_EQ(written("a.binpack", {game}).substr(8 + 26, 2), bytes_of({0xFA, 0x04}));
}

TEST_F(ChainFiles, OfBinpackAreWrittenInChunksOfAMebibyte) {
  const std::vector<GameRecord> games(40'000, game_from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", {"e2e4"}, 1));
  const std::string file = written("a.binpack", games);
  ASSERT_GT(file.size(), std::size_t{1} << 20);
  const std::size_t second = file.find("BINP", 4);
  EXPECT_GT(second, std::size_t{1} << 20);
  EXPECT_LT(second, (std::size_t{1} << 20) + 1'000);
  EXPECT_THAT(read(folder_ / "a.binpack").games, SizeIs(games.size()));
}

TEST_F(ChainFiles, OfBinpackThatAreTornAreRefused) {
  const std::string file = chunk(hand_made_chain());
  for (std::size_t size = 1; size < file.size(); ++size) {
    const std::string torn = file + file.substr(0, size);
    expect_refused("a.binpack", torn,
                   fmt::format("ends at byte {}, within a chunk; FILE,limit=1 reads those before", torn.size()));
    EXPECT_THAT(read(folder_ / "a.binpack,limit=1").games, SizeIs(1));
    EXPECT_THROW((void)read("a.binpack", torn, true), Error) << size;
  }
  EXPECT_THAT(read("a.binpack", std::string()).games, IsEmpty());
  EXPECT_THAT(read("a.binpack", chunk("") + file + chunk("")).games, SizeIs(1));
  expect_refused("a.binpack", file + "BINX",
                 "expected a chunk at byte 44, which begins with BINP, found none; FILE,limit=1 reads");
  expect_refused("a.binpack", "BINP\xFF\xFF\xFF\xFF" + hand_made_chain(), "ends at byte 44, within a chunk");
}

// What a chain does not say rightly takes the rest of its chunk with it, and no more.
TEST_F(ChainFiles, OfBinpackThatAreDamagedLoseAChunk) {
  const std::string good = hand_made_chain();
  const auto changed = [&](std::size_t at, int byte) {
    std::string chain = good;
    chain[at] = static_cast<char>(byte);
    return chain;
  };
  const auto refused = [&](const std::string& chains, const std::string& why) {
    const std::string file = chunk(good + chains) + chunk(good);
    expect_refused("a.binpack", file, "game 1, at byte 44: ");
    expect_refused("a.binpack", file, why);
    const GamesRead rest = read("a.binpack", file, true);
    EXPECT_THAT(rest.games, SizeIs(2)) << why;
    EXPECT_THAT(rest.warnings, SizeIs(1)) << why;
  };
  refused("abc", "expected the 34 bytes of a position, found 3 in its chunk");
  refused(changed(28, 0xC0), "expected a result of 1, 0 or -1, found -2");
  refused(changed(24, 0x3C) + good, "move 1: expected a legal move in '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', found e8");
  refused(changed(24, 0x3C) + good, "the 38 bytes after it in its chunk are not read");
  refused(changed(24, 0).replace(25, 1, 1, '\0'), "expected the move played in '4k3");
  refused(changed(33, 2), "its chunk ends within it");
  refused(changed(32, 255), "its chunk ends within it");
  refused(changed(34, 0b10110111),
          "expected one of the 5 moves from e8 in '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1', found number 6");
  const std::string rook = written("b.binpack", {game_from("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", {"d1d2", "e8e7"}, 1)});
  std::string beside = rook.substr(8);
  beside[34] = static_cast<char>(beside[34] & 0b00011111);  // to d7, where the rook is
  refused(beside, "move 2: expected a legal move in '4k3/8/8/8/8/8/3R4/4K3 b - - 1 1', found e8d7");
  refused(good.substr(0, 34) + "\xFF\xFF\xFF\xFF\xFF", "expected one of the 5 moves");
  refused(good.substr(0, 34) + "\x3F\xFF\xFF\xFF\xFF", "a score has more than 16 bits");
  refused(changed(30, 1), "a halfmove clock of 0 to 150");
  refused(changed(9, 0x0A), "expected");                          // two white kings
  refused(changed(8, 0xCA), "one pawn that has just moved two");  // on e2
  refused(changed(8, 0xDA), "rights to castle of rooks in their corners");
  refused(repeated('\xFF', 28) + repeated('\0', 6), "32 pieces at most");
}

// Such as castling of Chess960 in positions that do not say the right to it.
TEST_F(ChainFiles, OfBinpackThatAreSingleAndDamagedLoseNoOther) {
  const std::string good = hand_made_chain();
  std::string single = good.substr(0, 33) + '\0';
  EXPECT_THAT(read("a.binpack", chunk(single + good)).games, SizeIs(2));
  single[24] = static_cast<char>(0x84);  // castling from e1
  expect_refused("a.binpack", chunk(single + good), "game 0, at byte 8: move 1: expected a legal move");
  EXPECT_THAT(read("a.binpack", chunk(single + good + single + good), true).games, SizeIs(2));
}

// A king on b1 with the right to castle with its rook on h1, which it does after its squares a1, c1, a2, b2, c2.
TEST_F(ChainFiles, OfBinpackMayCastleFromElsewhere) {
  const std::string file =
      chunk(bytes_of({0x10, 0, 0, 0, 0, 0, 0, 0x82, 0xDA, 0x0F}) + repeated('\0', 14) +  // b1, h1; e8
            bytes_of({0x3C, 0xEC, 0, 0, 0, 1, 0, 0, 0, 1, 0b01010000, 0b00000000}));     // Kd8
  const GamesRead found = read("a.binpack", file);
  EXPECT_EQ(found.games.at(0).start, "4k3/8/8/8/8/8/8/1K5R b H - 0 1");
  EXPECT_THAT(uci_moves(found.games.at(0)), ElementsAre("e8d8", "b1h1"));
  EXPECT_THAT([&] { (void)write("b.binpack", found.games); }, ThrowsMessage<Error>(HasSubstr("viriformat")));
  expect_same(read(write("b.viriformat", found.games)).games.at(0), found.games[0]);
}

TEST_F(ChainFiles, OfBinpackKeepRightsAndEnPassant) {
  const GameRecord game = game_from("r3k2r/8/8/8/4Pp2/8/8/R3K3 b Qkq e3 0 1", {"f4e3", "e1c1", "e8g8"}, 0);
  const std::string file = written("a.binpack", {game});
  // a1 with the right, e1, e4 passed, f4, a8, e8 to move, h8
  EXPECT_EQ(file.substr(16, 4), bytes_of({0xAD, 0x1C, 0xFE, 0x0E}));
  expect_same(read("b.binpack", file).games.at(0), game);
}

}  // namespace
}  // namespace hone::formats
