// SPDX-License-Identifier: MIT
//
// Parts of one self-play, played anywhere, merge into the bytes that one process writes.
#include "tuner/play/merge_games.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/play/self_play_games.hpp"

namespace hone::play {
namespace {

using testing::HasSubstr;

class MergeGames : public testing::Test {
 protected:
  MergeGames() { options_.seed = 11; }

  std::string part(std::uint64_t first, std::uint64_t games) {
    SelfPlayOptions options = options_;
    options.games = games;
    const auto file = folder_ / fmt::format("{}+{}", first, games);
    std::filesystem::remove(file);
    EXPECT_TRUE(self_play_part(driver_, weights_, options, first, file, {}).complete);
    return file.string();
  }
  std::string whole(std::uint64_t games) {
    SelfPlayOptions options = options_;
    options.games = games;
    self_play(driver_, weights_, options, folder_ / "whole", Existing::refuse, {});
    return read_file(folder_ / "whole");
  }
  std::string merged(const std::vector<std::string>& parts) {
    std::filesystem::remove(folder_ / "merged");
    merge_games(parts, folder_ / "merged");
    return read_file(folder_ / "merged");
  }
  // Why the parts are refused; nothing is written.
  std::string refusal(const std::vector<std::string>& parts) {
    try {
      merged(parts);
    } catch (const Error& error) {
      EXPECT_FALSE(std::filesystem::exists(folder_ / "merged"));
      return error.what();
    }
    return "nothing was wrong";
  }
  // A part with games that were changed.
  template <class Change>
  std::string changed(std::uint64_t first, std::uint64_t games, const Change& change) {
    const std::string file = part(first, games);
    GameFileReader reader(file);
    std::vector<GameRecord> records;
    while (auto game = reader.next()) records.push_back(*game);
    change(records);
    write_plainly(file, format_games(reader.header(), records));
    return file;
  }

  TempFolder folder_;
  const GameDriver& driver_ = run::tic_tac_toe();
  Weights weights_ = run::tic_tac_toe().material_weights();
  SelfPlayOptions options_ = run::shallow_self_play(1);
};

TEST_F(MergeGames, OfAnyCutAndOrderAreTheWhole) {
  const std::string one_process = whole(200);
  EXPECT_EQ(merged({part(0, 200)}), one_process);
  EXPECT_EQ(merged({part(0, 1), part(1, 99), part(100, 100)}), one_process);
  EXPECT_EQ(merged({part(130, 70), part(0, 60), part(60, 70)}), one_process);
}

TEST_F(MergeGames, MayOverlap) {
  const std::string one_process = whole(100);
  const std::string first = part(0, 60);
  EXPECT_EQ(merged({first, part(40, 60), first}), one_process);
}

TEST_F(MergeGames, ThatAreNotOneSelfPlayAreRefused) {
  const std::string first = part(0, 50);
  EXPECT_THAT(refusal({first, part(60, 40)}), HasSubstr("expected game 50, found game 60"));
  EXPECT_THAT(refusal({part(50, 50)}), HasSubstr("expected game 0, found game 50"));
  const std::string torn = folder_ / "torn";
  write_plainly(torn, read_file(first).substr(0, 900));
  EXPECT_THAT(refusal({torn}), HasSubstr("torn"));
  std::string bytes = read_file(first);
  bytes[bytes.size() - 20] ^= 1;
  write_plainly(torn, bytes);
  EXPECT_THAT(refusal({torn}), HasSubstr("checksum"));
  EXPECT_THAT(refusal({first, changed(50, 50, [](auto& games) { games[7].seed ^= 1; })}),
              HasSubstr("game 57 has another seed"));
  EXPECT_THAT(refusal({first, changed(50, 50, [](auto& games) { games.erase(games.begin() + 7); })}),
              HasSubstr("expected game 57, found game 58"));
  options_.limits.depth = 2;
  EXPECT_THAT(refusal({first, part(50, 50)}), HasSubstr("limits is 'depth 2' there and 'depth 1' here"));
}

TEST_F(MergeGames, WithAnotherGameUnderTheSameNumberAreRefused) {
  const std::string first = part(0, 50);
  const std::string liar = changed(40, 20, [](auto& games) { games[3].moves.pop_back(); });
  EXPECT_THAT(refusal({first, liar}), HasSubstr("game 43 is another one than in an earlier part"));
}

// -- Play signatures

GameFileHeader header_of(const Weights& weights, const SelfPlayOptions& options) {
  return self_play_games(run::tic_tac_toe(), weights, options).header;
}

std::string signature_of(const Weights& weights, const SelfPlayOptions& options) {
  return *header_of(weights, options).setting(signature_setting);
}

TEST(PlaySignature, TellsWhatPlaysDifferently) {
  const Weights weights = run::tic_tac_toe().material_weights();
  SelfPlayOptions options = run::shallow_self_play(10);
  options.variety.noise = 50;
  const std::string signature = signature_of(weights, options);
  EXPECT_EQ(signature_of(weights, options), signature);
  options.games = 5'000;
  options.threads = 3;
  EXPECT_EQ(signature_of(weights, options), signature) << "what decides no game";
  EXPECT_NE(signature_of(run::bad_weights(), options), signature);
  options.variety.noise = 0;
  EXPECT_NE(signature_of(weights, options), signature);
}

TEST(PlaySignature, IsNoneWhereGamesDependOnTime) {
  SelfPlayOptions options = run::shallow_self_play(10);
  options.limits = {};
  options.limits.move_time = std::chrono::milliseconds(1);
  EXPECT_EQ(header_of(run::bad_weights(), options).setting(signature_setting), nullptr);
}

TEST(PlaySignature, OfAnotherBuildIsSaidInOneLineWithBothBuilds) {
  const GameFileHeader here = header_of(run::bad_weights(), run::shallow_self_play(10));
  GameFileHeader there = here;
  for (auto& [name, value] : there.settings) {
    if (name == build_setting) value = "9.9 (Release, other)";
  }
  EXPECT_EQ(difference_of(there, here), std::nullopt) << "another build that plays alike";
  for (auto& [name, value] : there.settings) {
    if (name == signature_setting) value = "0123456789abcdef";
  }
  const std::string what = difference_of(there, here).value();
  EXPECT_THAT(what, HasSubstr("'0123456789abcdef' of build '9.9 (Release, other)' there"));
  EXPECT_THAT(what, HasSubstr(*here.setting(signature_setting)));
}

TEST(PlaySignature, MayBeMissingInFilesOfEarlyVersions) {
  const GameFileHeader here = header_of(run::bad_weights(), run::shallow_self_play(10));
  GameFileHeader there = here;
  std::erase_if(there.settings, [](const auto& setting) {
    return setting.first == signature_setting || setting.first == build_setting;
  });
  EXPECT_EQ(difference_of(there, here), std::nullopt);
  there.settings.emplace_back("host", "pc");
  EXPECT_EQ(difference_of(there, here), std::nullopt);
  there.settings.emplace_back("limits", "more");
  there.seed = 99;
  EXPECT_NE(difference_of(there, here), std::nullopt);
}

}  // namespace
}  // namespace hone::play
