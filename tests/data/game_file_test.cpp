// SPDX-License-Identifier: MIT
#include "data/game_file.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <atomic>
#include <barrier>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/hash.hpp"
#include "data/random.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

GameFileHeader toy_header() { return {"toy", {"new", "old"}, 7, {{"nodes", "5000"}, {"openings", "random 8"}}}; }

// Everything a record may hold, at random.
GameRecord any_game(std::uint64_t number, Random& random) {
  GameRecord game;
  game.number = number;
  game.seed = hash_seed(7, number);
  game.first = static_cast<std::uint8_t>(random.below(256));
  if (random.below(3) == 0) game.start = std::string(random.below(80), static_cast<char>(random.below(256)));
  game.opening_plies = static_cast<std::uint16_t>(random.below(65536));
  game.moves.resize(random.below(60));
  for (PlayedMove& move : game.moves) {
    move.move = random() >> random.below(64);
    if (random.below(4) != 0) move.score = static_cast<std::int32_t>(random() >> 32 >> random.below(32));
  }
  game.outcome = {static_cast<int>(random.below(129)) - 64, static_cast<EndReason>(random.below(12))};
  if (random.below(2) == 0) game.adjudicated = Outcome{-1, EndReason::resign};
  return game;
}

std::vector<GameRecord> any_games(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<GameRecord> games;
  for (std::size_t i = 0; i < count; ++i) games.push_back(any_game(i, random));
  return games;
}

void write_games(const fs::path& file, const std::vector<GameRecord>& games) {
  GameFileWriter writer = GameFileWriter::create(file, toy_header());
  for (const GameRecord& game : games) writer.write(game);
  writer.sync();
}

struct Content {
  std::vector<GameRecord> games;
  GameFileExtent extent;
};

Content read_games(const fs::path& file) {
  GameFileReader reader(file);
  EXPECT_EQ(reader.header(), toy_header());
  Content content;
  while (auto game = reader.next()) content.games.push_back(std::move(*game));
  EXPECT_EQ(reader.next(), std::nullopt);
  content.extent = reader.extent();
  EXPECT_EQ(content.extent.games, content.games.size());
  EXPECT_EQ(content.extent.bytes + content.extent.bytes_dropped, fs::file_size(file));
  EXPECT_EQ(content.extent.damage.empty(), content.extent.bytes_dropped == 0);
  return content;
}

// Size of the file with the header alone, with one game, with two, ...
std::vector<std::uint64_t> sizes_of(const std::vector<GameRecord>& games) {
  const TempFolder folder;
  GameFileWriter writer = GameFileWriter::create(folder / "a.games", toy_header());
  std::vector<std::uint64_t> sizes{fs::file_size(folder / "a.games")};
  for (const GameRecord& game : games) {
    writer.write(game);
    sizes.push_back(fs::file_size(folder / "a.games"));
  }
  return sizes;
}

TEST(GameFile, GivesBackItsGames) {
  const TempFolder folder;
  const std::vector<GameRecord> games = any_games(300, 1);
  write_games(folder / "a.games", games);
  const Content content = read_games(folder / "a.games");
  EXPECT_EQ(content.games, games);
  EXPECT_THAT(content.extent.damage, IsEmpty());
}

TEST(GameFile, KeepsTheOutermostValues) {
  const TempFolder folder;
  GameRecord game;
  game.number = UINT64_MAX;
  game.seed = UINT64_MAX;
  game.opening_plies = UINT16_MAX;
  game.outcome = {INT32_MIN, EndReason::crash};
  for (const std::int32_t score : {INT32_MAX, INT32_MIN + 1, no_score, INT32_MIN + 1, INT32_MAX, 0, INT32_MAX}) {
    game.moves.push_back({UINT64_MAX, score});
  }
  write_games(folder / "a.games", {game, GameRecord{}});
  EXPECT_EQ(read_games(folder / "a.games").games, (std::vector<GameRecord>{game, GameRecord{}}));
}

TEST(GameFile, OfTheSameGamesHasTheSameBytes) {
  const TempFolder folder;
  write_games(folder / "a.games", any_games(20, 2));
  write_games(folder / "b.games", any_games(20, 2));
  EXPECT_EQ(read_file(folder / "a.games"), read_file(folder / "b.games"));
}

TEST(GameFile, KeepsWhatIsBeforeATornTail) {
  const TempFolder folder;
  const fs::path file = folder / "a.games";
  const std::vector<GameRecord> games = any_games(4, 3);
  const std::vector<std::uint64_t> sizes = sizes_of(games);
  write_games(file, games);
  const std::string whole = read_file(file);
  ASSERT_EQ(whole.size(), sizes.back());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_plainly(file, whole.substr(0, size));
    if (size < sizes.front()) {
      EXPECT_THROW(GameFileReader{file}, Error) << size;
      continue;
    }
    const auto kept = static_cast<std::size_t>(std::upper_bound(sizes.begin(), sizes.end(), size) - sizes.begin()) - 1;
    const Content content = read_games(file);
    EXPECT_THAT(content.games, ElementsAreArray(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(kept)));
    EXPECT_EQ(content.extent.bytes, sizes[kept]);
    EXPECT_EQ(content.extent.damage, size == sizes[kept] ? "" : "torn block");
  }
}

TEST(GameFile, NoticesEveryFlippedBit) {
  const TempFolder folder;
  const fs::path file = folder / "a.games";
  const std::vector<GameRecord> games = any_games(3, 4);
  const std::vector<std::uint64_t> sizes = sizes_of(games);
  write_games(file, games);
  const std::string whole = read_file(file);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    const auto kept = static_cast<std::size_t>(std::upper_bound(sizes.begin(), sizes.end(), at) - sizes.begin());
    for (int bit = 0; bit < 8; ++bit) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      write_plainly(file, bytes);
      if (kept == 0) {
        EXPECT_THROW(GameFileReader{file}, Error) << at;
        continue;
      }
      const Content content = read_games(file);
      EXPECT_THAT(content.games,
                  ElementsAreArray(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(kept - 1)));
      EXPECT_FALSE(content.extent.damage.empty()) << at;
    }
  }
}

TEST(GameFile, BehindGoodGamesMayHoldAnything) {
  const TempFolder folder;
  const fs::path file = folder / "a.games";
  const std::vector<GameRecord> games = any_games(2, 5);
  write_games(file, games);
  const std::string whole = read_file(file);
  Random random(20240605);
  for (int round = 0; round < 500; ++round) {
    std::string rubbish(random.below(200), '\0');
    if (round % 4 != 0) {
      for (char& byte : rubbish) byte = static_cast<char>(random());
    }
    write_plainly(file, whole + rubbish);
    const Content content = read_games(file);
    EXPECT_EQ(content.games, games);
    EXPECT_EQ(content.extent.bytes_dropped, rubbish.size());
  }
}

TEST(GameFile, GoesOnBehindWhatWasWhole) {
  const TempFolder folder;
  const fs::path file = folder / "a.games";
  const std::vector<GameRecord> games = any_games(6, 6);
  write_games(file, games);
  const std::string whole = read_file(file);
  const std::vector<std::uint64_t> sizes = sizes_of(games);
  for (const std::uint64_t size : {sizes[0], sizes[3], sizes[3] + 1, sizes[4] - 1, sizes[6]}) {
    write_plainly(file, whole.substr(0, size));
    GameFileWriter writer = GameFileWriter::append(file, toy_header());
    const std::size_t kept = writer.games_kept();
    EXPECT_EQ(kept, size < sizes[3] ? 0U : size < sizes[6] ? 3U : 6U);
    for (std::size_t i = kept; i < games.size(); ++i) writer.write(games[i]);
    EXPECT_EQ(read_file(file), whole);
  }
}

TEST(GameFile, IsNotMixedWithOtherSettings) {
  const TempFolder folder;
  write_games(folder / "a.games", any_games(1, 7));
  GameFileHeader other = toy_header();
  other.settings[0].second = "5001";
  const auto append = [&] { (void)GameFileWriter::append(folder / "a.games", other); };
  const std::string name = other.settings[0].first;
  EXPECT_THAT(append,
              ThrowsMessage<Error>(HasSubstr("a.games: holds games played with other settings; " + name + " is '" +
                                             toy_header().settings[0].second + "' there and '5001' here")));
  other = toy_header();
  other.settings.erase(other.settings.begin());
  EXPECT_THAT(append, ThrowsMessage<Error>(HasSubstr("' there and none here")));
  other = toy_header();
  ++other.seed;
  EXPECT_THAT(append, ThrowsMessage<Error>(testing::EndsWith("holds games played with other settings")));
}

TEST(GameFile, GoesOnWhereEarlyVersionsSaidLess) {
  for (const char* const setting : {folder_setting, margin_setting}) {
    const std::string name = setting + std::string("a");
    GameFileHeader told = toy_header(), other = toy_header();
    told.settings.emplace_back(name, "one");
    other.settings.emplace_back(name, "another");
    EXPECT_EQ(difference_of(toy_header(), told), std::nullopt);
    EXPECT_THAT(difference_of(told, toy_header()).value(), HasSubstr(name + " is 'one' there and none here"));
    EXPECT_THAT(difference_of(told, other).value(), HasSubstr(name + " is 'one' there and 'another' here"));
  }
}

TEST(GameFile, IsNeverOverwritten) {
  const TempFolder folder;
  write_plainly(folder / "a.games", "mine");
  EXPECT_THAT([&] { (void)GameFileWriter::create(folder / "a.games", toy_header()); },
              ThrowsMessage<Error>(HasSubstr("a.games: there is such a file already")));
  EXPECT_EQ(read_file(folder / "a.games"), "mine");
}

TEST(GameFile, IsMadeByOneOfManyWriters) {
  const TempFolder folder;
  const GameFileHeader header = toy_header();
  for (int round = 0; round < 20; ++round) {
    const fs::path file = folder / std::to_string(round);
    std::barrier start(4);
    std::atomic<int> made = 0;
    std::vector<std::jthread> writers;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      writers.emplace_back([&, games = any_games(3, seed)] {
        start.arrive_and_wait();
        try {
          GameFileWriter writer = GameFileWriter::create(file, header);
          ++made;
          for (const GameRecord& game : games) writer.write(game);
        } catch (const Error&) {  // the file is another writer's
        }
      });
    }
    writers.clear();
    EXPECT_EQ(made, 1);
    EXPECT_EQ(read_games(file).games.size(), 3U);
  }
  EXPECT_EQ(folder.files(), 20);
}

TEST(GameFile, HasOneWriter) {
  const TempFolder folder;
  const GameFileWriter writer = GameFileWriter::create(folder / "a.games", toy_header());
  EXPECT_THAT([&] { (void)GameFileWriter::append(folder / "a.games", toy_header()); },
              ThrowsMessage<Error>(HasSubstr("is being written by another process")));
}

TEST(GameFile, CanBeReadWhileItGrows) {
  const TempFolder folder;
  const std::vector<GameRecord> games = any_games(2, 8);
  GameFileWriter writer = GameFileWriter::create(folder / "a.games", toy_header());
  writer.write(games[0]);
  GameFileReader reader(folder / "a.games");
  EXPECT_EQ(reader.next(), games[0]);
  EXPECT_EQ(reader.next(), std::nullopt);
  writer.write(games[1]);
  EXPECT_EQ(reader.next(), games[1]);
}

TEST(GameFile, SaysWhatElseAFileIs) {
  const TempFolder folder;
  const auto refuses = [&](std::string_view bytes, const std::string& message) {
    write_plainly(folder / "a.games", bytes);
    EXPECT_THAT([&] { GameFileReader{folder / "a.games"}; }, ThrowsMessage<Error>(HasSubstr(message)));
  };
  refuses("", "a.games: expected a game file");
  refuses("format = \"hone weights 1\"\n", "a.games: expected a game file");
  refuses("hone games 2\n", "expected a game file (\"hone games 1\"), found hone games 2");
  refuses("hone games 1\n", "a.games: the header is not whole");
  EXPECT_THAT([&] { GameFileReader{folder / "none"}; }, ThrowsMessage<Error>(HasSubstr("cannot read: No such file")));
  EXPECT_THAT([&] { (void)GameFileWriter::create(folder / "no/a.games", toy_header()); },
              ThrowsMessage<Error>(HasSubstr("cannot write: No such file")));
}

// In a process of its own, where no file may grow beyond 4,000 bytes.
void overfill(const fs::path& file) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{4000, 4000};
  setrlimit(RLIMIT_FSIZE, &limit);
  GameFileWriter writer = GameFileWriter::create(file, toy_header());
  for (const GameRecord& game : any_games(100, 9)) {
    try {
      writer.write(game);
    } catch (const Error& error) {
      std::_Exit(error.kind() == Error::Kind::system ? 0 : 1);
    }
  }
  std::_Exit(2);
}

TEST(GameFile, IsWholeWhenTheDiskIsFull) {
  const TempFolder folder;
  EXPECT_EXIT(overfill(folder / "a.games"), ::testing::ExitedWithCode(0), "");
  const Content content = read_games(folder / "a.games");
  EXPECT_THAT(content.extent.damage, IsEmpty());
  const std::vector<GameRecord> games = any_games(100, 9);
  EXPECT_GT(content.games.size(), 5U);
  EXPECT_THAT(content.games,
              ElementsAreArray(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(content.games.size())));
}

TEST(GameFile, OfManyGamesIsReadInPieces) {
  const TempFolder folder;
  const std::vector<GameRecord> games = any_games(3000, 10);
  write_games(folder / "a.games", games);
  EXPECT_GT(fs::file_size(folder / "a.games"), std::uint64_t{3} << 16);  // several windows
  EXPECT_EQ(read_games(folder / "a.games").games, games);
}

}  // namespace
}  // namespace hone
