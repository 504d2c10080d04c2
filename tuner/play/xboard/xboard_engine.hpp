// SPDX-License-Identifier: MIT
//
// One running engine of the xboard protocol, version 2: what it is told, and what it answers. It is in force mode but
// while it searches a move, so that it makes the moves that it is told of and answers none of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/player.hpp"
#include "tuner/play/uci/engine_process.hpp"
#include "tuner/play/uci/uci_words.hpp"
#include "tuner/play/xboard/xboard_words.hpp"

namespace hone::play {

class XboardEngine {
 public:
  // Starts the process, and its log where the settings ask for one. Throws Error when that fails. The settings must
  // outlive the engine.
  explicit XboardEngine(const UciSettings& settings);
  ~XboardEngine();  // asks the engine to quit, and ends it if it does not

  // Begins the dialogue: reads the engine's features.
  [[nodiscard]] std::optional<Failure> introduce();
  // Sets the options of the settings: those of `feature option`, and `memory` and `cores` where the engine takes them.
  // Throws Error when it does not. "!WORD" is the command WORD, whatever it is: "!book" with "off" sends "book off".
  void set_options();
  // `position` is a FEN; empty: the initial position. The engine must take others (feature setboard).
  [[nodiscard]] std::optional<Failure> new_game(const std::string& position, const std::stop_token& stop);
  // Says commands of limits, and reads what it says to them where it answers pings. Throws Error when it refuses one.
  [[nodiscard]] std::optional<Failure> try_limits(const std::string& commands);

  // What an engine is told before it searches.
  struct Question {
    std::string limits;              // commands
    std::vector<std::string> moves;  // since it was last asked, its own left out
    std::string clocks;              // commands
    Side side_to_move = Side::first;
  };
  // An engine that answers pings may resign before it is told to move. Throws Error when it does not know a command of
  // its limits.
  [[nodiscard]] EngineAnswer search(const Question& question, const MovePatience& patience,
                                    const std::stop_token& stop);

  // Tells it to move at once where it still has to.
  [[nodiscard]] std::optional<Failure> end_search(const std::stop_token& stop);

  [[nodiscard]] const XboardFeatures& features() const { return features_; }
  [[nodiscard]] EngineProcess& process() { return process_; }

 private:
  void take(std::string_view line);
  void take_refusal(std::string_view line, std::string_view refused);
  void take_error(std::string_view line);
  [[nodiscard]] std::optional<Failure> say(const std::string& lines, const std::stop_token& stop,
                                           const std::function<void(std::string_view line)>& see);
  [[nodiscard]] bool take_end(std::string_view line, const Question& question, EngineAnswer& answer);
  [[nodiscard]] bool take_answer(std::string_view line, const Question& question, EngineAnswer& answer);
  [[nodiscard]] bool is_answered(const EngineAnswer& answer) const;
  [[nodiscard]] std::optional<Failure> wait_after_claim(const Question& question, EngineAnswer& answer,
                                                        const MovePatience& patience, const std::stop_token& stop);
  [[nodiscard]] std::optional<Failure> wait_for_move(const Question& question, EngineAnswer& answer,
                                                     const MovePatience& patience, const std::stop_token& stop);
  void require_limits() const;
  void set_option(const std::string& name, const std::string& value);
  void send_option(const UciOption& option, const std::string& value);

  const UciSettings& settings_;
  EngineProcess process_;
  XboardFeatures features_;
  bool has_features_ = false;
  bool searching_ = false;  // the engine still has to answer with a move
  int pings_ = 0;
  std::string thinking_;           // the last line of its thinking
  std::string claim_;              // a result that it has claimed since it was asked and that is no resignation
  std::vector<std::string> told_;  // the moves of the present question
  bool may_refuse_ = false;        // it is being told of a position or of moves
  std::string unknown_limit_;      // the line in which it has refused a limit
  std::optional<Failure> refusal_;
};

}  // namespace hone::play
