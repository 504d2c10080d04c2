// SPDX-License-Identifier: MIT
//
// One running engine of the Go Text Protocol, version 2: what it is told, and what it answers. It answers every
// command, and each answer has a deadline.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/player.hpp"
#include "tuner/play/gtp/gtp_words.hpp"
#include "tuner/play/uci/engine_process.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

class GtpEngine {
 public:
  // Starts the process, and its log where the settings ask for one. Throws Error when that fails. The settings must
  // outlive the engine.
  explicit GtpEngine(const UciSettings& settings);
  ~GtpEngine();  // asks the engine to quit, and ends it if it does not

  // Begins the dialogue: reads the engine's name and commands. Throws Error when it speaks another version.
  [[nodiscard]] std::optional<Failure> introduce();
  // Says the options of the settings, which are commands: "level" with "5" is "level 5". Throws Error when the engine
  // refuses one, or does not list it, unless the settings say to send such commands all the same or it begins with a
  // '!', which is no part of it.
  [[nodiscard]] std::optional<Failure> set_options();
  // Says the commands that begin a game. Throws Error when the engine refuses one: it has no such board, or no such
  // komi.
  [[nodiscard]] std::optional<Failure> new_game(const std::vector<std::string>& commands, const std::stop_token& stop);
  // Says commands, none of which the engine may refuse. Empty ones are left out.
  [[nodiscard]] std::optional<Failure> tell(const std::vector<std::string>& commands, const std::stop_token& stop);
  // Says the command of a limit. Throws Error when the engine does not know or take it.
  [[nodiscard]] std::optional<Failure> set_limit(const std::string& command, const std::stop_token& stop);

  [[nodiscard]] EngineAnswer search(Side side, const MovePatience& patience, const std::stop_token& stop);
  // Waits for the move that the engine still has to answer with: the protocol has no word that ends a search.
  [[nodiscard]] std::optional<Failure> end_search(const std::stop_token& stop);

  [[nodiscard]] bool knows(std::string_view command) const;
  [[nodiscard]] EngineProcess& process() { return process_; }

 private:
  [[nodiscard]] GtpAnswer begin(std::string_view command, std::string& line);
  [[nodiscard]] bool take(GtpAnswer& answer, std::string_view line);
  [[nodiscard]] std::optional<Failure> ask(std::string_view command, std::chrono::milliseconds limit,
                                           const std::stop_token& stop, GtpAnswer& answer);
  // Throws Error when the engine refuses.
  [[nodiscard]] std::optional<Failure> require(const std::string& command, const std::stop_token& stop);
  [[nodiscard]] std::string shown_name() const;

  const UciSettings& settings_;
  EngineProcess process_;
  std::string name_;
  std::vector<std::string> commands_;
  int number_ = 0;                    // of the last command
  std::optional<GtpAnswer> pending_;  // of a search that goes on
};

}  // namespace hone::play
