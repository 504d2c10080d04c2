// SPDX-License-Identifier: MIT
//
// What engines do wrong, by any protocol: it loses the game in which it happens, and no other.
#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/uci/mock_players.hpp"
#include "tests/tuner/play/uci/processes.hpp"

namespace hone::play {
namespace {

using namespace std::chrono_literals;
using namespace mocks;
using testing::HasSubstr;

struct Misdeed {
  const char* mode;
  EndReason reason;
  const char* detail;
  std::size_t plies;  // played before the failure
};

using Case = std::tuple<Protocol, Misdeed>;

class Misdeeds : public Processes, public testing::WithParamInterface<Case> {
 protected:
  [[nodiscard]] Protocol protocol() const { return std::get<0>(GetParam()); }
  [[nodiscard]] const Misdeed& misdeed() const { return std::get<1>(GetParam()); }
  [[nodiscard]] std::unique_ptr<Player> good() const { return player(protocol(), mock("good")); }
  [[nodiscard]] FinishedGame play(Player& first, Player& second) const {
    return mocks::play(first, second, ten_plies(protocol()), {}, game_of(protocol()));
  }
};

std::string name_of(const testing::TestParamInfo<Case>& test) {
  const auto& [protocol, misdeed] = test.param;
  return std::string(protocol_name(protocol)) + '_' + misdeed.mode;
}

// One game with either side, and then the next with the engine as it is after that.
TEST_P(Misdeeds, LoseTheGameAndNoOther) {
  const auto culprit = player(protocol(), impatient(mock(misdeed().mode)));
  const auto good = this->good();
  for (const Side side : {Side::first, Side::second, Side::first}) {
    const bool is_first = side == Side::first;
    const FinishedGame game = is_first ? play(*culprit, *good) : play(*good, *culprit);
    EXPECT_EQ(game.record.outcome, (Outcome{-sign(side), misdeed().reason}));
    ASSERT_TRUE(game.fault.has_value());
    EXPECT_EQ(game.fault->side, side);
    EXPECT_EQ(game.fault->failure.reason, misdeed().reason);
    EXPECT_THAT(game.fault->failure.detail, HasSubstr(misdeed().detail));
    const std::size_t plies = misdeed().plies + (is_first || misdeed().plies == 0 ? 0 : 1);
    EXPECT_EQ(game.record.moves.size(), plies);
    EXPECT_EQ(game.efforts.size(), plies);
  }
}

INSTANTIATE_TEST_SUITE_P(
    InGame, Misdeeds,
    testing::Combine(testing::ValuesIn(protocols),
                     testing::Values(Misdeed{"abort", EndReason::crash, "killed by signal 6", 4},
                                     Misdeed{"exit", EndReason::crash, "exited with code 3, saying 'no network file'",
                                             4},
                                     Misdeed{"hang", EndReason::stalled, "no move within 1000 ms", 4},
                                     Misdeed{"ignore_quit", EndReason::stalled, "no move within 1000 ms", 4},
                                     Misdeed{"flood", EndReason::stalled, "", 4},
                                     Misdeed{"flood_without_lines", EndReason::stalled, "", 4},
                                     Misdeed{"close_output", EndReason::crash, "closed its pipes", 4})),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    AtTheStart, Misdeeds,
    testing::Combine(testing::ValuesIn(protocols),
                     testing::Values(Misdeed{"crash_at_start", EndReason::crash, "exited with code 3", 0},
                                     Misdeed{"exit_after_uciok", EndReason::crash, "exited with code 0", 0})),
    name_of);

// A search in nodes may not end because the engine does not know them.
INSTANTIATE_TEST_SUITE_P(WithAReason, Misdeeds,
                         testing::Values(Case{Protocol::uci,
                                              {"hang", EndReason::stalled,
                                               "no move within 1000 ms; it may not know 'go nodes': try --depth", 4}}),
                         name_of);

// An illegal move does not end the engine, which goes on counting its moves; so it makes the error in the first game
// only.
class BadMoves : public Misdeeds {};

TEST_P(BadMoves, LoseTheGame) {
  const auto culprit = player(protocol(), impatient(mock(misdeed().mode)));
  const auto good = this->good();
  const FinishedGame game = play(*good, *culprit);
  EXPECT_EQ(game.record.outcome, (Outcome{1, misdeed().reason}));
  const std::string word = protocol() == Protocol::uci ? "bestmove " : "move ";
  EXPECT_EQ(game.fault->failure.detail, word + misdeed().detail);
  EXPECT_EQ(game.record.moves.size(), 5U);
  EXPECT_EQ(play(*culprit, *good).record.outcome, (Outcome{0, EndReason::max_plies}));
}

INSTANTIATE_TEST_SUITE_P(InGame, BadMoves,
                         testing::Combine(testing::ValuesIn(protocols),
                                          testing::Values(Misdeed{"illegal", EndReason::illegal_move, "'e1e8'", 0},
                                                          Misdeed{"no_move", EndReason::illegal_move, "'(none)'", 0},
                                                          Misdeed{"null_move", EndReason::illegal_move, "'0000'", 0},
                                                          Misdeed{"empty_bestmove", EndReason::illegal_move, "''", 0})),
                         name_of);

// The xboard protocol has moves in SAN as well.
INSTANTIATE_TEST_SUITE_P(San, BadMoves,
                         testing::Values(Case{Protocol::uci, {"san", EndReason::illegal_move, "'Nf3'", 0}}), name_of);

// -- What the protocols have in common

class AllProtocols : public Processes, public testing::WithParamInterface<Protocol> {
 protected:
  [[nodiscard]] static std::unique_ptr<Player> engine(const UciSettings& settings) {
    return player(GetParam(), settings);
  }
  [[nodiscard]] static GamePlayOptions ten_plies() { return mocks::ten_plies(GetParam()); }
  [[nodiscard]] static FinishedGame play(Player& first, Player& second, const GamePlayOptions& options) {
    return mocks::play(first, second, options, {}, game_of(GetParam()));
  }
  [[nodiscard]] static GamePlayOptions timed(const Limits& limits, std::chrono::milliseconds margin) {
    GamePlayOptions options = ten_plies();
    options.limits[0] = limits;
    options.time_margins[0] = margin;
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(Protocols, AllProtocols, testing::ValuesIn(protocols),
                         [](const auto& test) { return std::string(protocol_name(test.param)); });

TEST_P(AllProtocols, PlayAGame) {
  const auto first = engine(mock("good")), second = engine(mock("good"));
  const FinishedGame game = play(*first, *second, ten_plies());
  if (GetParam() != Protocol::gtp) return expect_good_game(game);
  EXPECT_EQ(game.record.outcome, (Outcome{0, EndReason::max_plies}));
  EXPECT_FALSE(game.fault.has_value());
  EXPECT_EQ(game.warnings[0].count + game.warnings[1].count, 0U);
}

TEST_P(AllProtocols, LoseWhenTheyAreNotReadyInTime) {
  for (const char* mode : {"never_uciok", "never_ready"}) {
    UciSettings settings = impatient(mock(mode));
    settings.start_limit = mode == std::string("never_uciok") ? 100ms : 20s;
    settings.ready_limit = 100ms;
    const auto culprit = engine(settings), good = engine(mock("good"));
    const FinishedGame game = play(*culprit, *good, ten_plies());
    EXPECT_EQ(game.record.outcome, (Outcome{-1, EndReason::stalled})) << mode;
    EXPECT_THAT(game.fault->failure.detail, HasSubstr(" within 100 ms"));
  }
}

TEST_P(AllProtocols, SurviveWhatIsNoProtocol) {
  for (const char* mode : {"garbage", "overlong", "loud"}) {
    const auto odd = engine(mock(mode)), good = engine(mock("good"));
    const FinishedGame game = play(*odd, *good, ten_plies());
    EXPECT_EQ(game.record.outcome.reason, EndReason::max_plies) << mode;
    EXPECT_EQ(game.warnings[1].count, 0U);
  }
}

TEST_P(AllProtocols, ForfeitWhenTheirClockRunsOut) {
  const auto slow = engine(mock("slow", "120")), good = engine(mock("good"));
  Limits limits;
  limits.clock = Clock{300ms, 0ms, 0};
  const FinishedGame game = play(*slow, *good, timed(limits, 0ms));
  EXPECT_EQ(game.record.outcome, (Outcome{-1, EndReason::time_forfeit}));
  EXPECT_LE(game.record.moves.size(), 4U);
  limits.clock = Clock{20s, 0ms, 0};
  EXPECT_EQ(play(*slow, *good, timed(limits, 0ms)).record.outcome.reason, EndReason::max_plies);
}

TEST_P(AllProtocols, ForfeitWhenAMoveTakesTooLong) {
  const bool is_uci = GetParam() == Protocol::uci;  // the other has whole seconds
  const auto slow = engine(mock("slow", is_uci ? "120" : "1300")), good = engine(mock("good"));
  Limits limits;
  limits.move_time = is_uci ? 20ms : 1'000ms;
  const FinishedGame game = play(*slow, *good, timed(limits, 50ms));
  EXPECT_EQ(game.record.outcome, (Outcome{-1, EndReason::time_forfeit}));
  EXPECT_EQ(game.fault->failure.detail, is_uci ? "no move within 70 ms" : "no move within 1050 ms");
  GamePlayOptions patient = timed(limits, 10s);
  patient.max_plies = 3;
  EXPECT_EQ(play(*slow, *good, patient).record.outcome.reason, EndReason::max_plies);
}

TEST_P(AllProtocols, AreStartedAgainWhenTheyHangAndTheirTimeIsUp) {
  const auto culprit = engine(impatient(mock("hang"))), good = engine(mock("good"));
  Limits limits;
  limits.clock = Clock{500ms, 0ms, 0};
  const FinishedGame first = play(*culprit, *good, timed(limits, 0ms));
  EXPECT_EQ(first.record.outcome, (Outcome{-1, EndReason::time_forfeit}));
  EXPECT_EQ(first.warnings[0].count, 1U);
  EXPECT_THAT(first.warnings[0].first, HasSubstr("after the end of its game: no "));
  const FinishedGame second = play(*culprit, *good, timed(limits, 0ms));
  EXPECT_EQ(second.record.moves.size(), first.record.moves.size());
}

// At once, and not before their next game: others play meanwhile.
TEST_P(AllProtocols, AreToldToEndTheirSearchWhenTheirTimeIsUp) {
  if (GetParam() == Protocol::gtp) GTEST_SKIP() << "the protocol has no word that ends a search";
  const TempFolder folder;
  UciSettings settings = mock("until_told");
  settings.log_folder = folder.path();
  const auto slow = engine(settings), good = engine(mock("good"));
  Limits limits;
  limits.clock = Clock{1s, 0ms, 0};
  const FinishedGame first = play(*slow, *good, timed(limits, 0ms));
  EXPECT_EQ(first.record.outcome, (Outcome{-1, EndReason::time_forfeit}));
  EXPECT_EQ(first.warnings[0].count, 0U);
  const auto logs = [&] { return std::filesystem::directory_iterator(folder.path()); };
  EXPECT_THAT(read_file(logs()->path()), HasSubstr(GetParam() == Protocol::uci ? "> stop\n" : "> ?\n"));
  limits.clock = Clock{20s, 0ms, 0};
  EXPECT_EQ(play(*slow, *good, timed(limits, 0ms)).record.outcome.reason, EndReason::max_plies);
  EXPECT_EQ(std::distance(begin(logs()), end(logs())), 1);  // the process is the same
}

TEST_P(AllProtocols, GiveUpWhenStopped) {
  UciSettings settings = mock("hang");
  settings.stop_limit = 50ms;
  const auto hanging = engine(settings), good = engine(mock("good"));
  std::stop_source source;
  const auto start = std::chrono::steady_clock::now();
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(200ms);
    source.request_stop();
  });
  EXPECT_EQ(play_game(game_of(GetParam()), {}, {hanging.get(), good.get()}, ten_plies(), 1, source.get_token()),
            std::nullopt);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

}  // namespace
}  // namespace hone::play
