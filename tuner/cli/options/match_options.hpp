// SPDX-License-Identifier: MIT
//
// The options of `hone match`, and of its resumption: they are kept beside the game file as a --config file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/play_options.hpp"
#include "tuner/cli/options/player_options.hpp"
#include "tuner/match/tournament.hpp"

namespace hone::cli {

class MatchSettings {
 public:
  void declare(Options& options);

  [[nodiscard]] std::vector<play::PlayerSpec> players() const { return players_.players(); }
  [[nodiscard]] const GameDriver& game(const std::vector<play::PlayerSpec>& players) const;
  // Throws UsageError for options that do not go together.
  [[nodiscard]] match::TournamentOptions tournament(const GameDriver& game,
                                                    const std::vector<play::Player>& players) const;
  [[nodiscard]] std::chrono::milliseconds time_margin() const { return std::chrono::milliseconds(time_margin_); }
  [[nodiscard]] const std::optional<stats::SprtOptions>& sprt() const { return sprt_.test; }
  [[nodiscard]] EngineOptions engine() const;

  [[nodiscard]] std::optional<std::filesystem::path> record() const;
  [[nodiscard]] const std::string& pgn() const { return pgn_; }
  [[nodiscard]] const std::string& epd() const { return epd_; }

  // Of the match that is recorded in this file: where its options are kept, to keep them, to take them back. Threads
  // and --recover may change from session to session.
  [[nodiscard]] static std::filesystem::path config_of(std::filesystem::path record);
  void keep();
  void read(const std::filesystem::path& record);
  void take_session_options(const MatchSettings& given, const Options& options);

 private:
  void declare_players(Options& options);
  void declare_limits(Options& options);
  void declare_play(Options& options);
  [[nodiscard]] std::vector<Opening> suite(const GameDriver& game) const;

  GameOption game_;
  PlayerOptions players_;
  std::string format_ = "round-robin";
  std::size_t seeds_ = 1;
  int stages_ = 0;
  std::optional<std::uint64_t> games_;
  std::optional<std::uint64_t> rounds_;
  bool no_reverse_ = false;
  SprtFlag sprt_;
  LimitsOptions limits_;
  std::int64_t time_margin_ = GamePlayOptions::default_time_margin.count();
  std::string openings_;
  std::string order_ = "sequential";
  WorkOptions work_;
  OpeningFlags random_openings_;
  AdjudicationFlags adjudication_;
  int max_moves_ = 0;
  bool recover_ = false;
  std::string record_;
  std::string pgn_;
  std::string epd_;
};

}  // namespace hone::cli
