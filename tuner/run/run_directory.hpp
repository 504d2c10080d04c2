// SPDX-License-Identifier: MIT
//
// The folder of a run:
//
//   config            the options it was started with
//   journal.jsonl     what is finished, one line an event, with the checksums of the files
//   lock              held by the process at work, which it names
//   live.json         what that process was doing a moment ago
//   start.weights     what everything is measured against
//   best.weights      the weights of the last generation that passed its gate
//   gen-001/          one folder a generation: selfplay.games, candidate.weights, fit.json, gate.games, gate.json
//   final.games, final.json   best against start
//   *.damaged         files that were set aside to be made again
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "data/file.hpp"

namespace hone {

// The process at work on a run.
struct LockHolder {
  int process = 0;
  std::string host;
  std::string since;  // UTC
};

class RunDirectory {
 public:
  // Makes the folder if need be and locks it. Throws Error when another process works on it.
  explicit RunDirectory(std::filesystem::path folder);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] std::filesystem::path journal() const { return journal_of(folder_); }
  [[nodiscard]] std::filesystem::path live() const { return live_of(folder_); }
  [[nodiscard]] std::filesystem::path start_weights() const { return folder_ / "start.weights"; }
  [[nodiscard]] std::filesystem::path best_weights() const { return folder_ / "best.weights"; }
  [[nodiscard]] std::filesystem::path final_games() const { return folder_ / "final.games"; }
  [[nodiscard]] std::filesystem::path final_result() const { return folder_ / "final.json"; }

  [[nodiscard]] std::filesystem::path self_play_games(int generation) const;
  [[nodiscard]] std::filesystem::path candidate_weights(int generation) const;
  [[nodiscard]] std::filesystem::path fit_result(int generation) const;
  [[nodiscard]] std::filesystem::path gate_games(int generation) const;
  [[nodiscard]] std::filesystem::path gate_result(int generation) const;

  void make_generation(int generation) const;

  [[nodiscard]] static std::filesystem::path config_of(const std::filesystem::path& folder) {
    return folder / "config";
  }
  [[nodiscard]] static std::filesystem::path journal_of(const std::filesystem::path& folder) {
    return folder / "journal.jsonl";
  }
  [[nodiscard]] static std::filesystem::path live_of(const std::filesystem::path& folder) {
    return folder / "live.json";
  }
  // Whether a run was begun there.
  [[nodiscard]] static bool holds_run(const std::filesystem::path& folder);
  // Whether a process works on the run, and which; looked at from outside.
  [[nodiscard]] static std::optional<LockHolder> holder_of(const std::filesystem::path& folder);

 private:
  [[nodiscard]] std::filesystem::path in_generation(int generation, const char* name) const;

  std::filesystem::path folder_;
  File lock_;
};

}  // namespace hone
