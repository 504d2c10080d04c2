// SPDX-License-Identifier: MIT
//
// Rows from files of every kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "data/game_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/default_self_play.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/learn/sampling.hpp"

namespace hone::learn {
namespace {

// All of a label is compared except the game, which each file numbers in its own way.
void expect_same(const RowSet& a, const RowSet& b) {
  ASSERT_EQ(a.size(), b.size());
  ASSERT_GT(a.size(), 0U);
  for (std::size_t i = 0; i < a.size(); ++i) {
    RowLabel label = a[i].label;
    label.game = b[i].label.game;
    EXPECT_EQ(label, b[i].label) << i;
    EXPECT_EQ(a[i].phase, b[i].phase) << i;
    EXPECT_TRUE(std::ranges::equal(a[i].entries, b[i].entries)) << i;
  }
}

// The games of the rows, numbered 0 for the first game, 1 for the next, ...
std::vector<std::size_t> grouping(const RowSet& rows) {
  std::vector<std::uint32_t> games;
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto found = std::ranges::find(games, rows[i].label.game);
    groups.push_back(static_cast<std::size_t>(found - games.begin()));
    if (found == games.end()) games.push_back(rows[i].label.game);
  }
  return groups;
}

std::string notation_of(const GameDriver& driver, const std::filesystem::path& games) {
  GameFileReader reader(games);
  std::string text;
  while (const auto game = reader.next()) text += formats::to_pgn(driver, *game, reader.header().players);
  return text;
}

TEST(SamplingSources, OfNotationGiveTheRowsOfTheGamesItWasMadeFrom) {
  const TempFolder folder;
  for (const auto& [name, extension] : {std::pair{"chess", ".pgn"}, std::pair{"checkers", ".pdn"}}) {
    const GameDriver& driver = find_driver(name);
    play::SelfPlayOptions play = play::default_self_play(driver);
    run::make_shallow(play.limits, play.adjudication, play.openings);
    play.engine.hash_bytes = std::size_t{1} << 16;
    play.games = 6;
    const auto native = folder / (std::string(name) + ".games"), notation = folder / (std::string(name) + extension);
    play::self_play(driver, driver.material_weights(), play, native, play::Existing::refuse, {});
    write_plainly(notation, notation_of(driver, native));
    RowSet rows, others;
    Sampler(driver, driver.material_weights(), run::everything()).add_games(native, rows);
    Sampler(driver, driver.material_weights(), run::everything()).add_games(notation, others);
    expect_same(rows, others);
    EXPECT_EQ(grouping(rows), grouping(others));
    EXPECT_TRUE(std::isfinite(rows[0].label.score)) << "scores are there to be compared";
  }
}

TEST(SamplingSources, OfPositionsGiveTheSameRowsForAnyNumberOfThreads) {
  const GameDriver& chess = find_driver("chess");
  const auto sample = [&](int threads) {
    SamplingOptions options = run::everything();
    options.resolve.kind = Resolve::Kind::filter;
    options.unique = true;
    options.threads = threads;
    RowSet rows;
    Sampler(chess, chess.material_weights(), options).add_positions(HONE_DATA_DIR "/chess/quiet_labeled.epd", rows);
    return rows;
  };
  const RowSet one = sample(1);
  for (const int threads : {2, 3}) {
    const RowSet many = sample(threads);
    expect_same(one, many);
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].label.game, many[i].label.game);
  }
}

// The second line repeats the first, and in the third position a pawn can be taken for nothing.
TEST(SamplingSources, SearchOnlyPositionsThatGiveARow) {
  const TempFolder folder;
  const GameDriver& chess = find_driver("chess");
  const std::string quiet = "rnbqkbnr/pppp1ppp/4p3/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2;1-0\n";
  const auto sample = [&](const std::string& lines) {
    write_plainly(folder / "x.epd", lines);
    SamplingOptions options = run::everything();
    options.target = parse_target("outcome+treestrap:searches=1,nodes=2000,depth=1");
    options.resolve.kind = Resolve::Kind::filter;
    options.unique = true;
    RowSet rows;
    Sampler sampler(chess, chess.material_weights(), options);
    sampler.add_positions(folder / "x.epd", rows);
    return sampler.summary();
  };
  const SamplingSummary once = sample(quiet);
  EXPECT_EQ(once.rows, 1U);
  EXPECT_GT(once.tree_rows, 0U);
  EXPECT_EQ(sample(quiet + quiet).tree_rows, once.tree_rows);
  EXPECT_EQ(sample(quiet + "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1;1-0\n").tree_rows, once.tree_rows);
}

// Two runs of one seed give their games the same seeds, from which ids are drawn.
TEST(SamplingSources, TellGamesOfOneSeedApart) {
  const TempFolder folder;
  const GameDriver& driver = run::tic_tac_toe();
  GameFileHeader header;
  header.game = driver.name();
  header.players = {"a"};
  const auto board = driver.initial();
  const MoveCode first = board->legal_moves().front(), last = board->legal_moves().back();
  const auto file_of = [&](const char* name, MoveCode move) {
    GameRecord game;
    game.seed = 7;
    game.moves = {{move, 10}, {move == first ? last : first, 10}};
    game.outcome = {0, EndReason::draw_adjudication};
    GameFileWriter::create(folder / name, header).write(game);
    return folder / name;
  };
  const auto a = file_of("a.games", first), b = file_of("b.games", last);
  const auto games_of = [&](const std::vector<std::filesystem::path>& files) {
    RowSet rows;
    Sampler sampler(driver, driver.material_weights(), run::everything());
    for (const auto& file : files) sampler.add_games(file, rows);
    return count_games(rows, all_rows(rows));
  };
  EXPECT_EQ(games_of({a, b}), 2U);
  EXPECT_EQ(games_of({a, a}), 1U) << "the same game again";
}

TEST(SamplingSources, MayBeEmpty) {
  const TempFolder folder;
  write_plainly(folder / "a.epd", "\n  \n");
  RowSet rows;
  EXPECT_TRUE(
      Sampler(run::tic_tac_toe(), run::tic_tac_toe().material_weights(), {}).add_positions(folder / "a.epd", rows));
  EXPECT_EQ(rows.size(), 0U);
}

}  // namespace
}  // namespace hone::learn
