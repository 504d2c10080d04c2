// SPDX-License-Identifier: MIT
//
// Rows from an unmodified engine: the counts of a position are the numerical differences of the engine's own
// evaluation over its own options. They are exact where the evaluation is linear in an option, up to the rounding of
// the numbers that the engine prints; options in which it is not linear are found. An engine that prints rows itself is
// asked for them instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/exchange/probe/printed_rows.hpp"
#include "tuner/exchange/probe/probe_differences.hpp"
#include "tuner/exchange/probe/probe_engine.hpp"
#include "tuner/exchange/probe/probe_options.hpp"
#include "tuner/exchange/probe/probe_question.hpp"
#include "tuner/exchange/probe/probe_rows.hpp"
#include "tuner/learn/sampling_options.hpp"

namespace hone::exchange {

struct ProbeOptions {
  ProbeEngineSettings engine;
  Question question;
  OptionChoice choice;
  // Instead of the engine's defaults. Of an engine that reads its weights from a file: all that are in it.
  std::optional<Weights> start;
  StepOptions steps;
  std::optional<double>
      rounding;             // LinearityOptions::tolerance; nothing: 2.5, or 2 of the last digit that the engine prints
  double share_off = 0.01;  // LinearityOptions::share
  bool keep_nonlinear = false;     // with the counts of the smallest step
  std::optional<double> limit;     // seconds that the probe may take by its forecast
  std::vector<std::string> files;  // of games and labelled positions
  learn::SamplingOptions sampling;
  int threads = 1;  // engine processes; changes no result
};

// What a probe will take.
struct ProbeCost {
  std::size_t options = 0, positions = 0;
  std::uint64_t evaluations = 0;  // positions x (1 + values of all options)
  std::uint64_t evaluated = 0;    // of these, by an earlier process
  double seconds_each = 0;        // for an evaluation, measured on some of the positions
  double seconds = 0;             // for those that are left, on all threads together
};

struct ProbeSummary {
  bool is_complete = false;  // otherwise it was stopped, and the folder of the work goes on
  std::string engine;        // its name
  ProbeCost cost;
  std::uint64_t rows = 0, counts = 0;
  std::uint64_t unanswered = 0;              // positions that the engine gives no number or no row, left out
  double rounding = 0;                       // the tolerance that was used, centipawns
  std::vector<ProbedTerm> terms;             // none where the engine prints rows
  std::optional<PrintedCheck> printed = {};  // where it does
  learn::SamplingSummary sampling;
  std::vector<std::string> warnings;  // of the files of positions
};

struct ProbeObserver {
  std::function<void(const ProbeCost&)> planned = [](const ProbeCost&) {};       // before it begins
  std::function<void(std::uint64_t evaluated)> progress = [](std::uint64_t) {};  // from any thread
};

// The folder of a probe's work.
[[nodiscard]] std::filesystem::path probe_folder(const std::filesystem::path& out);

// Writes rows to `out` (.rows, .rowtext), and beside it X.names and X.weights with the start values. A weight's bounds
// are those of its option, or where the evaluation is linear near the start only, the values for which that was seen.
// The score of a row under the start values is the engine's. Goes on with the work of an earlier call; rows that an
// engine prints are all printed again.
//
// Throws Error for wrong options, for rows that are none or whose sum is not the evaluation, for an engine that fails,
// for one that evaluates a position otherwise when its options are back at the start or when it is started anew, when
// the forecast is beyond the limit, and when no option acts on any position. `judge` are the weights that say which
// positions are quiet.
ProbeSummary probe(const GameDriver& driver, const Weights& judge, const ProbeOptions& options,
                   const std::filesystem::path& out, const std::stop_token& stop = {},
                   const ProbeObserver& observer = {});

}  // namespace hone::exchange
