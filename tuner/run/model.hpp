// SPDX-License-Identifier: MIT
//
// A run as types: its steps, and the events that its journal tells, with the results they carry. The journal, `hone run
// --status` and the page of a run read these types; to_json() and from_json() stand in model_json.cpp and nowhere else.
// Keys and the names of events and steps are never changed, because older runs rely on them.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/sampling_options.hpp"
#include "tuner/match/summary.hpp"
#include "tuner/play/self_play.hpp"
#include "tuner/run/file_record.hpp"
#include "tuner/run/pool_model.hpp"
#include "tuner/units/distribution.hpp"

namespace hone::run {

// The steps of a run. Sampling and fit are finished together.
enum class RunStep : std::uint8_t { self_play, sampling, fit, selection, gate, final_match, pool };
inline constexpr std::array run_steps{RunStep::self_play, RunStep::sampling,    RunStep::fit, RunStep::selection,
                                      RunStep::gate,      RunStep::final_match, RunStep::pool};
// "self_play", "sampling", "fit", "selection", "gate", "final", "pool"
[[nodiscard]] const char* to_string(RunStep step);
[[nodiscard]] RunStep run_step(std::string_view name);  // throws Error

// Why a run, or a session of it, ended.
enum class RunEnd : std::uint8_t {
  stopped,  // by request; the run can be resumed from its folder
  generations,
  hours,
  games,
  patience,
};
[[nodiscard]] const char* to_string(RunEnd end);  // "stopped", "generations", "hours", "games", "patience"
[[nodiscard]] const char* option_of(RunEnd end);  // that sets the budget: "games-total"; empty for `stopped`
[[nodiscard]] const char* describe(RunEnd end);   // the same as a sentence

// -- The events of the journal

// The first event of a run.
struct RunBegun {
  std::string options = "{}";  // what decides its results, as the JSON of tuner/run/record.hpp
};

// A process took the run up, to work on it until the first of these budgets is used up.
struct SessionBegun {
  std::vector<std::pair<std::string, std::string>> budgets;  // names and values of the options that end a run
};

// The file of options was made again from those in the journal.
struct ConfigRestored {};

struct GenerationBegun {};

struct SelfPlayDone {
  static constexpr RunStep step = RunStep::self_play;
  play::SelfPlaySummary result;
};

struct FitDone {
  static constexpr RunStep step = RunStep::fit;
  learn::SamplingSummary sampling;
  learn::FitSummary fit;
  // What the candidates of the generation are, the fit first; empty where there is no other and no selection.
  std::vector<std::string> candidates = {};
};

// The rounds in which several candidates met the best weights until one was left for the gate.
struct SelectionDone {
  static constexpr RunStep step = RunStep::selection;

  struct Result {
    std::string origin;
    std::uint64_t games = 0;
    double points = 0;
  };

  std::size_t chosen = 0;  // number of the candidate, from 1
  int rounds = 0;
  std::vector<Result> candidates = {};
};

// The match of a candidate against the best weights before it.
struct GateDone {
  static constexpr RunStep step = RunStep::gate;
  match::MatchSummary result;
  bool promoted = false;
};

// No match was played, because the candidate predicts games that it has not seen worse than the best weights do.
struct GateSkipped {
  static constexpr RunStep step = RunStep::gate;
  std::string why = {};
};

// The games of a candidate that passed its gate, and of the best weights before it where these had not been played,
// against the pool. They come before the end of the gate, whose promotion depends on them.
struct PoolDone {
  static constexpr RunStep step = RunStep::pool;
  std::vector<PoolMatch> matches;  // the new ones
  PoolTable table;                 // of all games of the pool so far
  PoolComparison comparison;
};

// The match of the best weights against the start; its generation is that of the best weights.
struct FinalMatchDone {
  static constexpr RunStep step = RunStep::final_match;
  match::MatchSummary result;
};

// A finished step is to be done again, because its files are damaged or no longer those of the best weights.
struct StepVoided {
  RunStep which = RunStep::self_play;
};

// The last event of a session. `why` is the text of a RunEnd, or the message of the error that ended it.
struct RunStopped {
  std::string why = {};
};
struct RunDone {
  std::string why = {};
};

using RunEvent =
    std::variant<RunBegun, SessionBegun, ConfigRestored, GenerationBegun, SelfPlayDone, FitDone, SelectionDone,
                 GateDone, GateSkipped, FinalMatchDone, StepVoided, RunStopped, RunDone, PoolDone>;

[[nodiscard]] const char* name_of(const RunEvent& event);
[[nodiscard]] std::optional<RunStep> step_of(const RunEvent& event);  // that it finished; nothing for other events
[[nodiscard]] std::string why_of(const RunEvent& event);              // empty for events that end no session

// One line of the journal.
struct JournalEntry {
  RunEvent event;
  int generation = 0;  // 0: the event belongs to none
  std::string time;    // UTC
  double hours = 0;    // worked on the run in all sessions
  std::vector<FileRecord> files;
  units::Distribution distribution = {};  // of a step whose games workers played, in the session that finished it
};

[[nodiscard]] nlohmann::ordered_json to_json(const JournalEntry& entry);
void from_json(const nlohmann::ordered_json& json, JournalEntry& entry);  // throws an Error that names the key

[[nodiscard]] nlohmann::ordered_json to_json(const FitDone& result);
[[nodiscard]] nlohmann::ordered_json to_json(const SelectionDone& result);
[[nodiscard]] nlohmann::ordered_json to_json(const GateDone& result);
[[nodiscard]] nlohmann::ordered_json to_json(const PoolDone& result);

}  // namespace hone::run
