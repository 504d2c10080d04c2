// SPDX-License-Identifier: MIT
//
// Refining by playing: steps of equal cost, pairs of games of perturbed players, an estimate from all of them, and a
// match of the result against the start. Everything is kept in a folder (data/REFINEMENTS.md), and goes on from there
// after any interruption to the same bytes as long as the players are reproducible.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/refine/options.hpp"
#include "tuner/refine/record.hpp"
#include "tuner/refine/subject.hpp"
#include "tuner/refine/walk.hpp"

namespace hone::refine {

// How a parameter stands.
struct RefinedParameter {
  Parameter parameter;
  double step = 0;   // that costs as much as any; 0: it changes nothing and is left as it was
  double value = 0;  // the estimate, not rounded
  double error = 0;  // one standard deviation
  int played = 0;    // the estimate as it would be played
};

// How a refinement stands.
struct RefineStatus {
  std::uint64_t pairs = 0, planned = 0;
  std::vector<RefinedParameter> parameters;
  std::vector<std::string> idle;  // names of those that change no move
  std::size_t directions = 0;
  double gain = 0, gain_error = 0;  // Elo, by the pairs; the error is one standard deviation
  double cost = 0;                  // Elo that a perturbation costs
  std::optional<match::MatchSummary> proof;
  std::string damage;  // of the files of that match; empty: none
  bool is_done = false;
};

// The values after a batch.
struct PathPoint {
  std::uint64_t games = 0;
  std::vector<double> values;
  double gain = 0, gain_error = 0;
};

// Called from one thread at a time; each may be empty.
struct RefineObserver {
  std::function<void(std::size_t done, std::size_t all)> sensitivity;
  std::function<void(const RefineStatus&)> begun;  // the steps are known
  std::function<void(std::uint64_t pairs)> pair;
  // After a batch, and at the end; `path` has a point for each batch so far.
  std::function<void(const RefineStatus&, const std::vector<PathPoint>& path)> batch;
  match::TournamentObserver proof;
  std::function<void(const std::string& text)> note;
};

struct RefineResult {
  RefineStatus status;
  bool is_complete = false;                           // otherwise it was stopped
  std::optional<match::TournamentResult> proof = {};  // if it was played by this call
};

// What the directions come from besides the subject.
struct RefineSources {
  std::optional<learn::Posterior> posterior;
  std::string start;  // Begun::start
};

// The folder is new, or one in which the same refinement was begun. Throws Error.
[[nodiscard]] RefineResult refine(const GameDriver& driver, const Subject& subject, const RefineSources& sources,
                                  const RefineOptions& options, const std::filesystem::path& folder,
                                  const std::stop_token& stop, const RefineObserver& observer = {});

// How the refinement in the folder stands, seen from outside; `path` as RefineObserver has it. Throws Error where it
// was begun with other options or another start.
[[nodiscard]] RefineStatus status_of(const GameDriver& driver, const Subject& subject, const RefineSources& sources,
                                     const RefineOptions& options, const std::filesystem::path& folder,
                                     std::vector<PathPoint>& path);

[[nodiscard]] nlohmann::ordered_json to_json(const RefineStatus& status);

// Whether the journal in the folder, if it has begun, is that of a refinement.
[[nodiscard]] bool may_hold_refinement(const std::filesystem::path& folder);
// Whether it has begun and is that of a refinement.
[[nodiscard]] bool holds_refinement(const std::filesystem::path& folder);

// Files of the folder beside those that a run has (tuner/run/directory.hpp).
[[nodiscard]] std::filesystem::path start_posterior(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path start_spsa_list(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path best_base(const std::filesystem::path& folder);   // best.options, best.weights
[[nodiscard]] std::filesystem::path start_base(const std::filesystem::path& folder);  // start.options, start.weights

}  // namespace hone::refine
