// SPDX-License-Identifier: MIT
//
// Labelled positions as tuners and trainers of the field write them: each is read right, or refused with a hint that
// works. None is read wrong.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/source.hpp"

namespace hone::formats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// White is a knight ahead and to move, and wins; Black is a knight ahead and to move, and wins.
constexpr const char* white_ahead = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* black_ahead = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1";
constexpr const char* white_fields = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
constexpr const char* black_fields = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq -";

struct Read {
  std::vector<std::string> labels;  // "1 300", White's result and score, "1" without a score
  std::string first;                // position
};

Read read(const std::string& source, bool skip_bad = false) {
  Read result;
  ReadOptions options;
  options.skip_bad = skip_bad;
  (void)read_positions(find_driver("chess"), source, options, [&](const DatasetPosition& found) {
    if (result.labels.empty()) result.first = found.label.position;
    const auto& score = found.label.score;
    result.labels.push_back(fmt::format("{}{}", found.label.target, score ? fmt::format(" {}", *score) : ""));
    return true;
  });
  return result;
}

struct Texts {
  TempFolder folder;
  std::string write(const std::string& name, const std::string& text) const {
    const std::string file = (folder / name).string();
    std::ofstream(file) << text;
    return file;
  }
};

// In `line` {0} is the FEN, {1} its first four fields. The lines are for white_ahead and black_ahead.
struct Spelling {
  const char* by;
  const char* file;
  const char* settings;
  const char* head;
  const char* white;
  const char* black;
  bool has_scores;
};

const Spelling spellings[] = {
    {"zurichess", "a.epd", "", "", "{1} c9 \"1-0\";", "{1} c9 \"0-1\";", false},
    {"Zagreus", "a.edp", "", "", "{1} c9 1-0", "{1} c9 0-1", false},
    {"Ethereal", "FENS", "", "", "{0} [1.0]", "{0} [0.0]", false},
    {"lichess-big3-resolved", "a.book", "", "", "{0} [1.0]", "{0} [0.0]", false},
    {"Weiss", "a.txt", "", "", "{0} [1.0] 300", "{0} [0.0] -300", false},
    {"Nalwald", "a.txt", "", "", "{0} 1.0", "{0} 0.0", false},
    {"RubiChess", "a.csv", "", "", "{0} 1-0", "{0} 0-1", false},
    {"bullet", "a.txt", "", "", "{0} | 300 | 1.0", "{0} | -300 | 0.0", true},
    {"Clockwork", "a.txt", "", "", "{0};w", "{0};b", false},
    {"Calvin's dataset", "a.epd", "", "", "{0} \"1.0\"", "{0} \"0.0\"", false},
    {"viridithas", "a.txt", "", "", "{0};1.0", "{0};0.0", false},
    {"FEN,result", "a.csv", "", "", "{0},1.0", "{0},0.0", false},
    {"FEN score result", "a.txt", ",view=white", "", "{0} 300 1.0", "{0} -300 0.0", true},
    {"the same without counters", "a.txt", ",view=white", "", "{1} 300 1.0", "{1} -300 0.0", true},
    {"gochess", "a.txt", ",view=stm", "", "{0};300;1.0", "{0};300;1.0", true},
    {"c-chess-cli", "a.csv", ",win=2,view=stm", "", "{0},300,2", "{0},300,2", true},
    {"hce-tuner", "a.txt", "", "", "{0} ce 1.0", "{0} ce 1.0", false},
    {"Leorik", "a.wdl", "", "", "{0} [1.0];", "{0} [0.0];", false},
    {"CudAD", "a.txt", "", "", "{0} [1] 300", "{0} [0] -300", false},
    {"Carp", "a.txt", "", "", "{0} | 300 | 1", "{0} | -300 | 0", true},
    {"Zevra", "a.csv", ",view=white", "", "{0},300,1.0", "{0},-300,0.0", true},
    {"chess-trainer", "a.csv", ",result-view=white,score-view=stm", "", "{1},300,1.0", "{1},300,0.0", true},
    {"texel-tuner", "b.epd", "", "", "{0}; [1.0]", "{0}; [0.0]", false},
    {"texel-tuner with results of PGN", "a.epd", "", "", "{0}; [1-0]", "{0}; [0-1]", false},
    {"pgn-extract", "a.epd", "", "", "{1} c0 A-B Open [x] 2021.11.04; c1 1-0;", "{1} c0 A-B \"o\"; c1 0-1;", false},
    {"lichess-big3", "a.epd", "", "", "{1} c1 x; c2 \"1.0\";", "{1} c1 x; c2 \"0.0\";", false},
    {"lichess-quiet", "a.txt", "", "", "{0}|White", "{0}|Black", false},
    {"Stash", "a.txt", ",result-view=white,score-view=stm", "", "{0} 1.0 300", "{0} 0.0 300", true},
    {"Calvin", "a.epd", ",result-view=white,score-view=stm", "", "{0},1.0,300", "{0},0.0,300", true},
    {"bullet of 2023", "a.txt", ",view=white", "", "{0} 300 [1.0]", "{0} -300 [0.0]", true},
    {"the same without counters", "a.txt", ",view=white", "", "{1} 300 [1.0]", "{1} -300 [0.0]", true},
    {"Potential", "a.txt", "", "", "{0} | 1.0", "{0} | 0.0", false},
    {"Sirius", "a.txt", "", "", "{0} | 300cp | 1.0", "{0} | -300cp | 0.0", true},
    {"Texel", "a.txt", "", "", "{0} : 1 : 300 : 290 : 7", "{0} : 0 : -300 : -280 : 8 : e7e5", true},
    {"fengen", "a.txt", ",view=white", "", "{0};score:300;eval:1;outcome:1.0", "{0};score:-300;eval:1;outcome:0.0",
     true},
    {"tofiks", "a.txt", "", "", "1 {0}", "0 {0}", false},
    {"Pedantic", "a.csv", ",view=white", "Hash,Ply,GamePly,FEN,HasCastled,Eval,Result\n", "0A,12,80,{0},3,300,1.0",
     "0B,12,80,{0},3,-300,0.0", true},
    {"a CSV of ce-games", "a.csv", ",view=stm", "fen,label\n", "{0},1.0", "{0},1.0", false},
    {"c-chess-cli of 2020", "a.csv", ",loss=-1,view=stm", "", "{0},300,1", "{0},300,1", true},
    {"an editor that marks UTF-8", "a.csv", "",
     "\xEF\xBB\xBF"
     " FEN, Result\n",
     "{0},1", "{0},0", false},
    {"hone's EPD", "a.epd", "", "", "{1} hmvc 0; fmvn 1; ce 300; c9 \"1-0\";", "{1} ce 300; c9 \"0-1\";", true},
    {"hone's CSV", "a.csv", "", "fen,result,score,game\n", "{0},1,300,7", "{0},0,-300,8", true},
    {"the same without an ending", "a", "", "fen,result,score,game\n", "{0},1,300,7", "{0},0,-300,8", true},
    {"a CSV of the side to move", "a.csv", ",view=stm", "eval_fen,score,result\n", "{0},300,1.0", "{0},300,1.0", true},
    {"Raphael", "a.csv", ",view=white", "fen,wdl,eval,flag,bm\n", "{0},1,300,0,e2e4", "{0},0,-300,0,e7e5", true},
    {"a quoted CSV", "a.csv", "", "\"fen\",\"result\"\n", "\"{0}\",\"1-0\"", "\"{0}\",\"0-1\"", false},
    {"a quoted CSV without a header", "a.csv", "", "", "\"{0}\",1.0", "\"{0}\",0.0", false},
    {"JSON lines", "a.json", ",view=white", "", R"({{"fen":"{0}","score":300,"result":1.0}})",
     R"({{"fen":"{0}","score":-300,"result":0.0}})", true},
    {"JSON lines of the side to move", "a.json", ",view=stm", "", R"({{"eval_fen":"{0}","eval":300,"label":"1-0"}})",
     R"({{"eval_fen":"{0}","eval":300,"label":1}})", true},
    {"hone's JSON lines", "a.jsonl", "", "", R"({{"fen":"{0}","result_white":1,"score_white_cp":300}})",
     R"({{"fen":"{0}","result_white":"0-1","score_white_cp":-300}})", true},
    {"Stockfish's plain text", "a.plain", "", "", "fen {0}\nmove g1f3\nscore 300\nply 0\nresult 1\ne",
     "fen {0}\nmove g8f6\nscore 300\nply 1\nresult 1\ne", true},
    {"the same as .txt", "a.txt", "", "", "fen {0}\nscore 300\nresult 1\ne", "fen {0}\nscore 300\nresult 1\ne", true},
};

std::string text_of(const Spelling& it) {
  return fmt::format("{}{}\n{}\n", it.head, fmt::format(fmt::runtime(it.white), white_ahead, white_fields),
                     fmt::format(fmt::runtime(it.black), black_ahead, black_fields));
}

TEST(FieldSpellings, AreReadRight) {
  for (const Spelling& spelling : spellings) {
    SCOPED_TRACE(spelling.by);
    const Texts texts;
    const std::string file = texts.write(spelling.file, text_of(spelling));
    const Read found = read(file + spelling.settings);
    EXPECT_EQ(found.labels, spelling.has_scores ? (std::vector<std::string>{"1 300", "0 -300"})
                                                : (std::vector<std::string>{"1", "0"}));
    EXPECT_THAT(std::string(white_ahead), HasSubstr(found.first.substr(0, std::string(white_fields).size())));
  }
}

// Two positions do not tell whose view it is, so that a setting is needed; the wrong one changes what is read.
TEST(FieldSpellings, WithoutAViewAskForIt) {
  for (const Spelling& spelling : spellings) {
    if (!std::string(spelling.settings).starts_with(",view") ||
        std::string(spelling.by).starts_with("a CSV of the side"))
      continue;
    SCOPED_TRACE(spelling.by);
    const Texts texts;
    const std::string file = texts.write(spelling.file, text_of(spelling));
    EXPECT_THAT([&] { (void)read(file); }, ThrowsMessage<Error>(HasSubstr("FILE,view=white or FILE,view=stm")));
  }
}

std::string many(const Spelling& spelling, int count) {
  std::string text = spelling.head;
  for (int i = 0; i < count; ++i) text += text_of(spelling).substr(std::string(spelling.head).size());
  return text;
}

// Enough positions tell themselves.
TEST(FieldSpellings, OfWhiteAreKnownByTheBoard) {
  const Texts texts;
  for (const Spelling& spelling : spellings) {
    if (std::string(spelling.settings) != ",view=white") continue;
    SCOPED_TRACE(spelling.by);
    const std::string file = texts.write(spelling.file, many(spelling, 40));
    EXPECT_EQ(read(file).labels.size(), 80U);
    EXPECT_EQ(read(file).labels.back(), "0 -300");
  }
}

// A CSV of c-chess-cli under --skip-bad: its wins left out, its draws taken for White's wins.
TEST(FieldSpellings, OfTheSideToMoveAreRefusedWithAHintThatWorks) {
  const Texts texts;
  for (const bool skip_bad : {false, true}) {
    for (const char* const head : {"", "fen,score,result\n"}) {
      const Spelling two{"", "a.csv", "", head, "{0},300,2", "{0},300,2", true};
      const std::string counted = texts.write("a.csv", many(two, 40));
      EXPECT_THAT([&] { (void)read(counted, skip_bad); },
                  ThrowsMessage<Error>(AllOf(HasSubstr("2"), HasSubstr("FILE,win=2,view=stm"))));
      EXPECT_EQ(read(counted + ",win=2,view=stm", skip_bad).labels.back(), "0 -300");
      EXPECT_THAT([&] { (void)read(counted + ",win=2", skip_bad); }, ThrowsMessage<Error>(HasSubstr("view=stm")));

      const Spelling one{"", "b.csv", "", head, "{0},300,1", "{0},300,1", true};
      const std::string share = texts.write("b.csv", many(one, 40));
      EXPECT_THAT([&] { (void)read(share, skip_bad); }, ThrowsMessage<Error>(HasSubstr("FILE,view=stm")));
      EXPECT_EQ(read(share + ",view=stm", skip_bad).labels.back(), "0 -300");
      EXPECT_EQ(read(share + ",view=white,check=off", skip_bad).labels.back(), "1 300");
    }
  }
}

// Results from -1 to 1, of which those of wins and draws alone would be read as draws and losses.
TEST(FieldSpellings, WithLossesBelowZeroAreRefusedWithAHintThatWorks) {
  const Texts texts;
  for (const bool skip_bad : {false, true}) {
    for (const char* const head : {"", "fen,score,result\n"}) {
      const Spelling minus{"", "a.csv", "", head, "{0},300,1", "{0},-300,-1", true};
      const std::string file = texts.write("a.csv", many(minus, 40));
      EXPECT_THAT([&] { (void)read(file, skip_bad); },
                  ThrowsMessage<Error>(AllOf(HasSubstr("found '-1'"), HasSubstr("FILE,loss=-1"))));
      EXPECT_EQ(read(file + ",loss=-1,view=white", skip_bad).labels.back(), "0 -300");
      EXPECT_EQ(read(texts.write("b.csv", many({"", "", "", head, "{0},300,1", "{0},-300,0", true}, 40)) +
                     ",loss=-1,view=white")
                    .labels.back(),
                "0.5 -300");
    }
  }
}

// Two blanks, one in front, or a name of the side to move that only looks like one.
TEST(FieldSpellings, OfTheSideToMoveAreTurnedHoweverItIsSpaced) {
  const Texts texts;
  std::string spaced = black_ahead;
  spaced.insert(spaced.find(' '), "  ");
  for (const auto& [name, line] : std::vector<std::pair<const char*, std::string>>{
           {"a.epd", spaced + " | 300 | 1.0"},
           {"a.csv", "fen,score,result\n  " + spaced + ",300,1.0"},
           {"a.plain", "fen  " + spaced + "\nscore 300\nresult 1\ne"},
           {"a.jsonl", fmt::format(R"({{"fen":" {}","score":300,"wdl":1}})", spaced)}}) {
    EXPECT_THAT(read(texts.write(name, line + "\n") + ",view=stm").labels, ElementsAre("0 -300")) << name;
  }
}

// Of 25 games of which only the positions of Black are there, 21 say that whoever leads has lost: by the mover, they
// won.
TEST(FieldSpellings, OfFewGamesAreRefusedWhereMostContradict) {
  const Texts texts;
  std::string text = "fen,result\n";
  for (int game = 0; game < 25; ++game) {
    for (int move = 1; move <= 10 * (game % 7 + 1); ++move) {
      text += fmt::format("{} 0 {},{}\n", black_fields, move, game % 6 == 3 ? 0 : 1);
    }
    text += fmt::format("{} 0 1,0.5\n", black_fields);
  }
  EXPECT_THAT([&] { (void)read(texts.write("a.csv", text)); }, ThrowsMessage<Error>(HasSubstr("FILE,view=stm")));
}

TEST(FieldSpellings, OfOneGameAreOnePieceOfEvidence) {
  const Texts texts;
  const std::string lost_lead =
      texts.write("a.csv", many({"", "", "", "fen,result,score,game\n", "{0},0,300,7", "{0},1,-300,7", true}, 40));
  EXPECT_EQ(read(lost_lead).labels.size(), 80U);
  std::string unnamed = "fen,result\n";
  for (int move = 1; move <= 80; ++move) {
    unnamed += fmt::format("{} 0 {},{}\n", move <= 40 ? white_fields : black_fields, move, move <= 40 ? 0 : 1);
  }
  EXPECT_EQ(read(texts.write("b.csv", unnamed)).labels.size(), 80U);
}

// With White to move alone both views are the same.
TEST(FieldSpellings, NeedNoViewWhereItMakesNoDifference) {
  const Texts texts;
  EXPECT_EQ(read(texts.write("a.csv", fmt::format("fen,wdl\n{},1\n", white_ahead))).labels,
            std::vector<std::string>{"1"});
  EXPECT_THAT([&] { (void)read(texts.write("b.csv", fmt::format("fen,wdl\n{},1\n", black_ahead))); },
              ThrowsMessage<Error>(HasSubstr("view=stm")));
}

// Scores in pawns are too small to take sides.
TEST(FieldSpellings, WithGuessedScoresNeedScoresThatTell) {
  const Texts texts;
  const std::string file =
      texts.write("a.csv", many({"", "", "", "fen,result_white,eval\n", "{0},1,3", "{0},0,3", true}, 40));
  EXPECT_THAT([&] { (void)read(file); }, ThrowsMessage<Error>(HasSubstr("does not say whose scores")));
}

// In checkers Black is the first player, so that what is White's is turned.
TEST(FieldSpellings, OfWhiteAreTurnedWhereBlackMovesFirst) {
  const GameDriver& checkers = find_driver("checkers");
  const auto target = [&](std::string_view header, const ReadAs& as) {
    LabelledPosition found;
    csv_parser(checkers, header, as).parse("\"B:W21,22,23:B1,2\",1,-300", found);
    return fmt::format("{} {}", found.target, *found.score);
  };
  EXPECT_EQ(target("position,result,score", {}), "1 -300");
  EXPECT_EQ(target("position,result_white,score_white_cp", {}), "0 300");
  EXPECT_EQ(target("position,wdl,cp", {View::white, View::white}), "0 300");
  EXPECT_EQ(target("position,wdl,cp", {View::first, View::first}), "1 -300");
  const LabelledPosition written{"W:W21,22,23:B1,2", 1, -300.0};
  const std::string line = json_encoder(checkers, false).encode(written);
  EXPECT_THAT(line, HasSubstr("\"result\":1.0,\"score\":-300.0"));
  LabelledPosition found;
  json_parser(checkers, {}).parse(line, found);
  EXPECT_EQ(found, written);
  const char* const of_white = R"({"position":"W:W21,22,23:B1,2","result_white":1,"score_white_cp":300})";
  json_parser(checkers, {}, {View::white, View::white}).parse(of_white, found);
  EXPECT_EQ(found, (LabelledPosition{"W:W21,22,23:B1,2", 0, -300.0}));
  json_parser(checkers, {}, {View::first, View::first}).parse(of_white, found);
  EXPECT_EQ(found, (LabelledPosition{"W:W21,22,23:B1,2", 1, 300.0}));
  EXPECT_THAT([&] { json_parser(checkers, {}).parse(of_white, found); },
              ThrowsMessage<Error>(HasSubstr("FILE,view=first")));
}

TEST(FieldSpellings, ThatGuessOnlyAfterTheCheckAreRefused) {
  const Texts texts;
  std::string text;
  for (int i = 0; i < 10'000; ++i) {
    text += fmt::format("{{\"fen\":\"{}\",\"result_white\":1}}\n{{\"fen\":\"{}\",\"result_white\":0}}\n", white_ahead,
                        black_ahead);
  }
  EXPECT_EQ(read(texts.write("a.jsonl", text)).labels.size(), 20'000U);
  text += fmt::format("{{\"fen\":\"{}\",\"wdl\":1}}\n", black_ahead);
  EXPECT_THAT([&] { (void)read(texts.write("a.jsonl", text), true); },
              ThrowsMessage<Error>(AllOf(HasSubstr("a.jsonl:20001"), HasSubstr("view=stm"))));
}

TEST(FieldSpellings, OfWhichNoLineCanBeReadAreNone) {
  const Texts texts;
  const std::string file = texts.write("a.txt", many({"", "", "", "", "{0} [x]y", "{0} ;", false}, 3));
  EXPECT_THROW((void)read(file, true), Error);
  EXPECT_THROW((void)read(texts.write("b.epd", "8/8 nothing\n8/8 else\n"), true), Error);
}

TEST(FieldSpellings, ThatContradictTheBoardAreRefused) {
  const Texts texts;
  const auto refused = [&](const char* line, const char* black, const std::string& settings, const char* why) {
    const std::string file = texts.write("a.txt", many({"", "", "", "", line, black, true}, 40));
    EXPECT_THAT([&] { (void)read(file + settings); }, ThrowsMessage<Error>(HasSubstr(why))) << line;
  };
  refused("{0} [0.0]", "{0} [1.0]", "", "check=off");                            // results turned round
  refused("{0} | 300 | 1.0", "{0} | 300 | 0.0", "", "FILE,score-view=stm");      // scores alone
  refused("{0} c9 \"1-0\"; ce 300;", "{0} c9 \"1-0\"; ce 300;", "", "results");  // results of the side to move
  refused("{0},300,1.0", "{0},-300,0.0", ",view=stm", "FILE,view=white");        // the wrong word
  refused("{0} 300 1.0", "{0} -300 1.0", ",result-view=white", "FILE,result-view=stm");
}

// Other tools' files hold what no game has decided; a few of them say nothing.
TEST(FieldSpellings, ThatSayNothingOfTheBoardAreTaken) {
  const Texts texts;
  const std::string even = texts.write("a.txt", many({"", "", "", "", "{0} [0.5]", "{0} [0.5]", false}, 40));
  EXPECT_EQ(read(even).labels.size(), 80U);
  const std::string few = texts.write("b.txt", many({"", "", "", "", "{0} [0.0]", "{0} [1.0]", false}, 5));
  EXPECT_EQ(read(few).labels.size(), 10U);
}

TEST(FieldSpellings, ThatAreNoneAreRefused) {
  const Texts texts;
  const auto refused = [&](const char* name, const std::string& text, const char* why) {
    const std::string file = texts.write(name, text);
    EXPECT_THAT([&] { (void)read(file); }, ThrowsMessage<Error>(HasSubstr(why))) << text;
  };
  refused("a.txt", fmt::format("{} 300 200 1.0\n", white_ahead), "a score and a result at most");
  refused("a.txt", fmt::format("{};x\n", white_ahead), "a result");
  refused("a.txt", fmt::format("{} 1.0 0.73\n", white_ahead), "a score in whole centi-units");
  refused("a.txt", fmt::format("{} | 3.00 | 1.0\n", white_ahead), "a score in whole centi-units");
  refused("a.txt", fmt::format("{} 34 1\n", white_fields), "a score and a result need the counters");
  refused("a.json",
          fmt::format("{{\"fen\":\"{}\",\"result_white\":1,\"score_white_cp\":18446744073709551615}}\n", white_ahead),
          "a score");
  refused("a.epd", fmt::format("{} c1 1-0; c2 0.73;\n", white_fields),
          "expected one result, found two in comments, '1-0' and '0.73'");
  refused("a.epd", fmt::format("{} c2 \"1.0\"; c1 1-0; ce 300;\n", white_fields), "found two in comments");
  refused("a.json", "{\"fen\": 3}\n", "position");
  refused("a.json", fmt::format("{{\"fen\":\"{}\"}}\n", white_ahead), "has no key 'result_white'");
  refused("a.json", fmt::format("{{\"fen\":\"{}\",\"result\":1,\"wdl\":0}}\n", white_ahead),
          "has both 'result' and 'wdl'");
  refused("a.json", fmt::format("{{\"fen\":\"{0}\",\"eval_fen\":\"{0}\",\"wdl\":1}}\n", white_ahead),
          "has both 'fen' and 'eval_fen'");
  refused("a.json", fmt::format("{{\"fen\":\"{}\",\"result\":[1]}}\n", white_ahead), "a number or a text for 'result'");
  refused("a.json", fmt::format("{{\"fen\":\"{}\",\"result_white\":1,\"game\":-1}}\n", white_ahead),
          "number of a game");
  refused("a.json", "{\"fen\": \"x\n", "an object of JSON on one line");
  refused("a.plain", fmt::format("fen {}\nresult 2\ne\n", white_ahead), "the result 1, 0 or -1");
  refused("a.plain", fmt::format("fen {}\nscore 3\ne\n", white_ahead), "expected a line 'result 1'");
  refused("a.plain", fmt::format("fen {}\nscore 3\n", white_ahead), "expected a line 'result 1'");
  refused("a.plain", "score 3\nresult 1\ne\n", "found no FEN");
  refused("a.plain", fmt::format("fen {0}\nresult 1\nfen {0}\nresult 1\ne\n", white_ahead), "found 'fen' once more");
  refused("a.csv", "board,result\nx,1\n", "fen");
}

TEST(FormatsByContent, LeaveGamesGames) {
  const Texts texts;
  const auto name_of = [&](const char* file, const char* text) {
    return std::string(format_of(texts.write(file, text)).name);
  };
  EXPECT_EQ(name_of("a.txt", "hone text games 1\n"), "text of games");
  EXPECT_EQ(name_of("b.txt", "hone text games of another time\n"), "text of games");
  EXPECT_EQ(name_of("c.txt", ""), "text of games");
  EXPECT_EQ(name_of("d.txt", "[Event \"x\"]\n"), "PGN");
  EXPECT_EQ(name_of("d.txt", "[Site \"x\"]\n"), "PGN");
  EXPECT_EQ(name_of("e.pgn", "fen 8/8\n"), "PGN");
  EXPECT_EQ(name_of("h.csv", "# from http://x/y\n"), "CSV");
  EXPECT_EQ(name_of("f.games", "{\n"), "hone's games");
  EXPECT_EQ(name_of("g.csv", "fen,result\n"), "CSV");
  EXPECT_EQ(name_of("h.csv", "a,b\n"), "CSV");
  EXPECT_EQ(name_of("i.fen", "8/8/8/8 w - - 0 1 [1]\n"), "FEN");
  EXPECT_EQ(name_of("j.bin", "BINP"), "Stockfish's binpack");
  EXPECT_EQ(format_of((texts.folder / "g.csv").string() + ",format=epd").name, "EPD");
  EXPECT_THAT([&] { (void)format_of("x,format=doc"); }, ThrowsMessage<Error>(HasSubstr("bulletformat")));
}

// -- Settings of a source

TEST(Sources, HaveSettingsBehindTheirNames) {
  const Source source = source_of("d/a.csv,view=stm,score-view=white,win=2,limit=7,weight=0.5,check=off,format=csv");
  EXPECT_EQ(source.file, "d/a.csv");
  EXPECT_EQ(source.as, (ReadAs{View::mover, View::white, 2}));
  EXPECT_EQ(source.limit, 7U);
  EXPECT_EQ(source.weight, 0.5);
  EXPECT_FALSE(source.is_checked);
  EXPECT_EQ(source.format, "csv");
  EXPECT_EQ(source_of("a.csv,weight=0.5,age=6,half-life=3").share(), 0.125);
  EXPECT_EQ(source_of("a,b.csv").file, "a,b.csv");
  EXPECT_EQ(source_of("a,b=c/d,limit=1").file, "a,b=c/d");
  EXPECT_EQ(source_of(",limit=1").file, ",limit=1");
  const Texts texts;
  const std::string odd = texts.write("a,limit=1", "");
  EXPECT_EQ(source_of(odd).file, odd);
}

TEST(Sources, RefuseSettingsThatTheyDoNotKnow) {
  for (const char* const name : {"a,veiw=stm", "a,view=black", "a,win=3", "a,limit=0", "a,limit=-1", "a,limit=1x",
                                 "a,weight=0", "a,weight=-1", "a,weight=x", "a,check=no", "a,limit=", "a,age=-1",
                                 "a,age=x", "a,age=1,half-life=0", "a,age=60", "a,loss=1", "a,limit=3,limit=5"}) {
    EXPECT_THAT([&] { (void)source_of(name); }, ThrowsMessage<Error>(AllOf(HasSubstr(name), HasSubstr("expected"))));
  }
}

TEST(Sources, OfFilesThatAreThereHaveNoOtherWordsBehind) {
  const Texts texts;
  const std::string file = texts.write("a.csv", "");
  for (const char* const rest : {",View=stm", ",half_life=3", ", limit=3", ",", ",x,limit=3"}) {
    EXPECT_THAT([&] { (void)source_of(file + rest); }, ThrowsMessage<Error>(HasSubstr("expected settings KEY=VALUE")));
  }
}

TEST(Sources, AreLimitedAndWeighed) {
  const Texts texts;
  const std::string file = texts.write("a.txt", many({"", "", "", "", "{0} [1.0]", "{0} [0.0]", false}, 40));
  EXPECT_THAT(read(file + ",limit=3").labels, ElementsAre("1", "0", "1"));
  EXPECT_EQ(read(file + ",limit=1000000").labels.size(), 80U);
  std::vector<double> weights;
  const auto keep = [&](const LabelledPosition& it) { return weights.push_back(it.weight), true; };
  read_labelled_positions(find_driver("chess"), file + ",limit=2,weight=0.25", keep).require_none();
  read_labelled_positions(find_driver("chess"), file + ",limit=1,age=3", keep).require_none();
  EXPECT_THAT(weights, ElementsAre(0.25, 0.25, 0.125));
  EXPECT_THAT([&] { (void)read(file + ",limit=3,format=games"); }, ThrowsMessage<Error>(HasSubstr("a.txt")));
}

// -- Records of 32 bytes

std::string bytes(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

// Black to move with all rights but White's on the queen's side, an en passant square, clock 3 and move 258.
TEST(PackedPositions, OfMarlinformatAreReadAndWritten) {
  const std::string fen = "r3k2r/8/8/8/4Pp2/8/8/R3K2R b Kkq e3 3 258";
  // a1, e1, h1, e4, f4, a8, e8, h8
  const std::string record = bytes({0x91, 0, 0, 0x30, 0, 0, 0, 0x91, 0x53,     0x06, 0xE8, 0xED, 0,    0,    0, 0,
                                    0,    0, 0, 0,    0, 0, 0, 0,    128 + 20, 3,    2,    1,    0xD4, 0xFE, 0, 0});
  LabelledPosition found;
  marlin_parser(find_driver("chess"), {}).parse(record, found);
  EXPECT_EQ(found.position, fen);
  EXPECT_EQ(found.target, 0);
  EXPECT_EQ(found.score, -300);
  EXPECT_EQ(marlin_encoder(find_driver("chess"), false).encode(found), record);
}

// The game is known without being said, as no other has these records.
TEST(PackedPositions, AreOfChess) {
  const Texts texts;
  const std::string file =
      texts.write("a.marlinformat", marlin_encoder(find_driver("chess"), false).encode({white_ahead, 1, 300}));
  EXPECT_EQ(game_of(file).name(), "chess");
  std::filesystem::copy_file(file, file + ".gz");
  EXPECT_THAT([&] { (void)read(file + ".gz"); }, ThrowsMessage<Error>(HasSubstr("unpack it first")));
  std::string record = marlin_encoder(find_driver("chess"), false).encode({white_ahead, 1, 300});
  record[26] = record[27] = 0;  // the number of the move, which trainers may leave 0
  LabelledPosition found;
  marlin_parser(find_driver("chess"), {}).parse(record, found);
  EXPECT_EQ(found.position, white_ahead);
  record[24] = 100;
  EXPECT_THAT([&] { marlin_parser(find_driver("chess"), {}).parse(record, found); },
              ThrowsMessage<Error>(HasSubstr("an en passant square")));
}

TEST(PackedPositions, OfBulletformatAreTheMovers) {
  const Encoder<LabelledPosition> encoder = bullet_encoder(find_driver("chess"), false);
  const std::string record = encoder.encode({"k7/7p/8/8/8/8/8/7K b - - 0 1", 0, -300});
  // the mover's king on a1 and pawn on h2, the other king on h8
  EXPECT_EQ(record, bytes({0x01, 0x80, 0, 0, 0, 0, 0, 0x80, 0x05, 0x0D, 0, 0, 0, 0, 0, 0,
                           0,    0,    0, 0, 0, 0, 0, 0,    0x2C, 1,    2, 0, 7, 0, 0, 0}));
  LabelledPosition found;
  bullet_parser(find_driver("chess"), {}).parse(record, found);
  EXPECT_EQ(found.position, "7k/8/8/8/8/8/7P/K7 w - - 0 1");
  EXPECT_EQ(found.target, 1);
  EXPECT_EQ(found.score, 300);
}

TEST(PackedPositions, KeepWhatACsvSays) {
  const Texts texts;
  const std::string file =
      texts.write("a.csv", many({"", "", "", "fen,result,score\n", "{0},1,300", "{0},0,-300", true}, 9));
  const GameDriver& chess = find_driver("chess");
  for (const char* const name : {"a.marlinformat", "a.bulletformat"}) {
    const std::string packed = (texts.folder / name).string();
    Sink sink = position_sink(packed, chess, false);
    const auto add = [&](const LabelledPosition& it) { return sink.add(it), true; };
    read_labelled_positions(chess, file, add).require_none();
    sink.finish();
    EXPECT_EQ(std::filesystem::file_size(packed), 18U * 32);
    const Read found = read(packed);
    EXPECT_EQ(found.labels.size(), 18U);
    const bool keeps_all = std::string(name) == "a.marlinformat";
    EXPECT_EQ(found.first.substr(found.first.find(' ')), keeps_all ? " w KQkq - 0 1" : " w - - 0 1");
    EXPECT_EQ(found.labels[1], keeps_all ? "0 -300" : "1 300");
    std::filesystem::resize_file(packed, 100);
    EXPECT_THAT([&] { (void)read(packed); }, ThrowsMessage<Error>(HasSubstr("ends within record 4, after 4 of 32")));
  }
}

TEST(PackedPositions, RefuseWhatARecordCannotHold) {
  const GameDriver& chess = find_driver("chess");
  const auto refused = [&](const LabelledPosition& it, const char* why) {
    for (const auto encoder : {marlin_encoder, bullet_encoder}) {
      EXPECT_THAT([&] { (void)encoder(chess, false).encode(it); }, ThrowsMessage<Error>(HasSubstr(why)));
    }
  };
  refused({white_ahead, 1, std::nullopt}, "has no score");
  refused({white_ahead, 0.25, 10}, "neither a win nor a draw nor a loss");
  refused({white_ahead, 1, 40000}, "16 bits");
  EXPECT_THROW((void)marlin_encoder(find_driver("othello"), false), Error);
  LabelledPosition found;
  const LabelParser marlin = marlin_parser(chess, {});
  std::string record(32, '\0');
  record[30] = 3;
  EXPECT_THAT([&] { marlin.parse(record, found); }, ThrowsMessage<Error>(HasSubstr("a result of 0, 1 or 2")));
  record.assign(32, '\xFF');
  EXPECT_THAT([&] { marlin.parse(record, found); }, ThrowsMessage<Error>(HasSubstr("32 pieces at most")));
}

}  // namespace
}  // namespace hone::formats
