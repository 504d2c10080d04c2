// SPDX-License-Identifier: MIT
//
// Jobs on data as the library does them, without a command line.
#include "tuner/formats/data_job.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/temp_folder.hpp"

namespace hone::formats {
namespace {

constexpr const char* pgn =
    "[White \"a\"]\n[Black \"b\"]\n\n1. f3 {book} e5 {book} 2. g4 {-0.80/6} Qh4# 0-1\n\n1. d4 *\n";

class DataJobs : public testing::Test {
 protected:
  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::string write(const char* name, std::string_view text) const {
    write_plainly(folder_ / name, text);
    return path(name);
  }
  DataJob job(DataAction action, const std::string& file, const std::string& out = {}) const {
    DataJob job;
    job.action = action;
    job.files = {file};
    job.driver = &game_of(file);
    job.out = out;
    job.folder = folder_.path();
    return job;
  }
  static std::string fault_of(const DataJob& job) {
    try {
      job.validate();
      return "none";
    } catch (const Error& error) {
      return error.message();
    }
  }

  TempFolder folder_;
};

TEST_F(DataJobs, ConvertGamesToPositions) {
  const DataJob convert = job(DataAction::convert, write("a.pgn", pgn), path("a.csv"));
  convert.validate();
  const DataSummary summary = run_data_job(convert);
  const auto& found = std::get<ItemsWritten>(summary.found);
  EXPECT_EQ(found.items, "positions of games");
  EXPECT_EQ(found.read, 2U);
  EXPECT_EQ(found.written, 2U);
  EXPECT_EQ(found.unfinished, 1U);
  EXPECT_EQ(read_file(folder_ / "a.csv"),
            "fen,result,score,game,weight\n"
            "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2,0,-80,0,1\n"
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2,0,,0,1\n");
  EXPECT_EQ(to_json(summary).dump(), R"({"read":2,"written":2,"unfinished":1})");
}

// Viriformat needs a score for every move.
TEST_F(DataJobs, LeaveOutGamesThatTheFormatCannotHold) {
  const std::string file = write("b.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 {+0.10/3} e5 {-0.10/3} 1-0\n");
  DataJob convert = job(DataAction::convert, file, path("b.viriformat"));
  const std::string fault = file + ": game 0: has no scores, which viriformat needs";
  EXPECT_THAT([&] { (void)run_data_job(convert); }, testing::ThrowsMessage<Error>(fault));
  convert.skip_bad = true;
  const DataSummary summary = run_data_job(convert);
  EXPECT_EQ(std::get<ItemsWritten>(summary.found).written, 1U);
  EXPECT_THAT(summary.warnings, testing::ElementsAre("left out: " + fault));
}

TEST_F(DataJobs, CountWhatIsInTheFiles) {
  const DataSummary summary = run_data_job(job(DataAction::info, write("a.pgn", pgn)));
  const auto& found = std::get<GamesInfo>(summary.found);
  EXPECT_EQ(found.tally.games, 1U);
  EXPECT_EQ(found.unfinished, 1U);
  EXPECT_EQ(found.opening_plies, 2U);
  EXPECT_EQ(to_json(summary)["game"], "chess");
}

TEST_F(DataJobs, SplitWholeGames) {
  std::string lines = "position,result,game\n";
  for (int i = 0; i < 300; ++i) lines += "X../.../... O,1," + std::to_string(i / 3) + "\n";
  DataJob split = job(DataAction::split, write("a.csv", lines), path("b.csv"));
  split.rest = path("c.csv");
  split.share = 0.3;
  const DataSummary summary = run_data_job(split);
  const auto& found = std::get<ItemsWritten>(summary.found);
  ASSERT_TRUE(found.rest.has_value());
  EXPECT_EQ(found.written + found.rest->written, 300U);
  EXPECT_EQ(found.written % 3, 0U);
  EXPECT_EQ(found.rest->unnamed, 0U);
}

TEST_F(DataJobs, SayWhatDoesNotGoTogether) {
  const std::string games = write("a.pgn", pgn), positions = write("a.epd", "X../.../... O [1]\n");
  EXPECT_EQ(fault_of(job(DataAction::convert, games, path("b.csv"))), "none");
  EXPECT_EQ(fault_of(job(DataAction::convert, positions, path("b.txt"))), "positions cannot become games");
  EXPECT_EQ(fault_of(job(DataAction::filter, games, path("b.pgn"))),
            "filter writes positions, " + written_endings_text(Content::positions, ", "));
  for (const DataFormat& format : data_formats()) {
    const bool is_listed = written_endings_text(format.holds()).find(format.ending) != std::string::npos;
    EXPECT_EQ(is_listed, format.is_written()) << format.name;
  }
  EXPECT_THAT(fault_of(job(DataAction::convert, games, path("b.rows"))), testing::StartsWith("rows are made of"));
  EXPECT_EQ(fault_of(job(DataAction::convert, games)), "--out F is missing");
  EXPECT_EQ(fault_of(job(DataAction::head, games, path("b.csv"))), "head prints; it takes no --out");
  EXPECT_EQ(fault_of(job(DataAction::split, games, path("b.csv"))), "split, and nothing else, takes --rest F");
  DataJob both = job(DataAction::info, games);
  both.files.push_back(positions);
  EXPECT_EQ(fault_of(both), "games and positions do not go together");
}

TEST(DataActionNames, AreReadBack) {
  for (const std::string_view name : data_action_names()) EXPECT_EQ(to_string(parse_data_action(name)), name);
  EXPECT_THROW((void)parse_data_action("compress"), Error);
}

}  // namespace
}  // namespace hone::formats
