// SPDX-License-Identifier: MIT
//
// One running UCI engine (Universal Chess Interface; Stefan Meyer-Kahlen, Rudolf Huber, 2006): what it is told, and
// what it answers. Every answer has a deadline.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/player.hpp"
#include "tuner/play/uci/engine_process.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

class UciEngine {
 public:
  // Starts the process, and its log where the settings ask for one. Throws Error when that fails. The settings must
  // outlive the engine.
  explicit UciEngine(const UciSettings& settings);
  ~UciEngine();  // asks the engine to quit, and ends it if it does not

  // Begins the dialogue: reads the engine's name and options.
  [[nodiscard]] std::optional<Failure> introduce();
  // Sets the options of the settings. Throws Error when the engine does not take the value of one of them, or does not
  // list it, unless the settings say to set such options all the same. A '!' before the name is no part of it: such an
  // option is set as it is, listed or not.
  void set_options();
  // The same of other options.
  void set_options(const std::vector<std::pair<std::string, std::string>>& options);
  [[nodiscard]] std::optional<Failure> new_game(bool chess960, const std::stop_token& stop);

  [[nodiscard]] EngineAnswer search(const std::string& position, const std::string& go, const MovePatience& patience,
                                    const std::stop_token& stop);

  // Tells it to stop where it still has to answer with bestmove.
  [[nodiscard]] std::optional<Failure> end_search(const std::stop_token& stop);

  // Sends lines, each with its line end, and passes what the engine says to is_answer until that returns true. Once
  // stopped the engine may still have to answer, and is of no use.
  [[nodiscard]] std::optional<Failure> converse(const std::string& lines, std::chrono::milliseconds limit,
                                                const std::stop_token& stop, const EngineProcess::IsAnswer& is_answer);

  [[nodiscard]] const std::string& name() const { return name_; }  // from `id name`, as the engine spells it
  [[nodiscard]] const std::vector<UciOption>& options() const { return options_; }
  [[nodiscard]] EngineProcess& process() { return process_; }
  [[nodiscard]] std::vector<std::string> last_lines() const { return process_.last_lines(); }

 private:
  [[nodiscard]] std::optional<Failure> ask(const std::string& lines, std::string_view answer,
                                           std::chrono::milliseconds limit, const std::stop_token& stop);
  [[nodiscard]] std::optional<Failure> catch_up(const std::stop_token& stop);
  void take_introduction(std::string_view line);
  void take_search_line(std::string_view line);
  void set_option(const std::string& name, const std::string& value);
  void send_option(const std::string& name, const std::string& value);
  [[nodiscard]] std::uint64_t searched() const;

  const UciSettings& settings_;
  EngineProcess process_;
  std::string name_;
  std::vector<UciOption> options_;
  bool chess960_ = false;    // what its option says
  bool searching_ = false;   // the engine still has to answer with bestmove
  std::string scored_info_;  // the last info line with a score
  std::string nodes_info_;   // the last info line with a number of nodes
};

}  // namespace hone::play
