// SPDX-License-Identifier: MIT
//
// Small runs, and what they leave.
#pragma once

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <variant>

#include "tests/tuner/run/loop_support.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"

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

inline RunHistory history_of(const std::filesystem::path& folder) {
  return RunHistory(entries_of(read_journal(RunPaths(folder).journal())));
}

// Stops the run at the n-th piece of news that counts.
class NewsStopper final : public RunObserver {
 public:
  using Counts = bool (*)(const RunNews&);

  NewsStopper(int news, Counts counts) : left_(news), counts_(counts) {}

  void told(const RunNews& news) override {
    if (counts_(news) && --left_ == 0) source_.request_stop();
  }

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  int left_;
  Counts counts_;
  std::stop_source source_;
};

template <class... News>
bool is_one_of(const RunNews& news) {
  return (std::holds_alternative<News>(news) || ...);
}

// Resumes the run until it is complete and returns in how many sessions. The first is stopped at this piece of news
// that counts, and each at `later` more of them than the one before.
inline int run_in_sessions(const std::filesystem::path& folder, const RunOptions& options, NewsStopper::Counts counts,
                           int first, int later) {
  constexpr int most = 1'000;
  for (int session = 0; session < most; ++session) {
    NewsStopper stopper(first + later * session, counts);
    if (run(tic_tac_toe(), bad_weights(), options, folder, stopper, stopper.token()).complete) return session + 1;
  }
  ADD_FAILURE() << "not complete after " << most << " sessions";
  return most;
}

}  // namespace hone::run
