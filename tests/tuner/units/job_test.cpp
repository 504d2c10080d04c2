// SPDX-License-Identifier: MIT
//
// A job that was written makes the same games as the options that it was written of, with every option that decides
// one.
#include "tuner/units/job.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <memory>
#include <unordered_set>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tests/tuner/play/default_self_play.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/play/self_play_games.hpp"

namespace hone::units {
namespace {

namespace fs = std::filesystem;

const GameDriver& chess() { return find_driver("chess"); }

// Small and unlike the defaults, wherever that is possible.
play::SelfPlayOptions unusual_self_play() {
  play::SelfPlayOptions options = play::default_self_play(chess());
  options.games = 6;
  options.seed = 12345678901234567890U;  // more than a signed number holds
  options.player = "some player";
  options.limits = {};
  options.limits.nodes = 40;
  options.limits.depth = 5;
  options.adjudication.resign_count = 2;
  options.adjudication.resign_score = 333;
  options.adjudication.resign_two_sided = false;
  options.adjudication.draw_count = 3;
  options.adjudication.draw_score = 11;
  options.adjudication.draw_ply = 31;
  options.adjudication.verify_share = 1.0 / 3;
  options.openings.min_plies = 3;
  options.openings.max_plies = 5;
  options.openings.bound = 123;
  options.openings.limits.nodes = 77;
  options.openings.attempts = 9'000;
  options.engine.hash_bytes = 3 << 16;
  options.engine.parameters.set("delta_margin=20,reduction_base=300");
  options.variety = {.noise = 7, .choice = {.temperature = 13, .margin = 31}, .choice_plies = 4, .node_jitter = 0.25};
  options.starts.chess960 = 0.3;
  return options;
}

void expect_same_games(const play::NumberedGames& games, const GameDriver& driver, const WrittenJob& job,
                       const fs::path& folder) {
  const PlayableJob again(driver, job.job, folder);
  EXPECT_EQ(again.games().header, games.header);
  EXPECT_EQ(again.games().reproducible, games.reproducible);
  const play::PlayGame play = games.make_player(), play_again = again.games().make_player();
  for (const std::uint64_t number : {0, 3, 5}) EXPECT_EQ(play(number, {}), play_again(number, {})) << number;
}

TEST(Job, OfSelfPlayIsTheSameGames) {
  const TempFolder folder;
  const Weights weights = chess().material_weights();
  const play::SelfPlayOptions options = unusual_self_play();
  const WrittenJob job = write_job(folder.path(), weights, options);
  expect_same_games(play::self_play_games(chess(), weights, options), chess(), job, folder.path());
}

TEST(Job, OfSelfPlayTakesItsFilesAlong) {
  const TempFolder folder, elsewhere;
  const Weights weights = chess().material_weights();
  std::ofstream(elsewhere / "book.epd") << "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
                                           "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n"
                                           "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq -\n";
  play::SelfPlayOptions old = unusual_self_play();
  play::self_play(chess(), weights, old, elsewhere / "old.games", play::Existing::refuse, {});
  play::SelfPlayOptions options = unusual_self_play();
  options.starts.book = (elsewhere / "book.epd").string();
  options.starts.plies_after_book = true;
  options.starts.book_seed = 99;
  options.starts.book_used = 2;
  options.starts.replay = 0.4;
  options.starts.replayed = {(elsewhere / "old.games").string()};
  const auto avoided = std::make_shared<std::unordered_set<std::uint64_t>>();
  *avoided = {~std::uint64_t{0}, 5};
  options.openings.avoided = avoided;
  const play::NumberedGames games = play::self_play_games(chess(), weights, options);
  const WrittenJob job = write_job(folder.path(), weights, options);
  fs::remove(elsewhere / "book.epd");
  fs::remove(elsewhere / "old.games");
  expect_same_games(games, chess(), job, folder.path());
}

TEST(Job, OfAMatchIsTheSameGames) {
  const TempFolder folder;
  match::TournamentOptions options = match::default_tournament(chess());
  options.games = 24;
  options.seed = 17876543210987654321U;
  options.limits = {};
  options.limits.nodes = 40;
  options.engine.hash_bytes = 3 << 16;
  options.max_plies = 61;
  options.openings.use = play::OpeningUse::pool;
  options.adjudication.verify_share = 0.5;
  EngineOptions other_search = options.engine;
  other_search.parameters.set("delta_margin=20,reduction_base=300");
  std::vector<play::Entrant> players{
      play::weights_entrant(chess(), "a", chess().material_weights(), other_search),
      play::weights_entrant(chess(), "b", zero_weights(chess().schema()), options.engine), play::random_entrant("r")};
  players[1].limits = Limits{};
  players[1].limits->depth = 1;
  const match::StageGames stage{.number = 0, .pairings = {{2, 0}, {0, 1}, {1, 2}}, .before = 0};
  expect_same_games(match::numbered_games(chess(), players, options, stage), chess(),
                    write_job(folder.path(), players, options, stage), folder.path());
  options.suite = {{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", {}}, {"", {}}};
  expect_same_games(match::numbered_games(chess(), players, options, stage), chess(),
                    write_job(folder.path(), players, options, stage), folder.path());
}

TEST(Job, ThatIsNoneIsRefused) {
  const TempFolder folder;
  for (const char* text : {"", "[]", "{}", R"({"kind":"other"})", R"({"kind":"match","players":[],"options":{}})",
                           R"({"kind":"self_play","weights":"missing"})"}) {
    EXPECT_THROW(PlayableJob(chess(), text, folder.path()), Error) << text;
  }
}

}  // namespace
}  // namespace hone::units
