// SPDX-License-Identifier: MIT
//
// Self-play of engines of other programs.
#include <gmock/gmock.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/game_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct EngineGames {
  TempFolder folder;
  std::string file = (folder / "engine.games").string();

  [[nodiscard]] Finished play(const std::string& engine, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"selfplay", "--game", "chess", "--engine",  engine, "--nodes", "50",     "--games",
                                   "4",        "--out",  file,    "--threads", "2",    "--log",   "warning"};
    words.insert(words.end(), more.begin(), more.end());
    return run_hone(words);
  }
};

TEST(SelfPlayOfAnEngine, RecordsItsGamesWithItsScores) {
  const EngineGames games;
  const Finished played = games.play("uci:" HONE_BINARY " uci --game chess --weights material", {"--option", "Hash=2"});
  ASSERT_EQ(played.code, 0) << played.err;
  GameFileReader reader(games.file);
  EXPECT_THAT(reader.header().settings.front().second, AllOf(HasSubstr("--weights material"), HasSubstr("Hash=2")));
  int number = 0, scores = 0;
  while (const std::optional<GameRecord> game = reader.next()) {
    ++number;
    for (const PlayedMove& move : game->moves) scores += move.score != no_score ? 1 : 0;
  }
  EXPECT_EQ(number, 4);
  EXPECT_GT(scores, 40);
}

// A game that an engine lost by a crash says nothing of its positions.
TEST(SelfPlayOfAnEngine, EndsWithAFailureOfTheEngineAndKeepsWhatWasPlayed) {
  const EngineGames games;
  const Finished played = games.play("uci:" MOCK_ENGINE " exit");
  EXPECT_EQ(played.code, 3);
  EXPECT_THAT(played.err, AllOf(HasSubstr("ended by a failure"), HasSubstr("no network file")));
  EXPECT_FALSE(std::filesystem::exists(games.file)) << "no game was played";
  const std::string engine = "uci:" HONE_BINARY " uci --game chess --weights material";
  ASSERT_EQ(games.play(engine).code, 0);
  const Finished more = games.play("uci:" MOCK_ENGINE " exit", {"--resume"});
  EXPECT_EQ(more.code, 2) << more.err;  // games of another engine
  EXPECT_TRUE(std::filesystem::exists(games.file));
}

TEST(SelfPlayOfAnEngine, SaysWhatAnEngineWasToldThatFailed) {
  const EngineGames games;
  const Finished played =
      games.play("uci:" MOCK_ENGINE " illegal", {"--log-engines", (games.folder / "logs").string()});
  EXPECT_EQ(played.code, 3);
  EXPECT_THAT(played.err, AllOf(HasSubstr("it was told: position "), HasSubstr(", go nodes 50"),
                                HasSubstr("some engines do not know a limit of nodes: --depth or --movetime")));
  EXPECT_FALSE(std::filesystem::is_empty(games.folder / "logs"));
}

TEST(SelfPlayOfAnEngine, SaysWhatIsWrongBeforeItPlays) {
  const EngineGames games;
  const auto refused = [&](const std::string& engine, const std::vector<std::string>& more, const std::string& why) {
    const Finished played = games.play(engine, more);
    EXPECT_EQ(played.code, 2) << why;
    EXPECT_THAT(played.err, HasSubstr(why));
    EXPECT_FALSE(std::filesystem::exists(games.file)) << why;
  };
  refused("stockfish", {}, "expected uci:COMMAND, found 'stockfish'");
  refused("uci:/no/such/engine", {}, "/no/such/engine");
  refused("uci:" MOCK_ENGINE " good", {"--noise", "20"}, "made inside of hone's own engine");
  refused("", {"--option", "Hash=2"}, "go with --engine");
}

}  // namespace
}  // namespace hone::cli
