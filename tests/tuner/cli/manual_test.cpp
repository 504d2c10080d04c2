// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"
#include "tuner/cli/help.hpp"
#include "tuner/cli/manual/completion.hpp"
#include "tuner/cli/manual/man_page.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Offer offer(std::string_view placeholder, std::string_view range = "") {
  Option option;
  option.placeholder = placeholder;
  option.range = range;
  return offer_of(option);
}

TEST(Completion, ReadsWordsAndFilesOffPlaceholders) {
  EXPECT_THAT(offer("text|dot|svg").words, ElementsAre("text", "dot", "svg"));
  EXPECT_FALSE(offer("text|dot|svg").files);
  EXPECT_THAT(offer("1-0|1/2-1/2|0-1").words, ElementsAre("1-0", "1/2-1/2", "0-1"));
  EXPECT_THAT(offer("X|auto").words, ElementsAre("auto"));
  EXPECT_THAT(offer("probe|print[:PREFIX]").words, ElementsAre("probe", "print"));
  EXPECT_THAT(offer("random|explored|F").words, ElementsAre("random", "explored"));
  EXPECT_TRUE(offer("random|explored|F").files);
  EXPECT_THAT(offer("G", "chess, othello").words, ElementsAre("chess", "othello"));
  EXPECT_THAT(offer("N", "1 to 60").words, IsEmpty());
  EXPECT_FALSE(offer("N", "1 to 60").files);
  EXPECT_TRUE(offer("F").files);
  EXPECT_TRUE(offer("NAME=WHO").files);
  EXPECT_TRUE(offer("DIR").folders);
  EXPECT_FALSE(offer("DIR").files);
  EXPECT_FALSE(offer("").files) << "a flag";
}

// What the texts of help seem to offer is what the option takes.
TEST(Completion, OffersOnlyWhatOptionsTake) {
  for (const auto& command : all_commands()) {
    DeclaredOptions declared(*command);
    for (Option& option : declared.options.all()) {
      for (const std::string& word : offer_of(option).words) {
        EXPECT_NO_THROW(option.set(word)) << command->text().name << " --" << option.name << " " << word;
      }
    }
  }
}

const CompletedOption& completed(std::span<const CompletedCommand> commands, std::string_view command,
                                 std::string_view option) {
  const auto& options = std::ranges::find(commands, command, &CompletedCommand::name)->options;
  return *std::ranges::find(options, option, &CompletedOption::name);
}

TEST(Completion, KnowsGamesFormatsAndActions) {
  const auto commands = all_commands();
  const std::vector<CompletedCommand> all = completed_commands(commands);
  EXPECT_THAT(completed(all, "perft", "game").offer.words, testing::Contains("breakthrough"));
  EXPECT_THAT(completed(all, "search", "algorithm").offer.words, testing::Contains("alpha_beta"));
  for (const std::string command : {"export", "import"}) {
    const std::string list = run_hone({command, "--list"}).out;
    std::vector<std::string> listed;
    for (const std::string_view line : lines_of(list)) listed.emplace_back(line.substr(0, line.find(' ')));
    EXPECT_EQ(completed(all, command, "format").offer.words, listed);
  }
  const auto data = std::ranges::find(all, "data", &CompletedCommand::name);
  ASSERT_EQ(data->places.size(), 2U);
  EXPECT_THAT(data->places[0].offer.words, testing::Contains("dedupe"));
  EXPECT_TRUE(data->places[1].offer.files && data->places[1].is_list);
}

TEST(Completion, NamesEveryOptionInEveryShell) {
  const auto commands = all_commands();
  for (const Shell& shell : shells()) {
    const Finished finished = run_hone({"help", "--completion", std::string(shell.name)});
    EXPECT_EQ(finished.code, 0);
    for (const CompletedCommand& command : completed_commands(commands)) {
      EXPECT_THAT(finished.out, HasSubstr(command.name));
      for (const CompletedOption& option : command.options) EXPECT_THAT(finished.out, HasSubstr(option.name));
    }
  }
}

std::string man_page_of(const CommandText& text, const std::string& help) {
  std::string target;
  Options options;
  options.group("What's more");
  options.text("some-file", "F", target, help);
  return man_page(text, options);
}

TEST(ManPage, ShowsSignsOfRoffAsTheyAre) {
  const CommandText text{.name = "x",
                         .summary = "do it",
                         .description = "'Quoted' at the start.\n.dot at the start, a\\b.",
                         .examples = "hone x --text '~^`'"};
  const std::string page = man_page_of(text, ".5 at least");
  EXPECT_THAT(page, HasSubstr("\n.PP\n\\&\\(aqQuoted\\(aq at the start.\n"));
  EXPECT_THAT(page, HasSubstr("\n.PP\n\\&.dot at the start, a\\eb.\n"));
  EXPECT_THAT(page, HasSubstr("\n\\&.5 at least\n"));
  EXPECT_THAT(page, HasSubstr("\n  hone x \\-\\-text \\(aq\\(ti\\(ha\\(ga\\(aq\n"));
  EXPECT_THAT(page, HasSubstr("\n.TP\n\\fB\\-\\-some\\-file\\fR\\fI F\\fR\n"));
}

TEST(ManPage, IsThereForEveryCommandWithEveryOption) {
  const std::string overview_page = run_hone({"help", "--man"}).out;
  for (const auto& command : all_commands()) {
    const std::string name(command->text().name);
    EXPECT_THAT(overview_page, HasSubstr("\\fBhone\\-" + name + "\\fR(1)"));
    const Finished finished = run_hone({"help", "--man", name});
    EXPECT_EQ(finished.code, 0);
    EXPECT_THAT(finished.out, testing::StartsWith(".TH \"hone\\-" + name + "\" 1 "));
    std::size_t options = 0;
    for (const std::string_view line : lines_of(finished.out)) options += line == ".TP" ? 1 : 0;
    const DeclaredOptions declared(*command);
    EXPECT_EQ(options, declared.options.all().size() + 1 + 6) << "--help, and six exit codes";
  }
}

// Pages are made on one machine and read on others.
TEST(ManPage, DoesNotSayHowManyCoresItsMachineHad) {
  EXPECT_THAT(run_hone({"help", "--man", "selfplay"}).out, HasSubstr("default as many as there are cores"));
}

TEST(Pages, AreWrittenWherePackagesHaveThem) {
  const TempFolder folder;
  const fs::path share = folder.path() / "new" / "share";
  EXPECT_EQ(run_hone({"help", "--pages", share.string()}).code, 0);
  std::set<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(share)) {
    if (entry.is_regular_file()) files.insert(fs::relative(entry.path(), share).string());
  }
  EXPECT_EQ(files.size(), 1 + all_commands().size() + 3);
  EXPECT_TRUE(files.contains("man/man1/hone-selfplay.1"));
  EXPECT_EQ(read_file(share / "man/man1/hone.1"), run_hone({"help", "--man"}).out);
  EXPECT_EQ(read_file(share / "bash-completion/completions/hone"), run_hone({"help", "--completion", "bash"}).out);
  EXPECT_EQ(read_file(share / "zsh/vendor-completions/_hone"), run_hone({"help", "--completion", "zsh"}).out);
  EXPECT_EQ(read_file(share / "fish/vendor_completions.d/hone.fish"), run_hone({"help", "--completion", "fish"}).out);
}

TEST(Pages, RefuseWhatTheyDoNotUnderstand) {
  const TempFolder folder;
  write_file_atomically(folder.path() / "file", "");
  EXPECT_EQ(run_hone({"help", "--man", "pertf"}).code, 2);
  EXPECT_THAT(run_hone({"help", "--man", "pertf"}).err, HasSubstr("perft"));
  EXPECT_THAT(run_hone({"help", "--completion", "tcsh"}).err, HasSubstr("one of the shells bash, zsh, fish"));
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"help", "--completion", "tcsh"},
                                             {"help", "--completion"},
                                             {"help", "--man", "perft", "bench"},
                                             {"help", "--pages"},
                                             {"help", "--pages", ""},
                                             {"help", "--nonsense"},
                                             {"help", "--pages", (folder.path() / "file" / "below").string()}}) {
    const Finished finished = run_hone(words);
    EXPECT_EQ(finished.code, 2) << words[1];
    EXPECT_THAT(finished.err, Not(IsEmpty()));
    EXPECT_THAT(finished.out, IsEmpty());
  }
}

}  // namespace
}  // namespace hone::cli
