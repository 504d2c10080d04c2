// SPDX-License-Identifier: MIT
//
// An engine that is asked what it thinks of positions while its options are changed. Positions are sent many at a time,
// each with an `isready` behind it, whose `readyok` ends the answer; where evaluations are searches, one at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "tuner/exchange/probe_differences.hpp"
#include "tuner/exchange/probe_options.hpp"
#include "tuner/exchange/probe_question.hpp"
#include "tuner/play/uci/uci_engine.hpp"

namespace hone::exchange {

// A position as an engine is told of it.
struct AskedPosition {
  std::string command;  // "position fen ...", without a line end
  bool black_to_move = false;
};

// How an engine is started, and how long it may take.
struct ProbeEngineSettings {
  play::UciSettings uci;
  std::chrono::milliseconds timeout{10'000};  // for one evaluation, and for the engine to be ready
};

// Throws Error from every call where the engine crashes, hangs or is not understood; the message names the engine, the
// option and its value, and the position. Once stopped, an object is of no use but to be destroyed.
class ProbeEngine {
 public:
  // Starts the engine and sets the options of the settings. Both arguments must outlive this object.
  ProbeEngine(const ProbeEngineSettings& settings, const Question& question);

  [[nodiscard]] const std::string& name() const { return engine_.name(); }
  [[nodiscard]] const std::vector<play::UciOption>& options() const { return engine_.options(); }

  // Sets options, in this order, and then makes the engine forget and prepares it as the question says.
  void set(std::span<const std::pair<std::string, std::int64_t>> values, const std::stop_token& stop);

  // The scores of positions; those that the engine gives no number are NaN. Empty when stopped.
  [[nodiscard]] Scores evaluate(std::span<const AskedPosition> positions, const std::stop_token& stop);

  // What was said last, for errors.
  [[nodiscard]] std::string last_words() const;

  // Digits after the point, the most that were seen so far.
  [[nodiscard]] int decimals() const { return decimals_; }

 private:
  void run(std::span<const Turn> turns, const std::stop_token& stop);
  void converse(const std::string& lines, std::string_view end, const std::stop_token& stop);
  void ask_together(std::span<const AskedPosition> positions, Scores& scores, const std::stop_token& stop);
  void ask_alone(const AskedPosition& position, Scores& scores, const std::stop_token& stop);
  [[nodiscard]] std::string introduction_of(const AskedPosition& position) const;
  [[nodiscard]] float score_found(const AskedPosition& position);
  [[nodiscard]] Error failure(const std::string& detail) const;

  const ProbeEngineSettings& settings_;
  const Question& question_;
  std::vector<Turn> turns_, preparation_;
  play::UciEngine engine_;
  AnswerReader reader_;
  int decimals_ = 0;
  std::string set_last_;                  // options and values, for errors
  const AskedPosition* asked_ = nullptr;  // whose answer is awaited, for errors
};

}  // namespace hone::exchange
