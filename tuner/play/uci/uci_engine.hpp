// SPDX-License-Identifier: MIT
//
// One running UCI engine (Universal Chess Interface; Stefan Meyer-Kahlen, Rudolf Huber, 2006): the dialogue with it,
// and the failures that can occur. Every answer has a deadline.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/player.hpp"
#include "tuner/play/uci/process.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

class UciEngine {
 public:
  // Starts the process. Throws Error when that fails. The settings must outlive the engine.
  explicit UciEngine(const UciSettings& settings);
  ~UciEngine();  // asks the engine to quit, and ends it if it does not

  // Begins the dialogue: reads the engine's options and sets those of the settings. Throws Error when the engine does
  // not have one of these, or does not take its value.
  [[nodiscard]] std::optional<Failure> introduce();
  [[nodiscard]] std::optional<Failure> new_game(bool chess960, const std::stop_token& stop);

  struct Answer {
    std::string move;  // as the engine spelt it; empty after a failure or when stopped
    UciInfo info;      // of the last line with a score
    std::chrono::nanoseconds elapsed{};
    std::optional<Failure> failure;
  };
  // When there is no move within `limit`, the answer has the failure `late`.
  [[nodiscard]] Answer search(const std::string& position, const std::string& go, std::chrono::milliseconds limit,
                              const Failure& late, const std::stop_token& stop);

  [[nodiscard]] const std::vector<UciOption>& options() const { return options_; }
  [[nodiscard]] ProtocolWarnings take_warnings();

 private:
  [[nodiscard]] std::optional<Failure> await(std::string_view answer, std::chrono::milliseconds limit,
                                             const std::stop_token& stop);
  [[nodiscard]] std::optional<Failure> end_search(const std::stop_token& stop);
  [[nodiscard]] Failure gone();
  [[nodiscard]] std::optional<Failure> failure_of(Process::Wait wait, Failure late);
  void take_search_line(std::string_view line);
  void set_option(const std::string& name, const std::string& value);
  void warn(std::string_view line);

  const UciSettings& settings_;
  Process process_;
  std::vector<UciOption> options_;
  bool chess960_ = false;
  bool searching_ = false;   // the engine still has to answer with bestmove
  std::string scored_info_;  // the last info line with a score
  std::uint64_t overlong_lines_ = 0;
  ProtocolWarnings warnings_;
};

}  // namespace hone::play
