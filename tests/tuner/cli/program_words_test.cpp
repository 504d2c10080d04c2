// SPDX-License-Identifier: MIT
#include "tuner/cli/program_words.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/build.hpp"
#include "data/error.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/manual/completion.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ProgramWords, NameTheProgramInFrontOfItsCommands) {
  EXPECT_EQ(in_words_of("mine", "hone run --game chess\nhone bench"), "mine run --game chess\nmine bench");
  EXPECT_EQ(in_words_of("mine", "see hone data --help, or 'hone COMMAND --help' (hone work)"),
            "see mine data --help, or 'mine COMMAND --help' (mine work)");
}

TEST(ProgramWords, LeaveHoneItselfAlone) {
  for (const char* text : {"hone's games", "game files of hone, or CSV", "expected a game file (\"hone games 1\")",
                           "of hone of any version", "mine 1 (hone 0.1.0)", "--remote-hone says it", "/tmp/hone/x: no",
                           "whetstone, honed", "hone", "hone ", ""}) {
    EXPECT_EQ(in_words_of("mine", text), text);
  }
}

TEST(ProgramWords, ChangeNothingOfHone) {
  const std::string text = "hone run of hone, as hone data writes it";
  EXPECT_EQ(in_words_of("hone", text), text);
  EXPECT_EQ(in_own_words(text), text);
}

TEST(ProgramWords, NameFunctionsOfAScriptToo) {
  EXPECT_EQ(script_in_words_of("my-game", "complete -F _hone hone; _hone_commands='x' # hone's, --remote-hone"),
            "complete -F _my_game my-game; _my_game_commands='x' # hone's, --remote-hone");
  EXPECT_EQ(script_in_words_of("mine", "zsh/vendor-completions/_hone"), "zsh/vendor-completions/_mine");
  EXPECT_EQ(script_in_words_of("mine", "fish/vendor_completions.d/hone.fish"), "fish/vendor_completions.d/mine.fish");
}

// Nothing in a script of another program defines or completes what is hone's.
TEST(ProgramWords, LeaveNoFunctionOfHoneInAnyScript) {
  const auto commands = all_commands();
  const auto completed = completed_commands(commands);
  for (const Shell& shell : shells()) {
    const std::string script = shell.script(completed);
    EXPECT_EQ(script_in_words_of("hone", script), script) << shell.name;
    const std::string mine = script_in_words_of("mine", script);
    EXPECT_THAT(mine, Not(HasSubstr("_hone"))) << shell.name;
    EXPECT_THAT(mine, HasSubstr("remote-hone")) << shell.name;
  }
}

TEST(ProgramName, IsHoneUnlessItIsGiven) {
  EXPECT_EQ(program_name(), "hone");
  EXPECT_FALSE(is_program_of_its_own());
}

TEST(ProgramName, IsAPlainWord) {
  for (const char* name : {"", "-x", "my game", "a/b", "\x1b[2J", "$(reboot)"}) {
    EXPECT_THROW(name_program(name), Error) << name;
  }
  EXPECT_THROW(name_program(std::string(1000, 'a')), Error);
  EXPECT_EQ(program_name(), "hone");
}

}  // namespace
}  // namespace hone::cli
