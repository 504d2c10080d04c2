// SPDX-License-Identifier: MIT
//
// Games of the mock engine, by any protocol.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "engine/game_driver.hpp"
#include "engine/game_play.hpp"
#include "tests/engine/no_adjudication.hpp"
#include "tuner/play/entrant.hpp"

namespace hone::play::mocks {

using Protocol = PlayerSpec::Kind;
inline constexpr std::array protocols{Protocol::uci, Protocol::xboard, Protocol::gtp};

inline const GameDriver& chess() { return find_driver("chess"); }
inline const GameDriver& go() { return find_driver("go_9"); }
// The game that the mock plays by this protocol.
inline const GameDriver& game_of(Protocol protocol) { return protocol == Protocol::gtp ? go() : chess(); }

// Limits that are long for a busy machine, but short for engines that never answer.
inline UciSettings mock(const std::string& mode, const std::string& number = "0") {
  using namespace std::chrono_literals;
  UciSettings settings;
  settings.command = {MOCK_ENGINE, mode, number};
  settings.player = "mock";
  settings.start_limit = settings.ready_limit = 20s;
  settings.stall_limit = 20s;
  settings.stop_limit = 5s;
  return settings;
}

inline UciSettings impatient(UciSettings settings) {
  settings.stall_limit = std::chrono::milliseconds(1000);
  settings.stop_limit = std::chrono::milliseconds(50);
  return settings;
}

inline PlayerSpec spec_of(Protocol protocol, const UciSettings& settings) {
  PlayerSpec spec;
  spec.name = settings.player;
  spec.kind = protocol;
  spec.uci = settings;
  return spec;
}

inline std::unique_ptr<Player> player(Protocol protocol, const UciSettings& settings) {
  return make_player(game_of(protocol), spec_of(protocol, settings), {}, {});
}

// Throws Error when the engine cannot play.
inline void check(Protocol protocol, const UciSettings& settings) {
  check_player(game_of(protocol), spec_of(protocol, settings));
}

// Limits that the mocks of the protocol take: none in GTP.
inline Limits limits_of(Protocol protocol) {
  Limits limits;
  if (protocol == Protocol::uci) limits.nodes = 10;
  if (protocol == Protocol::xboard) limits.depth = 4;
  return limits;
}

inline GamePlayOptions ten_plies(Protocol protocol = Protocol::uci) {
  GamePlayOptions options;
  options.limits[0] = options.limits[1] = limits_of(protocol);
  options.adjudication = no_adjudication();
  options.max_plies = 10;
  return options;
}

inline FinishedGame play(Player& first, Player& second, const GamePlayOptions& options = ten_plies(),
                         const Opening& opening = {}, const GameDriver& game = chess()) {
  return play_game(game, opening, {&first, &second}, options, 1, {}).value();
}

// What two good mocks play in ten plies.
inline void expect_good_game(const FinishedGame& game) {
  using namespace std::chrono_literals;
  EXPECT_EQ(game.record.outcome, (Outcome{0, EndReason::max_plies}));
  ASSERT_EQ(game.efforts.size(), 10U);
  EXPECT_EQ(game.efforts[9].depth, 4);
  EXPECT_EQ(game.efforts[9].nodes, 345U);
  EXPECT_GT(game.efforts[9].elapsed, 0ns);
  EXPECT_EQ(game.record.moves[9].score, 12);
  EXPECT_FALSE(game.fault.has_value());
  EXPECT_EQ(game.warnings[0].count + game.warnings[1].count, 0U);
}

}  // namespace hone::play::mocks
