// SPDX-License-Identifier: MIT
//
// The process of an engine with the dialogue that it and this program hold, whatever protocol they speak: the wait for
// an answer, each with its deadline, the failures that can occur, and what a user is told of them.
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

// What an engine answers when it is to move.
struct EngineAnswer {
  std::string move;  // as the engine spelt it; empty after a failure, when it resigned and when stopped
  UciInfo info;      // of the last line with a score
  std::chrono::nanoseconds elapsed{};
  std::optional<Failure> failure;
  bool resigned = false;
};

// How long to wait for a move.
struct MovePatience {
  std::chrono::milliseconds limit{};
  EndReason late = EndReason::stalled;  // how the game ends when there is no move within the limit

  // For moves without a time limit. After `quiet` settings.notice is told of the wait, if `notify` says so. From then
  // on an engine that says it has searched far more than `nodes` has failed, and one that has searched some has until
  // `alive`.
  std::optional<std::chrono::milliseconds> quiet;
  bool notify = false;
  std::string_view hint = {};  // at the end of that notice, and of the failure: why it may be
  std::optional<std::uint64_t> nodes = {};
  std::chrono::milliseconds alive{};

  // Of an engine that was waited for as long as this.
  [[nodiscard]] Failure no_move_within(std::chrono::milliseconds waited) const;
};

class EngineProcess {
 public:
  using IsAnswer = std::function<bool(std::string_view line)>;

  // Starts the process, and its log where the settings ask for one. Throws Error when that fails. The settings must
  // outlive this object.
  explicit EngineProcess(const UciSettings& settings);
  // Says farewell, and ends the process if it does not end by itself.
  void end(std::string_view farewell);

  bool write(const std::string& lines);  // returns false when the process has closed its input
  [[nodiscard]] Process::Wait wait(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop,
                                   const IsAnswer& is_answer);
  // Sends lines, each with its line end, and passes what the engine says to is_answer until that returns true. `late`
  // is the failure when it does not within the limit. Returns nothing when stopped, too.
  [[nodiscard]] std::optional<Failure> converse(const std::string& lines, std::chrono::milliseconds limit,
                                                const std::stop_token& stop, const IsAnswer& is_answer, Failure late);
  // Waits for the answer to `go`, of which `searched` says how many nodes the engine has named so far.
  [[nodiscard]] std::optional<Failure> wait_for_move(const std::string& go, const MovePatience& patience,
                                                     const std::stop_token& stop, const IsAnswer& is_answer,
                                                     const std::function<std::uint64_t()>& searched);
  [[nodiscard]] Failure gone();  // why the process does not talk any more

  void warn(std::string_view line);  // counts a line that violates the protocol
  [[nodiscard]] ProtocolWarnings take_warnings();
  [[nodiscard]] std::vector<std::string> last_lines() const { return dialogue_.last_lines(); }

 private:
  [[nodiscard]] std::optional<Failure> failure_of(Process::Wait wait, Failure late);

  const UciSettings& settings_;
  Dialogue dialogue_;
  Process process_;
  std::uint64_t overlong_lines_ = 0;
  ProtocolWarnings warnings_;
};

}  // namespace hone::play
