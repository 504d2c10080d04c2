// SPDX-License-Identifier: MIT
//
// Rows made for a target, from recorded games of chess, and where --resolve takes them.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/row_file.hpp"
#include "engine/opening.hpp"
#include "tests/tuner/play/default_self_play.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/learn/game_scores.hpp"
#include "tuner/learn/sampling.hpp"
#include "tuner/learn/training_rows.hpp"

namespace hone::learn {
namespace {

using testing::HasSubstr;

class TargetRows : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    play::SelfPlayOptions play = play::default_self_play(chess());
    run::make_shallow(play.limits, play.adjudication, play.openings);
    play.engine.hash_bytes = std::size_t{1} << 16;
    play.games = 6;
    play::self_play(chess(), chess().material_weights(), play, native(), play::Existing::refuse, {});
    GameFileReader reader(native());
    std::string text;
    while (const auto game = reader.next()) text += formats::to_pgn(chess(), *game, reader.header().players);
    write_plainly(pgn(), text);
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }

  static const GameDriver& chess() { return find_driver("chess"); }
  static std::filesystem::path native() { return *folder_ / "x.games"; }
  static std::filesystem::path pgn() { return *folder_ / "x.pgn"; }
  static std::filesystem::path file(const char* name) { return *folder_ / name; }

  static SamplingOptions options_for(const char* target, const char* resolve = "keep") {
    SamplingOptions options = run::everything();
    options.target = parse_target(target);
    options.resolve = parse_resolve(resolve);
    options.score_k = 0.8;
    return options;
  }

  static RowSet rows_of(const std::filesystem::path& games, const SamplingOptions& options) {
    RowSet rows;
    Sampler sampler(chess(), chess().material_weights(), options);
    EXPECT_TRUE(sampler.add_games(games, rows));
    const SamplingSummary& sum = sampler.summary();
    EXPECT_EQ(sum.rows, rows.size());
    EXPECT_EQ(sum.positions + sum.further,
              sum.early + sum.in_check + sum.decided + sum.noisy + sum.passed_over + sum.duplicates + sum.rows);
    return rows;
  }

  static void expect_equal(const RowSet& a, const RowSet& b) {
    ASSERT_EQ(a.size(), b.size());
    ASSERT_GT(a.size(), 0U);
    for (std::size_t i = 0; i < a.size(); ++i) {
      RowLabel label = a[i].label;
      label.game = b[i].label.game;  // each format numbers games in its own way
      EXPECT_EQ(label, b[i].label) << i;
      EXPECT_TRUE(std::ranges::equal(a[i].entries, b[i].entries)) << i;
    }
  }

 private:
  static TempFolder* folder_;
};

TempFolder* TargetRows::folder_ = nullptr;

// All positions of a game give rows, in its order, so that each value follows from the next one.
TEST_F(TargetRows, OfLambdaAreReturnsOverAllPliesOfTheGame) {
  SamplingOptions some = options_for("td:0.6");
  some.skip_plies = 7;
  const RowSet rows = rows_of(native(), some);
  std::size_t row = 0;
  GameFileReader reader(native());
  for (auto game = reader.next(); game; game = reader.next()) {
    const std::vector<Score> scores = scores_of(chess(), *game);
    const std::vector<float> values = lambda_returns(scores, formats::target_of(game->outcome), 0.6, 0.8);
    const auto board = start_of(chess(), *game);
    for (std::size_t ply = 0; ply < game->moves.size(); ++ply) {
      const Score own = game->moves[ply].score;
      if (own != no_score) {
        EXPECT_EQ(scores[ply], sign(board->side_to_move()) * own);
      }
      const bool usable = own == no_score || (!is_decided(own) && std::abs(own) <= some.max_score);
      if (ply >= game->opening_plies + 7U && usable && !(some.skip_check && board->in_check())) {
        ASSERT_LT(row, rows.size());
        EXPECT_EQ(rows[row].label.value, values[ply]);
        EXPECT_EQ(rows[row].label.target, formats::target_of(game->outcome));
        ++row;
      }
      board->play(game->moves[ply].move);
    }
  }
  EXPECT_EQ(row, rows.size());
}

TEST_F(TargetRows, OfLambdaOneAreTheOutcomeAndOfZeroTheScore) {
  const RowSet one = rows_of(native(), options_for("td:1")), zero = rows_of(native(), options_for("td:0"));
  const Targets root(zero, {}, {.target = parse_target("rootstrap")}, 0.8);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].label.value, one[i].label.target);
    if (zero[i].label.score != no_row_score) {
      EXPECT_EQ(zero[i].label.value, root.target(zero[i].label));
    }
  }
}

TEST_F(TargetRows, OfNotationAreThoseOfTheGames) {
  expect_equal(rows_of(native(), options_for("td:0.9")), rows_of(pgn(), options_for("td:0.9")));
  const auto of = [](const std::filesystem::path& games) {
    return *tally_scores(chess(), {games.string()}, 2)->scale();
  };
  EXPECT_EQ(of(native()), of(pgn()));
}

TEST_F(TargetRows, WithoutScoresKeepTheOutcome) {
  std::string text = read_file(pgn());
  for (auto at = text.find('{'); at != std::string::npos; at = text.find('{'))
    text.erase(at, text.find('}', at) - at + 1);
  write_plainly(file("bare.pgn"), text);
  const RowSet rows = rows_of(file("bare.pgn"), options_for("td:0.3"));
  ASSERT_GT(rows.size(), 0U);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].label.value, rows[i].label.target);
  EXPECT_FALSE(tally_scores(chess(), {file("bare.pgn").string()}, 1)->scale());
}

// Values are no scores to blend.
TEST_F(TargetRows, OfAutoAreTheOutcomeWhereTheTargetFindsNothingElse) {
  const auto settled = [](const char* target, const RowLabel& label) {
    RowSet rows;
    rows.add(Row{.phase = {}, .entries = {{0, 1}}}, label);
    return to_string(settled_target(parse_target("auto"), parse_target(target), rows));
  };
  EXPECT_EQ(settled("blend:0.5", {.score = 30}), "blend:0.5");
  EXPECT_EQ(settled("blend:0.5", {.value = 0.25F}), "outcome");
  EXPECT_EQ(settled("td:0.9", {.value = 0.25F}), "td:0.9");
  EXPECT_EQ(settled("td:0.9", {}), "outcome");
}

TEST_F(TargetRows, AreRefusedOfPositionsWithoutTheirGame) {
  write_plainly(file("x.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n");
  RowSet rows;
  Sampler sampler(chess(), chess().material_weights(), options_for("td:0.9"));
  try {
    (void)sampler.add_positions(file("x.epd"), rows);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("x.epd: the target td:0.9 needs whole games"));
  }
}

TEST_F(TargetRows, AreKeptWithTheirScaleAndTarget) {
  RowMaking making{
      .files = {native().string()}, .sampling = options_for("td:0.9"), .folder = file("."), .cache = file("c.rows")};
  const auto made = make_rows(chess(), chess().material_weights(), making);
  const auto again = make_rows(chess(), chess().material_weights(), making);
  ASSERT_TRUE(made && again);
  EXPECT_TRUE(made->sampling);
  EXPECT_FALSE(again->sampling) << "taken from the cache";
  EXPECT_EQ(made->score_k, again->score_k);
  EXPECT_EQ(made->score_k, tally_scores(chess(), making.files, 1)->scale());
  expect_equal(made->rows, again->rows);
  const std::vector<std::string> files = {file("c.rows").string()};
  EXPECT_NO_THROW(require_values(files, made->rows, parse_target("td:0.9")));
  EXPECT_NO_THROW(require_values(files, made->rows, parse_target("blend:0.5")));
  EXPECT_THROW(require_values(files, made->rows, parse_target("td:0.5")), Error);
  making.sampling.target = parse_target("outcome");
  const auto other = make_rows(chess(), chess().material_weights(), making);
  EXPECT_TRUE(other->sampling) << "made again";
  EXPECT_THROW(require_values(files, other->rows, parse_target("td:0.9")), Error);
}

TEST_F(TargetRows, AreTheSameForAnyNumberOfThreads) {
  for (const char* resolve : {"leaf", "pv:300", "along:300,3"}) {
    SamplingOptions options = options_for("td:0.9", resolve);
    options.unique = true;
    const RowSet rows = rows_of(native(), options);
    options.threads = 4;
    expect_equal(rows_of(native(), options), rows);
  }
}

TEST_F(TargetRows, OfOnePositionAlongAVariationAreItsEnd) {
  expect_equal(rows_of(native(), options_for("td:0.9", "along:300,1")),
               rows_of(native(), options_for("td:0.9", "pv:300")));
}

TEST_F(TargetRows, AlongAVariationIncludeItsEndAndShareOneTarget) {
  const auto game = GameFileReader(native()).next();
  const Weights weights = chess().material_weights();
  Resolver pv(chess(), weights, parse_resolve("pv:500"), 0), along(chess(), weights, parse_resolve("along:500,4"), 0);
  const auto board = start_of(chess(), *game);
  const auto end = pv.positions(*board, {}, {}), steps = along.positions(*board, {}, {});
  ASSERT_EQ(end.size(), 1U);
  ASSERT_GT(steps.size(), 1U);
  ASSERT_LE(steps.size(), 4U);
  EXPECT_EQ(steps.back()->text(), end.front()->text());
  EXPECT_TRUE(std::ranges::is_sorted(steps, {}, [](const auto& step) { return step->plies(); }));
  std::vector<std::string> before, later;
  for (const auto& step : steps) before.push_back(step->text());
  (void)along.positions(*end.front(), {}, {});  // another question
  for (const auto& step : along.positions(*board, {}, {})) later.push_back(step->text());
  EXPECT_EQ(later, before);
}

TEST_F(TargetRows, StopAtOnceInALongSearch) {
  RowSet rows;
  Sampler sampler(chess(), chess().material_weights(), options_for("td:0.9", "pv:1000000000"));
  std::stop_source stop;
  const std::jthread later([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  EXPECT_FALSE(sampler.add_games(native(), rows, stop.get_token()));
  stop.request_stop();
  EXPECT_FALSE(tally_scores(chess(), {native().string()}, 2, stop.get_token()));
}

}  // namespace
}  // namespace hone::learn
