// SPDX-License-Identifier: MIT
//
// A run of a second or two with nearly every option on, and what it leaves, for programs that disturb it.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"

namespace hone {

using Contents = std::map<std::string, std::string>;  // of files, by their names

// Counts what went wrong, and says what is done.
class Verdict {
 public:
  void expect(bool holds, const std::string& law) {
    if (holds) return;
    ++failures_;
    fmt::print("FAILED: {}\n", law);
    std::fflush(stdout);
  }
  [[nodiscard]] int failures() const { return failures_; }

 private:
  int failures_ = 0;
};

inline void say(const std::string& text) {
  fmt::print("{}\n", text);
  std::fflush(stdout);
}

inline constexpr const char* book_of_rich_run =
    "X../.../... O\n.X./.../... O\n.../.X./... O\n.../.../... X\nXO./.../..X O\n";

// One game is as good as all, so that the games are few.
inline std::vector<std::string> rich_run(const std::filesystem::path& run, const std::filesystem::path& book,
                                         bool is_short, int threads) {
  return {HONE_BINARY,     "run",
          "--game",        "tic_tac_toe",
          "--start",       "zero",
          "--out",         run.string(),
          "--games",       is_short ? "200" : "3000",
          "--depth",       "2",
          "--nodes",       "60",
          "--noise",       "100",
          "--temperature", "100",
          "--node-jitter", "0.3",
          "--openings",    book.string(),
          "--replay",      "0.2",
          "--starts",      "leverage",
          "--phases",      "even",
          "--generations", "3",
          "--carry",       "auto",
          "--patience",    "0",
          "--gate",        "-300,-200",
          "--gate-games",  is_short ? "60" : "600",
          "--candidates",  "3",
          "--match-nodes", "60",
          "--final-games", "40",
          "--target",      "td:0.9",
          "--resolve",     "along:60,3",
          "--ridge",       "auto",
          "--smooth",      "auto",
          "--pool-player", "random=random",
          "--pool-player", "start=start",
          "--pool-player", "before=gen:-1",
          "--pool-player", "zero=weights:zero",
          "--pool-games",  "16",
          "--threads",     std::to_string(threads),
          "--log",         "warning"};
}

// The journal, live.json and the page tell times, the lock the process, the configuration the threads.
inline bool is_result(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name != "journal.jsonl" && name != "live.json" && name != "lock" && name != "config" &&
         name != "report.html" && file.extension() != ".damaged";
}

inline Contents contents_of(const std::filesystem::path& run,
                            const std::function<bool(const std::filesystem::path&)>& wanted) {
  Contents contents;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(run)) {
    if (!entry.is_regular_file() || !wanted(entry.path())) continue;
    contents[std::filesystem::relative(entry.path(), run).string()] = read_file(entry.path());
  }
  return contents;
}

inline Contents results_of(const std::filesystem::path& run) { return contents_of(run, is_result); }

}  // namespace hone
