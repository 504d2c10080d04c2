// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "engine/opening.hpp"
#include "tuner/play/uci/line_buffer.hpp"
#include "tuner/play/uci/uci_words.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::play {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const GameDriver& chess() { return find_driver("chess"); }

// -- Lines

void add(LineBuffer& buffer, std::string_view text) {
  while (!text.empty()) {
    const auto space = buffer.space();
    ASSERT_FALSE(space.empty());
    const std::size_t count = std::min(space.size(), text.size());
    std::copy_n(text.begin(), count, space.begin());
    buffer.added(count);
    text.remove_prefix(count);
  }
}

TEST(LineBuffer, PutsPiecesTogether) {
  LineBuffer buffer(16);
  add(buffer, "info de");
  EXPECT_EQ(buffer.next(), std::nullopt);
  add(buffer, "pth\r\nbest");
  EXPECT_EQ(buffer.next(), "info depth");
  EXPECT_EQ(buffer.next(), std::nullopt);
  add(buffer, "move\n");
  EXPECT_EQ(buffer.next(), "bestmove");
}

TEST(LineBuffer, HasNoSpaceUntilItsLinesAreRead) {
  LineBuffer buffer(8);
  add(buffer, "one\ntwo\n");
  EXPECT_TRUE(buffer.space().empty());
  EXPECT_EQ(buffer.next(), "one");
  EXPECT_EQ(buffer.space().size(), 4U);
  EXPECT_EQ(buffer.next(), "two");
}

TEST(LineBuffer, DropsALineThatDoesNotFitAndNoOther) {
  LineBuffer buffer(8);
  for (int i = 0; i < 10; ++i) {
    add(buffer, "xxxxxxxx");
    EXPECT_EQ(buffer.next(), std::nullopt);
  }
  add(buffer, "\nnext\n");
  EXPECT_EQ(buffer.next(), "next");
  EXPECT_EQ(buffer.dropped(), 1U);
}

// -- Lines of an engine

TEST(UciInfo, IsReadInAnyOrder) {
  // Stockfish 15.1, "go nodes 1000".
  const UciInfo info = parse_info(
      "info depth 6 seldepth 7 multipv 1 score cp -43 nodes 1012 nps 506000 hashfull 0 tbhits 0 time 2 pv e2e4 e7e5");
  EXPECT_EQ(info.score, -43);
  EXPECT_EQ(info.depth, 6);
  EXPECT_EQ(info.selective_depth, 7);
  EXPECT_EQ(info.nodes, 1012U);
  EXPECT_EQ(parse_info("info nodes 5 score cp 7 depth 2").score, 7);
  EXPECT_EQ(parse_info("info depth x score cp nodes").score, std::nullopt);
  EXPECT_EQ(parse_info("info string depth 9 cp 4").depth, 0);
}

TEST(UciInfo, CountsMatesInPlies) {
  EXPECT_EQ(score_of_mate(1), terminal_score(1, 1));
  EXPECT_EQ(score_of_mate(3), terminal_score(1, 5));
  EXPECT_EQ(score_of_mate(-2), terminal_score(-1, 4));
  EXPECT_EQ(score_of_mate(0), terminal_score(-1, 0));
  for (const std::int64_t moves : {std::int64_t{1} << 62, -(std::int64_t{1} << 62)}) {
    EXPECT_EQ(utility_of(score_of_mate(moves)), moves > 0 ? 1 : -1);
  }
}

TEST(UciInfo, KeepsEvaluationsApartFromWins) {
  EXPECT_EQ(parse_info("info score cp 31999").score, max_eval);
  EXPECT_EQ(parse_info("info score cp -9999999999").score, -max_eval);
}

TEST(UciOption, IsReadWithAllItsParts) {
  // The protocol has no order of name and type.
  for (const char* const line : {"option name Skill Level type spin default 20 min 0 max 30",
                                 "option type spin name Skill Level default 20 min 0 max 30"}) {
    const auto spin = parse_uci_option(line).value();
    EXPECT_EQ(spin.name, "Skill Level");
    EXPECT_EQ(spin.type, UciOption::Type::spin);
    EXPECT_EQ(spin.fallback, "20");
    EXPECT_EQ(spin.low, 0);
    EXPECT_EQ(spin.high, 30);
  }
  EXPECT_EQ(parse_uci_option("option name Weight type spin default 0.5 min 0.25 max 1")->low, 0.25);
  const auto combo = parse_uci_option("option name Style type combo default very calm var very calm var wild").value();
  EXPECT_THAT(combo.choices, ElementsAre("very calm", "wild"));
  EXPECT_EQ(parse_uci_option("option name Log file name type string default the max var")->name, "Log file name");
  EXPECT_EQ(parse_uci_option("option name Log file name type string default the max var")->fallback, "the max var");
  EXPECT_EQ(parse_uci_option("option name Elo max type spin default 1 min 0 max 5")->name, "Elo max");
  EXPECT_EQ(parse_uci_option("option name Elo max type spin default 1 min 0 max 5")->high, 5);
  EXPECT_EQ(parse_uci_option("option name Book type type check default true")->name, "Book type");
  EXPECT_EQ(parse_uci_option("option name Hash type"), std::nullopt);
  EXPECT_EQ(parse_uci_option("option name type check default true"), std::nullopt);
  EXPECT_EQ(parse_uci_option("option name Hash"), std::nullopt);
  EXPECT_EQ(parse_uci_option("option type check"), std::nullopt);
}

TEST(UciOption, MayHaveItsTypeBeforeItsName) {
  EXPECT_EQ(parse_uci_option("option type button name Clear Hash")->name, "Clear Hash");
  EXPECT_EQ(parse_uci_option("option type string name File default the max var")->fallback, "the max var");
  EXPECT_THAT(parse_uci_option("option type combo name Style var calm var wild")->choices, ElementsAre("calm", "wild"));
  EXPECT_EQ(parse_uci_option("option type spin default 1 name Hash"), std::nullopt);
  EXPECT_EQ(parse_uci_option("option type spin name"), std::nullopt);
  EXPECT_EQ(parse_uci_option("option type spin name default 1"), std::nullopt);
}

TEST(UciOption, TakesNothingButItsOwnValues) {
  const auto accepts = [](const char* line, std::string_view value) {
    try {
      check_uci_value(parse_uci_option(line).value(), value);
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  const char* spin = "option name Hash type spin default 16 min 1 max 64";
  EXPECT_TRUE(accepts(spin, "64"));
  EXPECT_FALSE(accepts(spin, "65"));
  EXPECT_FALSE(accepts(spin, "lots"));
  EXPECT_FALSE(accepts(spin, "2.5"));
  EXPECT_TRUE(accepts("option name Ponder type check default false", "true"));
  EXPECT_FALSE(accepts("option name Ponder type check default false", "yes"));
  EXPECT_TRUE(accepts("option name Style type combo var calm var wild", "Wild"));
  EXPECT_FALSE(accepts("option name Style type combo var calm var wild", "loud"));
  EXPECT_FALSE(accepts("option name Clear Hash type button", "now"));
  EXPECT_TRUE(accepts("option name File type string default <empty>", "a b"));
}

TEST(UciOption, WithFractionsTakesNumbers) {
  for (const char* const line :
       {"option name Weight type spin default 0.4 min 0.25 max 1",
        "option name Weight type spin default 1.0 min 0 max 1", "option name Weight type spin default 1 min 0.5 max 1",
        "option name Weight type spin default 0 min 0 max 1.5"}) {
    const UciOption option = parse_uci_option(line).value();
    EXPECT_NO_THROW(check_uci_value(option, "1")) << line;
    EXPECT_NO_THROW(check_uci_value(option, "0.5")) << line;
    EXPECT_THROW(check_uci_value(option, "1.75"), Error) << line;
    EXPECT_THROW(check_uci_value(option, "half"), Error) << line;
  }
  EXPECT_THAT([] { check_uci_value(parse_uci_option("option name W type spin default 0.4 min 0 max 1").value(), "2"); },
              ThrowsMessage<Error>("option W: expected a number, 0 to 1, found '2'"));
}

TEST(UciOption, IsFoundInAnyCase) {
  const std::vector<UciOption> options{parse_uci_option("option name Clear Hash type button").value()};
  EXPECT_EQ(find_uci_option(options, "clear hash"), options.data());
  EXPECT_EQ(find_uci_option(options, "hash"), nullptr);
}

// -- Commands to an engine

std::vector<PlayedMove> play(Board& board, const std::vector<std::string>& texts) {
  std::vector<PlayedMove> moves;
  for (const std::string& text : texts) {
    moves.push_back({board.parse_move(text).value(), no_score});
    board.play(moves.back().move);
  }
  return moves;
}

std::string position_after(const std::string& start, const std::vector<std::string>& texts) {
  const auto board = start.empty() ? chess().initial() : chess().parse(start);
  return UciPosition(chess(), start).after(play(*board, texts));
}

TEST(UciPosition, BeginsWithTheLastIrreversibleMove) {
  EXPECT_EQ(position_after("", {}), "position startpos");
  EXPECT_EQ(position_after("", {"g1f3", "g8f6"}), "position startpos moves g1f3 g8f6");
  EXPECT_EQ(position_after("", {"g1f3", "g8f6", "e2e3"}),
            "position fen rnbqkb1r/pppppppp/5n2/8/8/4PN2/PPPP1PPP/RNBQKB1R b KQkq - 0 2");
  EXPECT_EQ(position_after("", {"g1f3", "g8f6", "e2e3", "b8c6", "f1e2"}),
            "position fen rnbqkb1r/pppppppp/5n2/8/8/4PN2/PPPP1PPP/RNBQKB1R b KQkq - 0 2 moves b8c6 f1e2");
  EXPECT_EQ(position_after("4k3/8/8/8/8/8/8/R3K3 w Q - 5 40", {"e1c1", "e8e7"}),
            "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 5 40 moves e1c1 e8e7");
}

TEST(UciPosition, GrowsWithTheGame) {
  const auto board = chess().initial();
  const auto moves = play(*board, {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5"});
  UciPosition position(chess(), "");
  for (std::size_t count = 0; count <= moves.size(); ++count) {
    const std::span<const PlayedMove> so_far(moves.data(), count);
    const std::string at_once = UciPosition(chess(), "").after(so_far);
    EXPECT_EQ(position.after(so_far), at_once);
  }
}

TEST(UciPosition, SpellsCastlingAsTheOpeningAsks) {
  // A starting position of Chess960.
  const std::string start = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1";
  EXPECT_TRUE(UciPosition(chess(), start).is_chess960());
  EXPECT_FALSE(UciPosition(chess(), "").is_chess960());
  EXPECT_FALSE(UciPosition(chess(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").is_chess960());
  EXPECT_EQ(position_after("4k3/8/8/8/8/8/8/1R2K3 w B - 3 1", {"e1b1"}),
            "position fen 4k3/8/8/8/8/8/8/1R2K3 w B - 3 1 moves e1b1");
}

TEST(UciPosition, UnderstandsMovesOfTheProtocolAlone) {
  const UciPosition position(chess(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  EXPECT_TRUE(position.parse("e1c1").has_value());
  EXPECT_EQ(position.parse("e1a1"), position.parse("e1c1"));
  for (const char* text : {"O-O-O", "Ra2", "e1e8", "", "(none)", "0000"}) EXPECT_EQ(position.parse(text), std::nullopt);
}

TEST(UciPosition, TakesPromotionsInCapitals) {
  const UciPosition position(chess(), "8/P5k1/8/8/8/8/8/6K1 w - - 0 1");
  EXPECT_TRUE(position.parse("a7a8q").has_value());
  EXPECT_EQ(position.parse("a7a8Q"), position.parse("a7a8q"));
  EXPECT_EQ(position.parse("a7a8N"), position.parse("a7a8n"));
  EXPECT_EQ(position.parse("a7a8K"), std::nullopt);
}

TEST(GoCommand, SaysEveryLimitOfTheMoverAndBothClocks) {
  std::array<Limits, 2> limits;
  limits[0].depth = 7;
  limits[1].clock = Clock{60'000ms, 500ms, 0};
  EXPECT_EQ(go_command(limits, Side::first), "go depth 7");
  limits[0].clock = Clock{1'234ms, 0ms, 12};
  EXPECT_EQ(go_command(limits, Side::first), "go wtime 1234 btime 60000 binc 500 movestogo 12 depth 7");
  EXPECT_EQ(go_command(limits, Side::second), "go wtime 1234 btime 60000 binc 500");
  limits[1] = {};
  limits[1].nodes = 5'000;
  limits[1].move_time = 20ms;
  EXPECT_EQ(go_command(limits, Side::second), "go movetime 20 nodes 5000");
}

// -- Command lines

TEST(SplitCommand, QuotesAsAShellDoes) {
  EXPECT_THAT(text::split_command("  engine  -x\t1 "), ElementsAre("engine", "-x", "1"));
  EXPECT_THAT(text::split_command(R"('my engine' "--name=\"A\" \n" a\ b '' x'y'z)"),
              ElementsAre("my engine", R"(--name="A" \n)", "a b", "", "xyz"));
  EXPECT_TRUE(text::split_command("").empty());
}

TEST(SplitCommand, RefusesAnOpenQuote) {
  for (const char* text : {"'engine", "\"engine", "engine\\"}) {
    EXPECT_THAT([&] { static_cast<void>(text::split_command(text)); }, ThrowsMessage<Error>(HasSubstr("expected a ")));
  }
}

}  // namespace
}  // namespace hone::play
