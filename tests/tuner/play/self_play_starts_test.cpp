// SPDX-License-Identifier: MIT
//
// Self-play with every kind of start at once: the same bytes whatever happens, and refusals to go on.
#include <gtest/gtest.h>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/tuner/play/starts_support.hpp"
#include "tuner/learn/samples.hpp"

namespace hone::play {
namespace {

using run::tic_tac_toe;

// Uncertain about the corners of tic-tac-toe alone.
std::filesystem::path write_corner_uncertainty(const std::filesystem::path& file) {
  const Schema& schema = tic_tac_toe().schema();
  Uncertainty uncertainty{.fingerprint = schema.fingerprint(), .weights = {}, .covariance = {}};
  for (int weight = 0; weight < schema.weights(); ++weight) {
    uncertainty.weights.push_back(static_cast<std::uint32_t>(weight));
    for (int other = 0; other <= weight; ++other) {
      uncertainty.covariance.push_back(other == weight ? static_cast<float>(weight % 3) : 0);
    }
  }
  write_uncertainty(file, uncertainty);
  return file;
}

SelfPlayOptions everything_on(const TempFolder& folder) {
  SelfPlayOptions old = run::shallow_self_play(50);
  self_play(tic_tac_toe(), tic_tac_toe().material_weights(), old, folder / "old.games", Existing::refuse, {});
  SelfPlayOptions options = run::shallow_self_play(120);
  options.variety.noise = 100;
  options.starts = book_of(folder / "book", ten_positions);
  options.starts.plies_after_book = true;
  options.starts.replay = 0.3;
  options.starts.replayed = {(folder / "old.games").string()};
  options.starts.choice = StartChoice::leverage;
  options.starts.uncertainty = write_corner_uncertainty(folder / "u.bin").string();
  return options;
}

void play_into(const std::filesystem::path& file, const SelfPlayOptions& options, Existing existing = Existing::refuse,
               const std::stop_token& stop = {}, const PlayProgress& progress = {}) {
  self_play(tic_tac_toe(), tic_tac_toe().material_weights(), options, file, existing, stop, progress);
}

TEST(SelfPlayStarts, GiveTheSameBytesForAnyNumberOfThreads) {
  const TempFolder folder;
  SelfPlayOptions options = everything_on(folder);
  play_into(folder / "1.games", options);
  options.threads = 3;
  play_into(folder / "3.games", options);
  EXPECT_EQ(read_file(folder / "1.games"), read_file(folder / "3.games"));
}

TEST(SelfPlayStarts, GoOnToTheSameBytesAfterAnInterruption) {
  const TempFolder folder;
  const SelfPlayOptions options = everything_on(folder);
  play_into(folder / "whole.games", options);
  for (const std::uint64_t stop_at : {1, 50, 119}) {
    const auto file = folder / (std::to_string(stop_at) + ".games");
    std::stop_source source;
    play_into(file, options, Existing::go_on, source.get_token(), [&](const stats::PlayTally& tally) {
      if (tally.games == stop_at) source.request_stop();
    });
    play_into(file, options, Existing::go_on);
    EXPECT_EQ(read_file(file), read_file(folder / "whole.games")) << "stopped at " << stop_at;
  }
}

TEST(SelfPlayStarts, WeighGamesThatWereChosen) {
  const TempFolder folder;
  play_into(folder / "x.games", everything_on(folder));
  GameFileReader reader(folder / "x.games");
  int weighted = 0, plain = 0;
  auto engines = learn::sampling_engines(tic_tac_toe(), tic_tac_toe().material_weights(), run::everything());
  while (auto game = reader.next()) {
    game->weight == 1 ? ++plain : ++weighted;
    EXPECT_GT(game->weight, 0);
    EXPECT_LE(game->weight, 1 / even_share);
    EXPECT_EQ(learn::samples_of(tic_tac_toe(), engines, *game, run::everything()).weight, game->weight);
  }
  EXPECT_GT(weighted, 20);
  EXPECT_GT(plain, 10);  // those that replay old positions
}

TEST(SelfPlayStarts, RefuseToGoOnWithOthers) {
  const TempFolder folder;
  const SelfPlayOptions options = everything_on(folder);
  play_into(folder / "x.games", options);
  const auto refused = [&](const SelfPlayOptions& other) {
    EXPECT_THROW(play_into(folder / "x.games", other, Existing::go_on), Error);
  };
  SelfPlayOptions other = options;
  other.starts.replay = 0.2;
  refused(other);
  other = options;
  other.starts.choice = StartChoice::any;
  refused(other);
  other = options;
  other.starts.candidates = 9;
  refused(other);
  other = options;
  other.starts = {};
  refused(other);
  write_file_atomically(folder / "book", ".../.../... X\n");  // a changed book
  refused(options);
}

TEST(SelfPlayStarts, ThatAreNotAskedForLeaveNoTraceInTheHeader) {
  EXPECT_EQ(starts_of(tic_tac_toe(), {}).description(), "");
  const TempFolder folder;
  play_into(folder / "x.games", run::shallow_self_play(3));
  const GameFileReader reader(folder / "x.games");
  for (const auto& [name, value] : reader.header().settings) EXPECT_NE(name, "starts");
}

}  // namespace
}  // namespace hone::play
