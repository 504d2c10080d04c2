// SPDX-License-Identifier: MIT
//
// The files in the folder of a run:
//
//   config            the options it was started with
//   journal.jsonl     what is finished, one line an event, with the checksums of the files
//   lock              held by the process at work, which it names
//   live.json         what that process was doing a moment ago
//   start.weights     what everything is measured against
//   start.openings.*  a copy of the book that games of self-play begin with, if there is one
//   best.weights      the weights of the last generation that passed its gate
//   gen-001/          one folder a generation: selfplay.games, candidate.weights, fit.json, weights.csv (each weight
//                     with its error), fit.posterior (what the fit has learnt, for the next; with --carry), gate.games,
//                     gate.json; with several candidates also candidate-1.weights and so on, selection-1.games, one a
//                     round, and selection.json; uncertainty.bin with --starts leverage; with a pool also pool.json
//                     and, for each opponent, pool-NAME.games
//   final.games, final.json   best against start
//   units/, gen-001/units/    games that workers are playing (tuner/units/unit_folder.hpp), until their step is
//                     finished
//   pool-NAME.weights   the weights of an opponent in the pool
//   report.html       a page that shows all of it
//   *.damaged         files that were set aside to be made again
//
// All of these are plain files and folders. A run follows no symbolic link among them and opens no device or pipe,
// because a folder from elsewhere must not reach the files around it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "data/file.hpp"

namespace hone::run {

class RunPaths {
 public:
  explicit RunPaths(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] std::filesystem::path config() const { return folder_ / "config"; }
  [[nodiscard]] std::filesystem::path journal() const { return folder_ / "journal.jsonl"; }
  [[nodiscard]] std::filesystem::path lock() const { return folder_ / "lock"; }
  [[nodiscard]] std::filesystem::path live() const { return folder_ / "live.json"; }
  [[nodiscard]] std::filesystem::path start_weights() const { return folder_ / "start.weights"; }
  [[nodiscard]] std::filesystem::path best_weights() const { return folder_ / "best.weights"; }
  // The name ends like that of the book that it is a copy of.
  [[nodiscard]] std::filesystem::path start_openings(const std::filesystem::path& book) const;
  [[nodiscard]] std::filesystem::path final_games() const { return folder_ / "final.games"; }
  [[nodiscard]] std::filesystem::path final_result() const { return folder_ / "final.json"; }
  [[nodiscard]] std::filesystem::path report() const { return folder_ / "report.html"; }

  [[nodiscard]] std::filesystem::path generation(int number) const;
  [[nodiscard]] std::filesystem::path self_play_games(int generation) const;
  [[nodiscard]] std::filesystem::path candidate_weights(int generation) const;
  [[nodiscard]] std::filesystem::path weights_of(int generation) const;  // 0: the start
  // One of several, from 1; the candidate above is then a copy of the one that was chosen.
  [[nodiscard]] std::filesystem::path numbered_candidate(int generation, std::size_t number) const;
  [[nodiscard]] std::filesystem::path selection_games(int generation, int round) const;  // from 1
  [[nodiscard]] std::filesystem::path selection_result(int generation) const;
  [[nodiscard]] std::filesystem::path fit_result(int generation) const;
  [[nodiscard]] std::filesystem::path weight_table(int generation) const;
  [[nodiscard]] std::filesystem::path uncertainty(int generation) const;
  [[nodiscard]] std::filesystem::path posterior(int generation) const;
  [[nodiscard]] std::filesystem::path gate_games(int generation) const;
  [[nodiscard]] std::filesystem::path gate_result(int generation) const;

  // Where workers play the games of this file of the run.
  [[nodiscard]] static std::filesystem::path units_of(const std::filesystem::path& games);

  // Of the pool: the weights of an opponent, and what a generation played. `player` is empty for the candidate.
  [[nodiscard]] std::filesystem::path pool_weights(const std::string& opponent) const;
  [[nodiscard]] std::filesystem::path pool_games(int generation, const std::string& opponent,
                                                 const std::string& player) const;
  [[nodiscard]] std::filesystem::path pool_result(int generation) const;

 private:
  std::filesystem::path folder_;
};

// The folder in a form that names can be made of: "a/" becomes "a", and "." the folder it stands for.
[[nodiscard]] std::filesystem::path folder_of_run(const std::filesystem::path& folder);

// Whether a journal may answer for a file of this name: NAME, or gen-NNN/NAME with the number of the entry's
// generation. A NAME has letters, digits, '.', '-', '_', '+' and '@' and does not begin with a dot, so that none leads
// out of the folder; and it is none of those that the run keeps for itself.
[[nodiscard]] bool is_name_in_run(std::string_view name, int generation);

// The folder of the run whose file this is, whether it is there or not. Nothing for files of anybody else. Links are
// followed, because a file is written where they lead.
[[nodiscard]] std::optional<std::filesystem::path> run_that_keeps(const std::filesystem::path& file);

// The process at work on a run.
struct LockHolder {
  int process = 0;
  std::string host;
  std::string since;  // UTC
};

// The folder of a run in the hands of the process that works on it.
class RunDirectory : public RunPaths {
 public:
  // Makes the folder unless it is there, and locks it. Throws Error when another process works on it.
  explicit RunDirectory(std::filesystem::path folder);

  void make_generation(int number) const;

  // Whether a run was begun there: its configuration is there, or its journal tells of a session.
  [[nodiscard]] static bool holds_run(const std::filesystem::path& folder);
  // Throws an Error that says what is wrong, unless a run was begun there and what is in it are plain files and
  // folders.
  static void require_run(const std::filesystem::path& folder);
  // The process that works on the run, seen from outside; nothing when none does.
  [[nodiscard]] static std::optional<LockHolder> holder_of(const std::filesystem::path& folder);

 private:
  File lock_;
};

}  // namespace hone::run
