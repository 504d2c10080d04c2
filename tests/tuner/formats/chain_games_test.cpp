// SPDX-License-Identifier: MIT
//
// Games as chains of moves: viriformat and Stockfish's binpack.
#include "tuner/formats/chain_games.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/random.hpp"
#include "engine/opening.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

const GameDriver& rules() { return find_driver("chess"); }

GameFileHeader chess_header() {
  GameFileHeader header;
  header.game = "chess";
  header.players = {"a"};
  return header;
}

std::string bytes_of(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

std::string repeated(char byte, std::size_t count) { return std::string(count, byte); }

struct GamesRead {
  std::vector<GameRecord> games;
  std::vector<std::string> warnings;
};

class ChainFiles : public testing::Test {
 protected:
  std::filesystem::path write(const char* name, const std::string& bytes) const {
    write_plainly(folder_ / name, bytes);
    return folder_ / name;
  }
  std::filesystem::path write(const char* name, const std::vector<GameRecord>& games) const {
    Sink sink = game_sink(folder_ / name, chess_header());
    for (const GameRecord& game : games) sink.add({game, "a", "a"});
    sink.finish();
    return folder_ / name;
  }
  std::string written(const char* name, const std::vector<GameRecord>& games) const {
    std::ifstream in(write(name, games), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static GamesRead read(const std::filesystem::path& file, bool skip_bad = false) {
    GamesRead result;
    ReadOptions options;
    options.skip_bad = skip_bad;
    const auto keep = [&](const NamedGame& game) { return result.games.push_back(game.record), true; };
    result.warnings = read_games(file, options, keep).warnings;
    return result;
  }
  GamesRead read(const char* name, const std::string& bytes, bool skip_bad = false) const {
    return read(write(name, bytes), skip_bad);
  }

  void expect_refused(const char* name, const std::string& bytes, const std::string& why) const {
    EXPECT_THAT([&] { (void)read(name, bytes); }, ThrowsMessage<Error>(AllOf(HasSubstr(name), HasSubstr(why))));
  }

  TempFolder folder_;
};

// A game of moves with scores 1, -2, 3, ...
GameRecord game_from(const std::string& start, const std::vector<const char*>& moves, int winner) {
  GameRecord game;
  game.start = start;
  const auto board = start_of(rules(), game);
  for (const char* const text : moves) {
    const int number = static_cast<int>(game.moves.size()) + 1;
    game.moves.push_back({board->parse_move(text).value(), number % 2 == 0 ? -number : number});
    board->play(game.moves.back().move);
  }
  game.outcome = outcome_after(*board, winner, EndReason::resign);
  return game;
}

std::vector<std::string> uci_moves(const GameRecord& game) {
  std::vector<std::string> texts;
  const auto board = start_of(rules(), game);
  for (const PlayedMove& played : game.moves) {
    texts.push_back(board->move_text(played.move));
    play_checked(*board, played.move);
  }
  return texts;
}

std::vector<Score> scores_in(const GameRecord& game) {
  std::vector<Score> scores;
  for (const PlayedMove& played : game.moves) scores.push_back(played.score);
  return scores;
}

void expect_same(const GameRecord& found, const GameRecord& wanted) {
  EXPECT_EQ(found.start, wanted.start);
  EXPECT_EQ(found.moves, wanted.moves);
  EXPECT_EQ(found.outcome, wanted.outcome);
}

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
    const auto board = start_of(rules(), game);
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

TEST_F(ChainFiles, EndTheGameWhereTheRulesDo) {
  // The knights go out and back until the position is there for the third time, and once more.
  std::vector<const char*> moves;
  for (int i = 0; i < 2; ++i) moves.insert(moves.end(), {"g1f3", "g8f6", "f3g1", "f6g8"});
  const std::string file = written("a.viriformat", {game_from("", moves, 0)});
  const std::string more = file.substr(0, file.size() - 4) + file.substr(32, 4) + repeated('\0', 4);
  const GamesRead found = read("b.viriformat", more);
  ASSERT_THAT(found.games, SizeIs(1));
  EXPECT_THAT(found.games[0].moves, SizeIs(8));
  EXPECT_EQ(found.games[0].outcome, (Outcome{0, EndReason::repetition}));
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

// -- viriformat

// The example of its documentation: 1. e4 e5 2. Qh5 Ke7 3. Qxe5, with White's scores 10, 20, -30 and twice 32767.
// https://github.com/cosmobobak/viriformat, README.md; there the halves of the pieces' bytes are the other way round
// than its text, its code and the files of Viridithas have them.
std::string documented_game() {
  return bytes_of({0xff, 0xff, 0,    0,    0,    0,    0xff, 0xff, 0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0,
                   0x88, 0x88, 0x88, 0x88, 0x9e, 0xca, 0xad, 0xe9, 0x40, 0,    1,    0,    0, 0, 2, 0}) +
         bytes_of({0x0c, 0x07, 0x0a, 0x00, 0x34, 0x09, 0x14, 0x00, 0xc3, 0x09, 0xe2, 0xff}) +
         bytes_of({0x3c, 0x0d, 0xff, 0x7f, 0x27, 0x09, 0xff, 0x7f, 0, 0, 0, 0});
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

// -- binpack

// White has king e1 and pawn e2, Black king e8. 1. e2e4, 10 centi-units for White, who wins; Ke7, -30 for Black.
std::string hand_made_chain() {
  return bytes_of({0x10, 0, 0, 0, 0, 0, 0x10, 0x10}) +  // occupied: e8; e2, e1
         bytes_of({0x0A, 0x0B}) + repeated('\0', 14) +  // e1: 10, e2: 0, e8: 11
         bytes_of({0x0C, 0x70, 0x00, 20}) +             // 12 << 8 | 28 << 2; 10 in zigzag
         bytes_of({0x80, 0x00, 0x00, 0x00, 0, 1}) +     // 1 in zigzag, ply 0; clock 0; one more move
         // no bits for the piece; 001 for e7 of d7, e7, f7, d8, f8; -30 - -10 is 39 in zigzag: 1 0111, 0 0010
         bytes_of({0b00110111, 0b00010000});
}

std::string chunk(const std::string& chains) {
  return "BINP" + bytes_of({static_cast<int>(chains.size() & 255), static_cast<int>(chains.size() >> 8), 0, 0}) +
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
  const std::vector<GameRecord> some = random_games(60);
  std::vector<GameRecord> games;
  while (games.size() < 5'000) games.insert(games.end(), some.begin(), some.end());
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
  refused(changed(24, 0x3C) + good, "the 38 bytes behind it in its chunk are not read");
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
