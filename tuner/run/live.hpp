// SPDX-License-Identifier: MIT
//
// Writes down every other second what a run is doing, for those who look from outside and for the next session: it
// tells how long a process that was killed has worked at least.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "tuner/run/live_file.hpp"
#include "tuner/run/observer.hpp"

namespace hone::run {

class RunLive final : public RunObserver {
 public:
  // Everything is passed on to `inner`. `id` is that of the journal; `hours` tells how long the run has worked, and is
  // asked at each writing.
  RunLive(std::filesystem::path file, std::string id, std::function<double()> hours, RunObserver& inner);

  void told(const RunNews& news) override;
  bool write_page(const std::filesystem::path& folder, const std::filesystem::path& page) override {
    return inner_.write_page(folder, page);
  }

  void write();

 private:
  using Clock = std::chrono::steady_clock;

  void take(const StepBegun& begun);
  void take(const GamesPlayed& played);
  void take(const MatchPlayed& played);
  void take(const PoolPlayed& played);
  void take(const RowsSampled& sampled);
  void take(const FitStepped& stepped);
  template <class Other>
  void take(const Other& /*news*/) {}

  LiveStep& step() { return *live_.step; }  // one was begun
  void count(std::uint64_t games);
  void write_now_and_then();

  std::filesystem::path file_;
  std::function<double()> hours_;
  RunObserver& inner_;
  Live live_;
  Clock::time_point written_{}, step_begun_{};
  std::uint64_t resumed_ = 0;  // games of the step that were there before
};

}  // namespace hone::run
