// SPDX-License-Identifier: MIT
//
// An engine that is asked what it thinks of positions while its options are changed. Positions are sent many at a time,
// each with an `isready` behind it, whose `readyok` ends the answer; where evaluations are searches, one at a time.
// An engine that reads its weights from a file, or that does not forget, is started anew whenever one of them changes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "tuner/exchange/probe/probe_differences.hpp"
#include "tuner/exchange/probe/probe_options.hpp"
#include "tuner/exchange/probe/probe_question.hpp"
#include "tuner/exchange/probe/weight_files.hpp"
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
  // Of an engine that reads its weights from a file; null: they are options.
  std::shared_ptr<const WeightFiles> files = {};
  bool has_weights_inside = false;  // they stand in its source, and cannot be changed
};

// Throws Error from every call where the engine crashes, hangs or is not understood; the message names the engine, the
// option and its value, and the position. Once stopped, an object is of no use but to be destroyed.
class ProbeEngine {
 public:
  // Starts the engine and sets the options of the settings. Settings and question must outlive this object. `weights`
  // are what the file says of an engine that reads one, and of no use to others.
  ProbeEngine(const ProbeEngineSettings& settings, const Question& question,
              const std::optional<Weights>& weights = std::nullopt);

  [[nodiscard]] const std::string& name() const { return engine_->name(); }
  [[nodiscard]] const std::vector<play::UciOption>& options() const { return engine_->options(); }

  // Sets options, in this order, and then makes the engine forget and prepares it as the question says. Where the
  // engine reads a file they are terms of the weights (Schema::term_name).
  void set(std::span<const std::pair<std::string, std::int64_t>> values, const std::stop_token& stop);

  // The scores of positions; those that the engine gives no number are NaN. Empty when stopped.
  [[nodiscard]] Scores evaluate(std::span<const AskedPosition> positions, const std::stop_token& stop);

  // The rows that it prints of positions, without results; nothing for those of which it prints none. Empty when
  // stopped.
  [[nodiscard]] std::vector<std::optional<std::string>> rows(std::span<const AskedPosition> positions,
                                                             const std::stop_token& stop);

  // What was said last, for errors.
  [[nodiscard]] std::string last_words() const;

  // Digits after the point, the most that were seen so far.
  [[nodiscard]] int decimals() const { return decimals_; }

 private:
  using Taken = std::function<void(const AskedPosition&)>;  // is called for each position when its answer is there

  void start();
  [[nodiscard]] std::string set_lines(std::span<const std::pair<std::string, std::int64_t>> values);
  void run(std::span<const Turn> turns, const std::stop_token& stop);
  void converse(const std::string& lines, std::string_view end, const std::stop_token& stop);
  void ask(std::span<const AskedPosition> positions, const Taken& taken, const std::stop_token& stop);
  void ask_together(std::span<const AskedPosition> positions, const Taken& taken, const std::stop_token& stop);
  void ask_alone(const AskedPosition& position, const Taken& taken, const std::stop_token& stop);
  [[nodiscard]] std::string introduction_of(const AskedPosition& position) const;
  [[nodiscard]] float score_found(const AskedPosition& position);
  [[nodiscard]] Error failure(const std::string& detail) const;

  const ProbeEngineSettings& settings_;
  const Question& question_;
  std::vector<Turn> turns_, preparation_;
  std::optional<Weights> weights_;                // of the file
  std::map<std::string, std::size_t> weight_of_;  // by the names of terms
  play::UciSettings uci_;                         // of the process
  std::filesystem::path file_;                    // that it reads
  std::unique_ptr<play::UciEngine> engine_;
  std::vector<std::pair<std::string, std::int64_t>> set_;  // all that was set, where processes are started anew
  AnswerReader reader_;
  int decimals_ = 0;
  std::string set_last_;                  // options and values, for errors
  const AskedPosition* asked_ = nullptr;  // whose answer is awaited, for errors
};

}  // namespace hone::exchange
