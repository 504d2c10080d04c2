// SPDX-License-Identifier: MIT
#include "tuner/cli/help.hpp"

#include <gmock/gmock.h>

#include <regex>

#include "tests/tuner/cli/run_hone.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;

// What a shell makes of a line: words, and blanks inside single quotes.
std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

TEST(Help, ListsEveryCommand) {
  const Finished finished = run_hone({"help"});
  EXPECT_EQ(finished.code, 0);
  for (const auto& command : all_commands()) EXPECT_THAT(finished.out, HasSubstr(std::string(command->text().summary)));
  EXPECT_EQ(run_hone({"--help"}).out, finished.out);
  for (const std::string_view line : lines_of(finished.out)) EXPECT_LE(line.size(), 80U) << line;
}

TEST(Help, OfACommandHasThreeWaysIn) {
  const Finished finished = run_hone({"help", "perft"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(run_hone({"perft", "--help"}).out, finished.out);
  EXPECT_EQ(run_hone({"perft", "--nonsense", "-h"}).out, finished.out);
}

TEST(Help, ExplainsEveryOption) {
  for (const auto& command : all_commands()) {
    const DeclaredOptions declared(*command);
    const std::regex break_in_choices("\\|\n +");
    const std::string lines = run_hone({"help", std::string(command->text().name)}).out;
    const std::string page = std::regex_replace(lines, break_in_choices, "|");
    for (const Option& option : declared.options.all()) {
      EXPECT_THAT(page, HasSubstr("--" + option.name + (option.is_flag() ? "" : " " + option.placeholder)));
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_FALSE(option.group.empty()) << option.name;
    }
  }
}

// Blanks, letters and signs: a description that does not outlive its command would be anything.
TEST(Help, IsText) {
  for (const auto& command : all_commands()) {
    const std::string name(command->text().name);
    for (const std::vector<std::string>& words : {std::vector<std::string>{"help", name}, {"help", "--man", name}}) {
      for (const char c : run_hone(words).out) {
        ASSERT_TRUE(c == '\n' || (' ' <= c && c <= '~')) << name << ": " << static_cast<int>(c);
      }
    }
  }
  EXPECT_THAT(run_hone({"gtp", "--help"}).out, HasSubstr("\nSpeaks the Go Text Protocol, version 2, with a board"));
}

TEST(Help, OfDataBeginsAParagraphWithEachSubject) {
  const std::string page = run_hone({"help", "data"}).out;
  for (const char* begin :
       {"The first word", "Files of games", "Files of positions", "After the name", "Games become"}) {
    EXPECT_THAT(page, HasSubstr(std::string("\n\n") + begin));
  }
}

TEST(Help, FitsOnAPage) {
  for (const auto& command : all_commands()) {
    const DeclaredOptions declared(*command);
    const std::string page = help_text(command->text(), declared.options);
    for (const std::string_view line : lines_of(page)) {
      EXPECT_THAT(line, testing::Not(HasSubstr("......")));
      EXPECT_LE(line.size(), 80U) << line;
    }
  }
}

TEST(Help, ExamplesAreCommandLinesThatParse) {
  for (const auto& listed : all_commands()) {
    const std::vector<std::string_view> examples = lines_of(listed->text().examples);
    EXPECT_GE(examples.size(), 2U) << listed->text().name;
    for (const std::string_view example : examples) {
      SCOPED_TRACE(example);
      std::vector<std::string> words = shell_words(example);
      ASSERT_GE(words.size(), 2U);
      EXPECT_EQ(words[0], "hone");
      EXPECT_EQ(words[1], listed->text().name);
      words.erase(words.begin(), words.begin() + 2);
      for (const auto& command : all_commands()) {
        if (command->text().name != listed->text().name) continue;
        DeclaredOptions declared(*command);
        EXPECT_NO_THROW(parse(declared.options, words, [](const std::string&) { return std::nullopt; }));
      }
    }
  }
}

TEST(Help, BreaksLongExamplesInFrontOfOptions) {
  const CommandText text{
      .name = "x",
      .summary = "",
      .description = "One.\nTwo.",
      .examples = "hone x\nhone x --text 'blanks that must not be broken at' --long-name some/longer/name.txt"};
  const std::string page = help_text(text, Options());
  EXPECT_THAT(page, HasSubstr("\n\nOne.\n\nTwo.\n"));
  EXPECT_THAT(page, HasSubstr("\n  hone x\n  hone x --text 'blanks that must not be broken at' \\\n"
                              "      --long-name some/longer/name.txt\n"));
}

}  // namespace
}  // namespace hone::cli
