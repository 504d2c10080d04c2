// SPDX-License-Identifier: MIT
#include "tuner/play/opening_suite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/temp_folder.hpp"

namespace hone::play {
namespace {

constexpr std::uint64_t suite_seed = 11;

const GameDriver& chess() { return find_driver("chess"); }

SuiteOptions small_suite(const GameDriver& driver) {
  SuiteOptions options = default_suite(driver);
  options.count = 12;
  options.limits.nodes = 500;
  options.band = {0,
                  driver.name().starts_with("go_") ? 1'000 : 100};  // random stones are seldom within a point of even
  options.patience = 500;
  options.engine.hash_bytes = std::size_t{1} << 16;
  return options;
}

OpeningSource short_walks(const GameDriver& driver) {
  const OpeningOptions usual = default_openings(driver, OpeningUse::judging);
  return random_walks(driver, {usual.min_plies, usual.max_plies}, suite_seed);
}

OpeningSource short_explored_walks(const GameDriver& driver) {
  const OpeningOptions usual = default_openings(driver, OpeningUse::judging);
  Exploration exploration;
  exploration.limits = usual.limits;
  // Each legal move is searched, and a board of go has many.
  exploration.limits.nodes = 6'000 / driver.initial()->legal_moves().size();
  return explored_walks(driver, {usual.min_plies, usual.max_plies}, suite_seed, exploration);
}

Suite suite_of(const GameDriver& driver, const OpeningSource& source, const SuiteOptions& options,
               const PositionSet& excluded = {}) {
  return make_suite(driver, driver.material_weights(), source, excluded, options, {});
}

PositionSet positions_of(const GameDriver& driver, const Suite& suite) {
  PositionSet positions;
  for (const SuiteOpening& opening : suite.openings) positions.insert(driver.parse(opening.position)->hash());
  return positions;
}

OpeningSource list_of(const std::vector<std::string>& positions) {
  std::vector<Opening> openings;
  for (const std::string& position : positions) openings.push_back({position, {}});
  return listed_openings(chess(), openings, "list");
}

class OpeningSuite : public testing::TestWithParam<const GameDriver*> {
 protected:
  const GameDriver& game() const { return *GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(EveryGame, OpeningSuite, testing::ValuesIn(all_drivers().begin(), all_drivers().end()),
                         [](const auto& test) { return std::string(test.param->name()); });

TEST_P(OpeningSuite, IsWithinTheBandWhenSearchedAgain) {
  const SuiteOptions options = small_suite(game());
  const Suite suite = suite_of(game(), short_walks(game()), options);
  EXPECT_FALSE(suite.openings.empty());
  const auto engine = game().engine(game().material_weights(), options.engine);
  for (const SuiteOpening& opening : suite.openings) {
    const auto board = game().parse(opening.position);
    engine->new_game();
    const SearchResult again = engine->search(*board, {options.limits, {}, {}});
    EXPECT_EQ(again.score, opening.score) << opening.position;
    EXPECT_EQ(again.depth, opening.depth) << opening.position;
    EXPECT_LE(std::abs(again.score), options.band.most) << opening.position;
    EXPECT_FALSE(board->outcome()) << opening.position;
  }
}

TEST_P(OpeningSuite, HasEveryPositionOnceAndOnItsHalf) {
  for (const OpeningUse use : {OpeningUse::training, OpeningUse::judging}) {
    SuiteOptions options = small_suite(game());
    options.use = use;
    const Suite suite = suite_of(game(), short_walks(game()), options);
    EXPECT_EQ(positions_of(game(), suite).size(), suite.openings.size());
    EXPECT_FALSE(suite.openings.empty());
    for (const SuiteOpening& opening : suite.openings) {
      EXPECT_EQ(use_of(*game().parse(opening.position)), use) << opening.position;
    }
  }
}

TEST_P(OpeningSuite, IsTheSameForAnyNumberOfThreads) {
  for (const OpeningSource& source : {short_walks(game()), short_explored_walks(game())}) {
    SuiteOptions options = small_suite(game());
    const Suite one = suite_of(game(), source, options);
    options.threads = 2;
    const Suite two = suite_of(game(), source, options);
    EXPECT_EQ(suite_text(game(), one, "suite"), suite_text(game(), two, "suite"));
    EXPECT_EQ(one.tally.counts, two.tally.counts);
    EXPECT_EQ(one.end, two.end);
  }
}

TEST_P(OpeningSuite, HasNoneOfTheExcludedPositions) {
  SuiteOptions options = small_suite(game());
  options.band = {0, max_eval};  // so that no suite ends for want of balanced positions
  const PositionSet first = positions_of(game(), suite_of(game(), short_walks(game()), options));
  const Suite second = suite_of(game(), short_walks(game()), options, first);
  for (const std::uint64_t hash : positions_of(game(), second)) EXPECT_FALSE(first.contains(hash));
  EXPECT_GE(second.tally.count(Fate::excluded), first.size());
}

TEST_P(OpeningSuite, IsReadBackAsItWasWritten) {
  const TempFolder folder;
  const Suite suite = suite_of(game(), short_walks(game()), small_suite(game()));
  write_plainly(folder / "suite", suite_text(game(), suite, "of \"quotes\" and\nlines"));
  const std::vector<Opening> read = read_openings(game(), folder / "suite");
  ASSERT_EQ(read.size(), suite.openings.size());
  for (std::size_t i = 0; i < read.size(); ++i) EXPECT_EQ(read[i].start, suite.openings[i].position);
}

TEST_P(OpeningSuite, ComesFromWalksAsLongAsWanted) {
  const PlySpan plies{2, 4};
  const auto engine = game().engine(game().material_weights(), {});
  const OpeningSource source = random_walks(game(), plies, suite_seed);
  std::set<int> lengths;
  for (std::uint64_t number = 0; number < 40; ++number) {
    const int length = source.candidate(number, *engine, {})->plies();
    EXPECT_GE(length, plies.least);
    EXPECT_LE(length, plies.most);
    lengths.insert(length);
  }
  EXPECT_EQ(lengths.size(), 3U) << "each length is drawn";
}

// Tic-tac-toe is a draw between two good players, and so it is after their first moves.
TEST(OpeningWalk, KeepsToGoodMovesWhereItExplores) {
  const GameDriver& game = find_driver("tic_tac_toe");
  Exploration exploration{.choice = {.temperature = 1, .margin = 0}, .limits = {}};
  exploration.limits.depth = game.max_plies();
  const auto engine = game.engine(game.material_weights(), {});
  const OpeningSource source = explored_walks(game, {5, 5}, suite_seed, exploration);
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto board = source.candidate(number, *engine, {});
    EXPECT_EQ(engine->search(*board, {exploration.limits, {}, {}}).score, 0) << board->text();
  }
}

TEST(SuiteOfAList, TellsWhatBecameOfEachPosition) {
  SuiteOptions options = small_suite(chess());
  options.use.reset();
  options.limits.nodes = 2'000;
  const Suite suite =
      suite_of(chess(),
               list_of({
                   "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                   "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 4 9",     // the counters alone differ
                   "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",    // nothing can take en passant
                   "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",    // fool's mate
                   "rnbqkbnr/ppppp2p/5p2/6p1/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3",  // Qh5 mates
                   "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",     // a queen less
                   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",         // excluded below
               }),
               options, {chess().initial()->hash()});
  EXPECT_EQ(suite.end, SuiteEnd::used_up);
  EXPECT_EQ(suite.tally.kept(), 1U);
  EXPECT_EQ(suite.tally.count(Fate::duplicate), 2U);
  EXPECT_EQ(suite.tally.count(Fate::over), 1U);
  EXPECT_EQ(suite.tally.count(Fate::decided), 1U);
  EXPECT_EQ(suite.tally.count(Fate::unbalanced), 1U);
  EXPECT_EQ(suite.tally.count(Fate::excluded), 1U);
  EXPECT_EQ(suite.openings.front().position, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

TEST(SuiteOfAList, KeepsUnbalancedPositionsWhereThoseAreWanted) {
  SuiteOptions options = small_suite(chess());
  options.use.reset();
  options.band = {500, 1'500};
  const std::string no_queen = "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  const Suite suite = suite_of(chess(), list_of({chess().initial()->text(), no_queen}), options);
  ASSERT_EQ(suite.openings.size(), 1U);
  EXPECT_EQ(suite.openings.front().position, no_queen);
  EXPECT_GE(suite.openings.front().score, 500) << "the side to move is ahead";
}

TEST(SuiteOfAList, ReadsToTheEndWithoutPatience) {
  SuiteOptions options = small_suite(chess());
  options.use.reset();
  options.patience = 1;
  std::vector<std::string> positions(5, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
  positions.push_back(chess().initial()->text());
  EXPECT_EQ(suite_of(chess(), list_of(positions), options).tally.kept(), 1U);
}

TEST(SuiteOfWalks, EndsWhenThereIsNothingNew) {
  const GameDriver& game = find_driver("tic_tac_toe");
  SuiteOptions options = small_suite(game);
  options.count = 1'000;
  options.use.reset();
  options.band = {0, max_eval};
  const Suite suite = suite_of(game, random_walks(game, {2, 2}, suite_seed), options);
  EXPECT_EQ(suite.end, SuiteEnd::exhausted);
  EXPECT_EQ(suite.tally.kept(), 72U);  // a cross and a nought on nine squares: 9 * 8
  EXPECT_EQ(suite.tally.tried() - suite.tally.kept(), suite.tally.count(Fate::duplicate));
}

TEST(SuiteOfWalks, EndsWhenStopped) {
  std::stop_source stop;
  const auto stop_soon = [&](const SuiteTally& tally) {
    if (tally.tried() == 3) stop.request_stop();
  };
  const Suite suite = make_suite(chess(), chess().material_weights(), short_walks(chess()), {}, small_suite(chess()),
                                 stop.get_token(), stop_soon);
  EXPECT_EQ(suite.end, SuiteEnd::stopped);
  EXPECT_LT(suite.openings.size(), small_suite(chess()).count);
}

TEST(PositionSet, HasEveryPositionThatAGamePassesThrough) {
  const auto board = chess().initial();
  Opening opening;
  PositionSet expected{board->hash()};
  for (const char* text : {"e2e4", "e7e5", "g1f3"}) {
    opening.moves.push_back(board->parse_move(text).value());
    board->play(opening.moves.back());
    expected.insert(board->hash());
  }
  PositionSet positions;
  add_positions(chess(), {opening}, positions);
  EXPECT_EQ(positions, expected);
}

TEST(SuiteOptions, AreRefusedInWords) {
  const auto refused = [](auto change) {
    SuiteOptions options = small_suite(chess());
    change(options);
    EXPECT_THROW(options.validate(), Error);
  };
  refused([](SuiteOptions& options) { options.count = 0; });
  refused([](SuiteOptions& options) { options.patience = 0; });
  refused([](SuiteOptions& options) { options.threads = 0; });
  refused([](SuiteOptions& options) { options.band = {-1, 50}; });
  refused([](SuiteOptions& options) { options.band = {80, 50}; });
  refused([](SuiteOptions& options) { options.band.most = max_eval + 1; });
  refused([](SuiteOptions& options) { options.limits.move_time = std::chrono::milliseconds(5); });
  EXPECT_NO_THROW(small_suite(chess()).validate());
}

}  // namespace
}  // namespace hone::play
