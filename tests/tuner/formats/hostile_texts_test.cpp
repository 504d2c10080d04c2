// SPDX-License-Identifier: MIT
//
// The readers of texts against files that nobody meant: random bytes, truncations and mutations of good files, with a
// fixed seed. Whatever comes, a reader says Error or gives something that keeps its laws, and what it gave is read back
// as the same when it is written.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/printable.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/pdn.hpp"
#include "tuner/formats/pgn_records.hpp"
#include "tuner/formats/pgn_results.hpp"
#include "tuner/formats/pgn_text.hpp"
#include "tuner/text/csv.hpp"

namespace hone::formats {
namespace {

constexpr int rounds = 1'500;  // of each test, a second or so

class HostileTexts : public testing::Test {
 protected:
  std::size_t below(std::size_t size) { return static_cast<std::size_t>(random_() % size); }

  std::string random_bytes(std::size_t most) {
    std::string bytes(below(most + 1), '\0');
    for (char& c : bytes) c = static_cast<char>(random_());
    return bytes;
  }

  // The text with some bytes changed, cut out, doubled, cut off, or with what is special to some format put in.
  std::string mutated(std::string text) {
    static constexpr std::string_view special[] = {"{",       "}",          "(",         ")",
                                                   ";",       "[",          "]",         "\"",
                                                   "\\",      "%",          "|",         ",",
                                                   "\n",      "\r\n",       " ",         "\t",
                                                   "$1",      "*",          "1-0",       "2-0",
                                                   "1/2",     "-1",         "2",         "1e39",
                                                   "1e300",   "nan",        "-M3/7s",    "c9",
                                                   "ce",      "hmvc",       "\\x1b",     "\\x",
                                                   "\x1B[2J", "\x07",       "\xFF",      "\xC2",
                                                   "0",       "65536",      "game",      "result",
                                                   "opening", "[FEN \"\"]", "[White \"", "99999999999999999999"};
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
      const std::size_t at = below(text.size() + 1), size = below(8) == 0 ? below(200) : below(6);
      switch (below(6)) {
        case 0:
          text.insert(at, special[below(std::size(special))]);
          break;
        case 1:
          text.erase(at, size);
          break;
        case 2:
          text.insert(at, text.substr(below(text.size() + 1), size));
          break;
        case 3:
          if (at < text.size()) text[at] = static_cast<char>(random_());
          break;
        case 4:
          if (below(4) == 0) text.resize(at);
          break;
        default:
          text.insert(at, random_bytes(4));
      }
    }
    return text;
  }
  std::string hostile(std::string_view good) { return below(10) == 0 ? random_bytes(300) : mutated(std::string(good)); }

  std::filesystem::path file(const char* name, std::string_view text) const {
    write_plainly(folder_ / name, text);
    return folder_ / name;
  }

  TempFolder folder_;
  std::mt19937_64 random_{20'260'117};
};

// How often a reader got through, which shows that a test is one of more than errors.
struct Tally {
  int good = 0, bad = 0;

  template <class Read>
  void run(const Read& read) {
    try {
      read();
      ++good;
    } catch (const Error& error) {
      EXPECT_LT(std::string_view(error.what()).size(), 4'000U);
      ++bad;
    }
  }
  ~Tally() {
    EXPECT_GT(good, rounds / 100);
    EXPECT_GT(bad, rounds / 100);
  }
};

void expect_finite(const LabelledPosition& label) {
  EXPECT_TRUE(label.target >= 0 && label.target <= 1) << label.target;
  EXPECT_TRUE(label.weight == 0 || (label.weight >= smallest_weight && label.weight <= largest_weight)) << label.weight;
  if (label.score) {
    EXPECT_LE(std::abs(*label.score), largest_score);
  }
}

constexpr const char* hostile_pgn =
    "[Event \"x \\\"y\\\"\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n1. f3 {book} e5 {book} 2. g4 {-0.80/6 "
    "0.045s}\n(2. e4 {x} (2. d4) Nf6) Qh4# $1 {+M1/3 0.001s} {win} 0-1\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n"
    "1. e4! ; so\n% no\n1... Ke7 1/2-1/2\n";

TEST_F(HostileTexts, OfPgnGiveGamesOrErrors) {
  const GameDriver& chess = find_driver("chess");
  const std::vector<std::string> names{"a"};
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    PgnGames games(file("a.pgn", hostile(hostile_pgn)));
    tally.run([&] {
      while (const std::optional<PgnGame> game = games.next()) {
        const std::optional<GameRecord> record = to_record(*game, chess);
        if (!record) continue;
        GameFileHeader header;
        header.game = "chess";
        header.players = {"a"};
        const std::string written = game_encoder("b.pgn", header).encode({*record, "a", "a"});
        PgnGames again(file("b.pgn", written));
        const std::optional<GameRecord> found = to_record(again.next().value(), chess);
        ASSERT_TRUE(found) << written;
        EXPECT_EQ(found->start, record->start);
        EXPECT_EQ(found->moves.size(), record->moves.size());
        EXPECT_EQ(found->outcome.utility, record->outcome.utility);
      }
    });
  }
}

TEST_F(HostileTexts, OfPgnGiveResultsOrErrors) {
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    const std::filesystem::path results = file("a.pgn", hostile(fmt::format("{:.160} 0-1\n", hostile_pgn)));
    tally.run([&] {
      stats::RatedGames games;
      read_results(results, games);
    });
  }
}

TEST_F(HostileTexts, OfPdnGiveGamesOrErrors) {
  constexpr const char* pdn =
      "[Event \"x\"]\n[Black \"b\"]\n[White \"w\"]\n[Result \"1-0\"]\n\n1. 11-15 {+0.10/3} 23-19 (22-18 {y})\n2. 8-11! "
      "22-17 $2 3. 11-16 24x20 ; z\n16x23 1-0\n\n[GameType \"21\"]\n[FEN \"W:W21,K22:B1,K2\"]\n1. 21-17 *\n";
  const GameDriver& checkers = find_driver("checkers");
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = hostile(pdn);
    tally.run([&] {
      for (const PdnGame& game : parse_pdn(text, "a.pdn")) (void)set_up(checkers, game.play)->text();
    });
    const std::filesystem::path games = file("a.pdn", text);
    try {
      read_games(games, {.skip_bad = true, .stop = {}}, [](const NamedGame&) { return true; });
    } catch (const Error&) {  // a result in another spelling
    }
  }
}

TEST_F(HostileTexts, OfEpdGiveLabelsOrErrors) {
  const GameDriver& chess = find_driver("chess");
  constexpr std::string_view lines[] = {
      "8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - c9 \"1-0\"; ce -310; id \"game 7\"; hmvc 3; fmvn 40;",
      "8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 [0.5] 12", "8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 | 310 | 1.0",
      "8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 1/2-1/2; bm Kd2;"};
  const LabelParser parser = epd_parser(chess, {});
  const auto encoder = epd_encoder(chess, false);
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    const std::string line = hostile(lines[below(std::size(lines))]);
    tally.run([&] {
      LabelledPosition label, again;
      parser.parse(line, label);
      expect_finite(label);
      const std::string position = chess.parse(label.position)->text();
      const std::string written = encoder.encode(label);
      EXPECT_EQ(printable(written.substr(0, written.size() - 1)) + "\n", written);
      parser.parse(std::string_view(written).substr(0, written.size() - 1), again);
      EXPECT_EQ(chess.parse(again.position)->text(), position);
      EXPECT_EQ(again.target, label.target);
      EXPECT_EQ(again.score, label.score);
      EXPECT_EQ(again.game, label.game);
    });
  }
}

TEST_F(HostileTexts, OfTestSuitesGiveOperationsOrErrors) {
  constexpr std::string_view line = "r1bqk2r/ppp2ppp/2n5/8/2B5/8/PP1N1PP1/R2Q1RK1 b kq - bm Nh6; id \"W;1\"; acd 5 6;";
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = hostile(line);
    tally.run([&] {
      const Epd epd = parse_epd(text);
      const std::string written = to_epd(epd.position, epd.operations);
      EXPECT_EQ(printable(written), written);
      EXPECT_GE(parse_epd(written).operations.size(), epd.operations.size());
    });
  }
}

TEST_F(HostileTexts, OfCsvGiveLabelsOrErrors) {
  const GameDriver& chess = find_driver("chess");
  constexpr std::string_view line = "\"8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61\",0.5,-310,17,0.25,\"a, \"\"b\"\"\"";
  const LabelParser parser = csv_parser(chess, "fen,result_white,score_white_cp,game,weight,x");
  const auto encoder = csv_encoder(chess, true);
  const LabelParser own = csv_parser(chess, std::string_view(encoder.head).substr(0, encoder.head.size() - 1));
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = hostile(line);
    tally.run([&] {
      LabelledPosition label, again;
      parser.parse(text, label);
      expect_finite(label);
      (void)chess.parse(label.position);
      const std::string written = encoder.encode(label);
      own.parse(std::string_view(written).substr(0, written.size() - 1), again);
      EXPECT_EQ(again, label);
    });
  }
}

TEST_F(HostileTexts, OfGamesGiveGamesOrErrors) {
  constexpr const char* games =
      "hone text games 1\nrules tic_tac_toe\nplayer \"new \\\"x\\\"\"\nplayer \"o\\x1bl\\nd\"\nseed 7\nsetting "
      "\"depth\" \"3\"\n\n"
      "game 5 seed 0123456789abcdef first 1 opening b2 a1 moves b1:+120:3:40 c3:-150:2:1 b3:+31023:1:1 result +1 win\n"
      "game 6 start \"XO./.X./... O\" moves c1 result -1 crash weight 0.37 note \"a \\\\ b\"\n";
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    const std::filesystem::path text = file("a.txt", hostile(games));
    tally.run([&] {
      std::vector<NamedGame> found, again;
      read_games(text, {}, [&](const NamedGame& game) { return found.push_back(game), true; });
      Sink sink = game_sink(folder_ / "b.txt", common_header({text.string()}));
      for (const NamedGame& game : found) sink.add(game);
      sink.finish();
      read_games(folder_ / "b.txt", {}, [&](const NamedGame& game) { return again.push_back(game), true; });
      ASSERT_EQ(again.size(), found.size());
      for (std::size_t n = 0; n < found.size(); ++n) {
        EXPECT_EQ(again[n].record.moves, found[n].record.moves);
        EXPECT_EQ(again[n].record.weight, found[n].record.weight);
      }
    });
  }
}

TEST_F(HostileTexts, AsNamesComeBackFromGameFiles) {
  for (int i = 0; i < 200; ++i) {
    NamedGame game{.record = {}, .first = random_bytes(40), .second = "\x1B]0;x\x07\"\\\n\r\t,;{}" + random_bytes(10)};
    game.record.outcome = {1, EndReason::crash};
    game.record.note = random_bytes(60);
    if (game.first == game.second) continue;
    GameFileHeader header;
    header.game = "tic_tac_toe";
    header.players = {game.first, game.second};
    header.settings = {{random_bytes(10), random_bytes(30)}};
    for (const char* const name : {"a.txt", "a.games"}) {
      Sink sink = game_sink(folder_ / name, header);
      sink.add(game);
      sink.finish();
      EXPECT_EQ(open_games(folder_ / name)->header(), header) << name;
      std::vector<NamedGame> found;
      read_games(folder_ / name, {}, [&](const NamedGame& it) { return found.push_back(it), true; });
      ASSERT_EQ(found.size(), 1U);
      EXPECT_EQ(found[0].first, game.first) << name;
      EXPECT_EQ(found[0].second, game.second) << name;
      EXPECT_EQ(found[0].record.note, game.record.note) << name;
    }
    const std::string text = read_file(folder_ / "a.txt");
    EXPECT_EQ(printable_lines(text), text) << "nothing in it moves a cursor";
  }
}

TEST_F(HostileTexts, AsCellsStayInTheirCells) {
  for (int i = 0; i < rounds; ++i) {
    const std::string first = random_bytes(20), second = mutated("a \"b\", c\n");
    const std::string line = text::csv_cell(first) + ',' + text::csv_cell(second);
    EXPECT_EQ(printable(line), line);
    EXPECT_EQ(text::split_csv(line), (text::CsvCells{printable(first), printable(second)}));
  }
}

}  // namespace
}  // namespace hone::formats
