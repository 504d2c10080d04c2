// SPDX-License-Identifier: MIT
//
// Small runs, and what they leave.
#pragma once

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>

#include "tests/tuner/run/loop_support.hpp"

namespace hone::run {

inline RunOptions shallow_run() {
  RunOptions options = default_run(tic_tac_toe());
  options.generations = 2;
  options.final_games = 20;
  options.self_play = shallow_self_play(60);
  options.gate = shallow_tournament(200);
  options.gate.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 100};
  options.final_match = shallow_tournament(20);
  options.sampling.resolve.kind = learn::Resolve::Kind::keep;
  options.fit.ridge = 1e-4;
  options.config = "text that the library does not look at\n";
  return options;
}

// Everything but what tells the time or the process, the page of it, and what was set aside.
inline bool is_result(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name != "journal.jsonl" && name != "live.json" && name != "lock" && name != "report.html" &&
         file.extension() != ".damaged";
}

inline std::map<std::string, std::string> results_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && is_result(entry.path())) {
      files[std::filesystem::relative(entry.path(), folder).string()] = read_file(entry.path());
    }
  }
  return files;
}

inline RunSummary run_in(const std::filesystem::path& folder, const RunOptions& options,
                         const std::stop_token& stop = {}) {
  RunObserver observer;
  return run(tic_tac_toe(), bad_weights(), options, folder, observer, stop);
}

}  // namespace hone::run
