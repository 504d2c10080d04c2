// SPDX-License-Identifier: MIT
//
// One running UCI engine (Universal Chess Interface; Stefan Meyer-Kahlen, Rudolf Huber, 2006): the dialogue with it,
// and the failures that can occur. Every answer has a deadline.
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
#include "tuner/play/uci/dialogue.hpp"
#include "tuner/play/uci/process.hpp"
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
  // Sets the options of the settings. Throws Error when the engine does not have one of them, or does not take its
  // value. A '!' before the name is no part of it: such an option is set as it is, listed or not.
  void set_options();
  [[nodiscard]] std::optional<Failure> new_game(bool chess960, const std::stop_token& stop);

  struct Answer {
    std::string move;  // as the engine spelt it; empty after a failure or when stopped
    UciInfo info;      // of the last line with a score
    std::chrono::nanoseconds elapsed{};
    std::optional<Failure> failure;
  };
  // How long to wait for a move.
  struct Patience {
    std::chrono::milliseconds limit{};
    Failure late;                                     // that the answer has when there is no move within the limit
    std::optional<std::chrono::milliseconds> notice;  // after which settings.notice is told of the wait
    std::string_view hint = {};                       // at the end of that notice: why it may be
  };
  [[nodiscard]] Answer search(const std::string& position, const std::string& go, const Patience& patience,
                              const std::stop_token& stop);

  // Sends lines, each with its line end, and passes what the engine says to is_answer until that returns true. Once
  // stopped the engine may still have to answer, and is of no use.
  [[nodiscard]] std::optional<Failure> converse(const std::string& lines, std::chrono::milliseconds limit,
                                                const std::stop_token& stop,
                                                const std::function<bool(std::string_view)>& is_answer);

  [[nodiscard]] const std::string& name() const { return name_; }  // from `id name`, as the engine spells it
  [[nodiscard]] const std::vector<UciOption>& options() const { return options_; }
  [[nodiscard]] std::vector<std::string> last_lines() const { return dialogue_.last_lines(); }
  [[nodiscard]] ProtocolWarnings take_warnings();

 private:
  [[nodiscard]] std::optional<Failure> await(std::string_view answer, std::chrono::milliseconds limit,
                                             const std::stop_token& stop);
  [[nodiscard]] std::optional<Failure> end_search(const std::stop_token& stop);
  bool write(const std::string& lines);
  [[nodiscard]] Process::Wait wait(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop,
                                   const std::function<bool(std::string_view)>& is_answer);
  [[nodiscard]] Process::Wait wait_for_move(const std::string& go, const Patience& patience,
                                            const std::stop_token& stop,
                                            const std::function<bool(std::string_view)>& is_answer);
  void take_introduction(std::string_view line);
  [[nodiscard]] Failure gone();
  [[nodiscard]] std::optional<Failure> failure_of(Process::Wait wait, Failure late);
  void take_search_line(std::string_view line);
  void set_option(const std::string& name, const std::string& value);
  void send_option(const std::string& name, const std::string& value);
  void warn(std::string_view line);

  const UciSettings& settings_;
  Dialogue dialogue_;
  Process process_;
  std::string name_;
  std::vector<UciOption> options_;
  bool chess960_ = false;
  bool searching_ = false;   // the engine still has to answer with bestmove
  std::string scored_info_;  // the last info line with a score
  std::uint64_t overlong_lines_ = 0;
  ProtocolWarnings warnings_;
};

}  // namespace hone::play
