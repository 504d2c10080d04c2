// SPDX-License-Identifier: MIT
//
// What the folder of a run tells, whether the run is done, going on, killed, or of a version that kept less. A stage
// that is being done again counts as not finished.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/weights.hpp"
#include "tuner/learn/study/calibration.hpp"
#include "tuner/report/reported_match.hpp"
#include "tuner/run/history.hpp"
#include "tuner/stats/statistics.hpp"

namespace hone::report {

using NamedCounts = std::vector<std::pair<std::string, std::uint64_t>>;

struct ReportedSelfPlay {
  std::uint64_t games = 0, duplicates = 0, plies = 0;
  std::uint64_t first_wins = 0, draws = 0, second_wins = 0;
  std::uint64_t verified = 0, misjudged = 0;
  NamedCounts reasons;
};

// Mean losses of rows.
struct ReportedFit {
  std::uint64_t games = 0, positions = 0;  // with those held out
  std::uint64_t heldout_games = 0;         // 0: no held-out losses
  double train_start = 0, train = 0;
  double heldout_start = 0, heldout = 0;
  double gain = 0, gain_error = 0;  // on games held out; standard error
  double k = 1;
  std::string status;
};

// What a fit says of itself, weights aside.
struct ReportedStudy {
  std::string warning;  // or nothing
  std::vector<std::string> collinear;
  bool heldout = false;  // calibrated on games held out
  std::vector<learn::CalibrationTable> calibration;
  std::optional<learn::Recalibration> recalibration;
};

struct ReportedGeneration {
  int number = 0;
  double hours = 0;            // at work on it, in finished stages
  double self_play_hours = 0;  // ... at its games
  std::optional<ReportedSelfPlay> self_play = std::nullopt;
  std::optional<ReportedFit> fit = std::nullopt;
  std::optional<ReportedMatch> gate = std::nullopt;
  bool promoted = false;
};

enum class RunPhase { complete, stopped, at_work, killed };

// A stage that was begun and is not finished.
struct OpenStage {
  std::string name;  // to_string(RunStage)
  int generation = 0;
  std::uint64_t games = 0, planned = 0;  // 0: a stage that plays none
};

struct ReportedRun {
  std::filesystem::path folder;
  run::RunHistory history;  // knows what each file must be
  std::string config;
  RunPhase phase = RunPhase::killed;
  std::string why;  // it ended: to_string(RunEnd) or what went wrong; empty: it did not
  std::optional<OpenStage> open_stage;
  std::string begun, last;  // UTC, ISO 8601
  double hours = 0;         // at work
  int sessions = 0;
  std::vector<ReportedGeneration> generations;  // begun; ascending
  std::optional<ReportedMatch> final_match;     // best against start
  std::optional<stats::SprtOptions> gate_test;  // where it is known
  std::optional<std::uint64_t> final_games;     // asked for, where it is known
  int in_repair = 0;  // the best generation, when its weights or its gate are to be made again; 0: it is intact
  Weights start, best;

  [[nodiscard]] int finished() const;         // generations with a gate
  [[nodiscard]] int promotions() const;       // ... that passed it
  [[nodiscard]] int best_generation() const;  // 0: the starting weights
};

// Throws Error when there is no run in the folder, and with its name when a file of it is not what it was.
[[nodiscard]] ReportedRun read_run(const std::filesystem::path& folder);

// Of a generation's fit; 0: the starting weights.
[[nodiscard]] Weights weights_of(const ReportedRun& run, int generation);
// Nothing where the run kept none.
[[nodiscard]] std::optional<ReportedStudy> read_study(const ReportedRun& run, int generation);

}  // namespace hone::report
