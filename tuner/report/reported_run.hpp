// SPDX-License-Identifier: MIT
//
// Reads from the folder of a run all that its page shows, whether the run is done, going on or killed, or was made by
// an early version that kept less. A step that is being done again counts as not finished. Results are those of
// tuner/run/model.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "tuner/learn/study/fit_report_json.hpp"
#include "tuner/match/summary.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/live_file.hpp"
#include "tuner/run/progress.hpp"
#include "tuner/stats/statistics.hpp"

namespace hone::report {

struct ReportedGeneration {
  int number = 0;
  double hours = 0;            // worked on it, in finished steps
  double self_play_hours = 0;  // the part of them that its games took
  std::optional<play::SelfPlaySummary> self_play = std::nullopt;
  std::optional<learn::FitSummary> fit = std::nullopt;
  std::optional<run::SelectionDone> selection = std::nullopt;  // of several candidates
  std::optional<match::MatchSummary> gate = std::nullopt;
  bool promoted = false;
  bool awaits_selection = false;  // none of its several candidates is chosen yet
  std::string untested = {};      // why no gate was played
  std::optional<run::PoolDone> pool = std::nullopt;
};

enum class RunPhase { complete, stopped, at_work, killed };

struct ReportedRun {
  std::filesystem::path folder;
  run::RunHistory history;  // knows what each file must be
  std::string config;
  RunPhase phase = RunPhase::killed;
  std::string why;  // the run ended: the text of a RunEnd, or what went wrong; empty: it did not end
  std::optional<run::LiveStep> open_step;  // begun and not finished
  std::string begun, last;                 // UTC, ISO 8601
  double hours = 0;                        // worked
  int sessions = 0;
  std::vector<ReportedGeneration> generations;     // begun; ascending
  std::optional<match::MatchSummary> final_match;  // best against start
  std::optional<stats::SprtOptions> gate_test;     // where it is known
  std::optional<std::uint64_t> final_games;        // asked for, where it is known
  double gate_los = 0.95;                          // what promotes where the SPRT decides nothing
  run::RunProgress progress;
  int in_repair = 0;  // the best generation, when its weights or its gate are to be made again; 0: it is intact
  Weights start, best;

  [[nodiscard]] int finished() const;         // generations with a gate, or whose fit was not worth one
  [[nodiscard]] int tested() const;           // generations with a gate
  [[nodiscard]] int promotions() const;       // generations that passed their gate
  [[nodiscard]] int best_generation() const;  // 0: the starting weights
};

// What the journal tells, without the configuration and the weights. Throws Error when there is no run in the folder.
[[nodiscard]] ReportedRun read_story(const std::filesystem::path& folder);
// All of it. Throws Error when there is no run in the folder, and an Error that names the file when one of its files is
// not what it was.
[[nodiscard]] ReportedRun read_run(const std::filesystem::path& folder);

// The weights that a generation fitted; 0: the starting weights.
[[nodiscard]] Weights weights_of(const ReportedRun& run, int generation);
// The remarks of a generation's fit on itself; nothing where the run kept none.
[[nodiscard]] std::optional<learn::FitRemarks> read_remarks(const ReportedRun& run, int generation);

}  // namespace hone::report
