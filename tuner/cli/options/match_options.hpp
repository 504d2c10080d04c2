// SPDX-License-Identifier: MIT
//
// The options of `hone match`, and of its resumption: they are kept beside the game file as a --config file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/pgn_options.hpp"
#include "tuner/cli/options/player_options.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/options.hpp"

namespace hone::cli {

class MatchSettings {
 public:
  void declare(Options& options);

  [[nodiscard]] std::vector<play::PlayerSpec> players() const { return players_.players(); }
  [[nodiscard]] const GameDriver& game(const std::vector<play::PlayerSpec>& players) const;
  // Throws UsageError for options that do not go together.
  [[nodiscard]] match::TournamentOptions tournament(const GameDriver& game,
                                                    const std::vector<play::Entrant>& players) const;
  [[nodiscard]] std::chrono::milliseconds time_margin() const { return std::chrono::milliseconds(time_margin_); }
  [[nodiscard]] const std::optional<stats::SprtOptions>& sprt() const { return match_.sprt; }
  [[nodiscard]] const EngineOptions& engine() const { return match_.engine; }
  [[nodiscard]] const Limits& limits() const { return match_.limits; }  // of players without limits of their own

  [[nodiscard]] std::optional<std::filesystem::path> record() const;
  [[nodiscard]] const std::string& pgn() const { return pgn_; }
  [[nodiscard]] const std::string& epd() const { return epd_; }
  [[nodiscard]] const PgnOptions& pgn_tags() const { return pgn_tags_; }

  // Decides what is left open when these options were given: whether games are adjudicated, and the date.
  void settle(const std::vector<play::PlayerSpec>& players, const Options& given);
  // Whether adjudication is off because an engine of another process plays, whose scores are in units of its own.
  [[nodiscard]] bool is_left_to_the_rules() const { return left_to_the_rules_; }

  // The file that keeps the options of the match that is recorded in this file.
  [[nodiscard]] static std::filesystem::path config_of(std::filesystem::path record);
  void keep();
  // The options of the match that is recorded in this file; nothing when none were kept.
  [[nodiscard]] static std::optional<MatchSettings> kept(const std::filesystem::path& record);
  // Whether the other match may have as many games as this one, and the same SPRT.
  [[nodiscard]] bool has_length_of(MatchSettings other);
  [[nodiscard]] bool has_stages() const;  // more than one
  // Takes back the options of the recorded match, and of the command that resumes it those that may change.
  void resume(const std::filesystem::path& record, const Options& given);

 private:
  void declare_openings(Options& options);
  [[nodiscard]] std::vector<Opening> suite(const GameDriver& game) const;

  GameOption game_;
  PlayerOptions players_;
  match::TournamentOptions match_{.threads = all_cores()};
  std::optional<std::uint64_t> games_;
  std::optional<std::uint64_t> rounds_;
  std::int64_t time_margin_ = GamePlayOptions::default_time_margin.count();
  std::string openings_;
  std::string order_ = "sequential";
  play::OpeningChoice random_openings_;
  std::string record_;
  std::string pgn_;
  std::string epd_;
  PgnOptions pgn_tags_;
  bool left_to_the_rules_ = false;
};

}  // namespace hone::cli
