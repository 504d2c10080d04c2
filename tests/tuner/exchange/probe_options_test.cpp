// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_options.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/row_names.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/exchange/probe/probe_question.hpp"

namespace hone::exchange {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(ProbePatterns, NameOptionsInAnyCase) {
  EXPECT_TRUE(names_option("*", "Knight Value"));
  EXPECT_TRUE(names_option("knight*", "Knight Value"));
  EXPECT_TRUE(names_option("*val*", "Knight Value"));
  EXPECT_TRUE(names_option("k*t*e", "Knight Value"));
  EXPECT_TRUE(names_option("Mobility (Middle Game)", "mobility (middle game)"));
  EXPECT_FALSE(names_option("Knight", "Knight Value"));
  EXPECT_FALSE(names_option("*knight", "Knight Value"));
  EXPECT_FALSE(names_option("aa*aa", "aaa"));
  EXPECT_FALSE(names_option("", "a"));
}

std::vector<play::UciOption> offered() {
  std::vector<play::UciOption> options;
  for (const char* line :
       {"option name Hash type spin default 16 min 1 max 4096",
        "option name Knight Value type spin default 300 min 0 max 900",
        "option name Style type combo default calm var calm",
        "option name Knight Mobility type spin default 4 min 0 max 9", "option name Broken type spin default 4",
        "option name Share type spin default 0.5 min 0.1 max 0.9"}) {
    options.push_back(play::parse_uci_option(line).value());
  }
  return options;
}

std::vector<std::string> chosen(const OptionChoice& choice) {
  std::vector<std::string> names;
  for (const ProbedOption& option : choose_options(offered(), choice)) names.push_back(option.name);
  return names;
}

TEST(ProbeOptions, AreThoseThatPatternsName) {
  EXPECT_THAT(chosen({.wanted = {"knight*"}, .excluded = {}, .file = {}}),
              ElementsAre("Knight Value", "Knight Mobility"));
  EXPECT_THAT(chosen({.wanted = {"*"}, .excluded = {"broken", "share", "*mob*"}, .file = {}}),
              ElementsAre("Knight Value"));
  EXPECT_THAT(chosen({.wanted = {"*", "hash"}, .excluded = {"broken", "share", "knight*"}, .file = {}}),
              ElementsAre("Hash"));
}

TEST(ProbeOptions, AreRefusedWhereNoneFits) {
  EXPECT_THAT(
      [] { (void)chosen({.wanted = {"Bishop*"}, .excluded = {}, .file = {}}); },
      ThrowsMessage<Error>(HasSubstr("no option with whole numbers fits 'Bishop*'; the engine has Hash, Knight")));
  EXPECT_THAT([] { (void)chosen({.wanted = {"Style"}, .excluded = {}, .file = {}}); },
              ThrowsMessage<Error>(HasSubstr("fits 'Style'")));
  EXPECT_THAT(
      [] { (void)chosen({.wanted = {"Broken"}, .excluded = {}, .file = {}}); },
      ThrowsMessage<Error>(HasSubstr("option Broken has no default, min and max in whole numbers: exclude it")));
}

// Where no file can tell what the engine does not, as in a refinement.
TEST(ProbeOptions, WithoutWholeNumbersAreLeftOut) {
  std::vector<std::string> left_out;
  const auto chosen_of = [&](const std::vector<std::string>& wanted) {
    return chosen({.wanted = wanted, .excluded = {}, .file = {}, .left_out = [&](const std::string& option) {
                     left_out.push_back(option);
                   }});
  };
  EXPECT_THAT(chosen_of({"*"}), ElementsAre("Knight Value", "Knight Mobility"));
  EXPECT_THAT(left_out, ElementsAre("Broken", "Share"));
  EXPECT_THAT(
      [&] {
        (void)chosen_of({"*", "broken"});
      },
      ThrowsMessage<Error>("option Broken has no default, min and max in whole numbers"));
  EXPECT_THAT([&] { (void)chosen_of({"Sha*"}); },
              ThrowsMessage<Error>(HasSubstr("expected options with whole numbers (--options PATTERN), found none")));
}

TEST(ProbeOptions, AreReadFromFiles) {
  const TempFolder folder;
  write_plainly(folder / "o", "# hidden\nKing Attack  40 -10 90 # in percent\n\n  lazy\t1 0 1\r\n");
  EXPECT_THAT(read_option_file(folder / "o"),
              ElementsAre(ProbedOption{"King Attack", 40, -10, 90, false}, ProbedOption{"lazy", 1, 0, 1, false}));
}

TEST(ProbeOptions, OfBadFilesAreRefusedWithTheirLine) {
  const TempFolder folder;
  const auto fault_of = [&](const std::string& text) {
    write_plainly(folder / "o", text);
    try {
      (void)read_option_file(folder / "o");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_THAT(fault_of("a 1 0 2\nb 1 x 2\n"), HasSubstr("o:2: expected NAME DEFAULT MIN MAX"));
  EXPECT_THAT(fault_of("1 2 3\n"), HasSubstr("o:1: expected the name of an option, found none"));
  EXPECT_THAT(fault_of("a 5 0 2\n"), HasSubstr("o:1: option a: expected a start from 0 to 2, found 5"));
  EXPECT_THAT(fault_of("a 5 9 2\n"), HasSubstr("o:1: option a"));
  EXPECT_THAT(fault_of("a 2000000 0 9000000\n"), HasSubstr("within +-1e6"));
  EXPECT_THAT(fault_of("a 99999999999999999999 0 1\n"), HasSubstr("o:1"));
  EXPECT_THAT(fault_of("a\x1b 1 0 2\n"), HasSubstr("the name of an option"));
  EXPECT_THAT(fault_of(""), HasSubstr("expected options, found none"));
}

TEST(ProbedSchema, KeepsTheNamesOfOptions) {
  const std::vector<ProbedOption> options{{"Mobility (Middle Game)", 100, 0, 200},
                                          {"mobility_middle_game", 1, 0, 2},
                                          {"format", 3, -4, 5},
                                          {"7th Rank", 1, 0, 9},
                                          {"\xc3\xa9", 1, 0, 9},
                                          {"tie", 0, -1, 1}};
  const Schema schema = probed_schema("engine", options);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < options.size(); ++i) {
    names.push_back(schema.groups()[i].name);
    EXPECT_EQ(schema.groups()[i].meaning, options[i].name);
  }
  EXPECT_THAT(names, ElementsAre("mobility_middle_game", "mobility_middle_game_2", "option_format", "option_7th_rank",
                                 "option", "tie"));
  const Schema again = parse_row_names(format_row_names(schema), "names");
  EXPECT_EQ(again, schema);
  EXPECT_EQ(again.constraints(), schema.constraints());
}

TEST(ProbeStart, IsThatOfWeights) {
  const std::vector<ProbedOption> all{{"A", 1, 0, 9}, {"B", 2, 0, 9}};
  Weights weights = zero_weights(probed_schema("engine", all));
  weights.values = {4.4, 7.6};
  std::vector<ProbedOption> some{all[0], {"C", 3, 0, 9}};
  const auto others = start_at(some, weights);
  EXPECT_EQ(some[0].start, 4);
  EXPECT_EQ(some[1].start, 3);
  EXPECT_THAT(others, ElementsAre(std::pair<std::string, std::int64_t>("B", 8)));
}

TEST(ProbeStart, IsRefusedBeyondTheBounds) {
  std::vector<ProbedOption> options{{"A", 1, 0, 9}};
  Weights weights = zero_weights(probed_schema("engine", options));
  weights.values = {12};
  EXPECT_THAT([&] { (void)start_at(options, weights); },
              ThrowsMessage<Error>(HasSubstr("expected a start from 0 to 9, found 12")));
  std::vector<ProbedOption> others{{"Z", 1, 0, 9}};
  EXPECT_THAT([&] { (void)start_at(others, weights); }, ThrowsMessage<Error>(HasSubstr("none of the options")));
}

// -- Questions

// The number that a preset finds in lines that engines printed.
std::string answer(std::string_view preset, const std::vector<std::string>& lines) {
  AnswerReader reader(find_preset(preset));
  reader.begin();
  for (const std::string& line : lines) reader.take(line);
  return reader.number() ? std::to_string(reader.number()->value) : "none";
}

// Lines of Stockfish 15.1 and 9, Glaurung 2.2, Ethereal 12 and Toga II 3.0.
TEST(ProbeQuestions, FindTheNumbersOfRealEngines) {
  EXPECT_EQ(
      answer("stockfish", {"Classical evaluation   +0.00 (white side)", "NNUE evaluation        +0.19 (white side)",
                           "Final evaluation       +0.25 (white side) [with scaled NNUE, hybrid, ...]", ""}),
      "0.250000");
  EXPECT_EQ(answer("stockfish", {"Total evaluation: -0.12 (white side)"}), "-0.120000");
  EXPECT_EQ(answer("stockfish", {"Final evaluation: none (in check)"}), "none");
  EXPECT_EQ(answer("glaurung", {"Incremental mg: 25", "Incremental eg: 10", "Full eval: -24"}), "-24.000000");
  EXPECT_EQ(answer("go1", {"info depth 1 seldepth 2 multipv 1 score cp 68 time 0 nodes 6 pv d4c5 e7c5"}), "68.000000");
  EXPECT_EQ(answer("go1", {"info multipv 1 depth 1 seldepth 2 score cp 45 time 3 nodes 34 pv d4c5",
                           "info multipv 1 depth 1 seldepth 5 score cp -50 time 3 nodes 45 pv a1c1"}),
            "-50.000000");
  EXPECT_EQ(answer("go1", {"info depth 1 score mate 3 pv a1c1"}), "none");
  EXPECT_EQ(answer("go1", {"info depth 1 score cp 30 lowerbound pv a1c1"}), "none");
  EXPECT_EQ(answer("eval", {"Static evaluation: +123"}), "123.000000");
}

TEST(ProbeQuestions, ReadNoMoreThanTheBeginningOfALine) {
  AnswerReader reader(Question{.pattern = "x(a*)*([0-9])"});
  reader.take(std::string(60'000, 'a') + "x5");
  EXPECT_FALSE(reader.number().has_value());
}

TEST(ProbeQuestions, AreAskedInTurns) {
  const std::vector<Turn> turns = turns_of(" position startpos ; go depth 1;;eval");
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[0].lines, "position startpos\ngo depth 1\n");
  EXPECT_TRUE(turns[0].searches);
  EXPECT_EQ(turns[1].lines, "eval\n");
  EXPECT_FALSE(turns[1].searches);
}

TEST(ProbeQuestions, AreRefusedWhenTheyCannotBeAsked) {
  const auto question = [](const std::string& pattern) { return Question{.pattern = pattern}; };
  EXPECT_THAT([&] { question("").validate(); }, ThrowsMessage<Error>(HasSubstr("--pattern")));
  EXPECT_THAT([&] { question("score: -?[0-9]+").validate(); }, ThrowsMessage<Error>(HasSubstr("one group")));
  EXPECT_THAT([&] { question("(a)(b)").validate(); }, ThrowsMessage<Error>(HasSubstr("found 2")));
  EXPECT_THAT([&] { question("([0-9]").validate(); }, ThrowsMessage<Error>(HasSubstr("is no regular expression")));
  Question lines = question("([0-9]+)");
  lines.commands = "eval\nquit";
  EXPECT_THROW(lines.validate(), Error);
  EXPECT_THROW((void)find_preset("nonsense"), Error);
}

}  // namespace
}  // namespace hone::exchange
