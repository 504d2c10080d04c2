// SPDX-License-Identifier: MIT
//
// What a run is doing, written down every other second for those who look from outside, and for the next session: a
// process that is killed has worked at least so long.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "tuner/run/run.hpp"

namespace hone::run {

class RunLive final : public RunObserver {
 public:
  // Passes everything on to `inner`. id: of the journal. hours: the run's so far, asked for at each writing.
  RunLive(std::filesystem::path file, std::string id, std::function<double()> hours, RunObserver& inner);

  void stage_begun(int generation, RunStage stage, std::uint64_t games) override;
  void games_played(const stats::PlayTally& tally) override;
  void match_played(const match::TournamentResult& result) override;
  void rows_sampled(const learn::SamplingSummary& summary) override;
  void fit_stepped(const learn::FitProgress& progress) override;
  void self_play_done(int generation, const play::SelfPlaySummary& summary) override;
  void fit_done(int generation, const learn::SamplingSummary& sampling, const learn::FitSummary& fit) override;
  void gate_done(int generation, const match::TournamentResult& result, bool promoted) override;
  void noticed(const std::string& what) override { inner_.noticed(what); }

  bool write_page(const std::filesystem::path& folder, const std::filesystem::path& page) override {
    return inner_.write_page(folder, page);
  }

  void write();

 private:
  using Clock = std::chrono::steady_clock;

  void count(std::uint64_t games);
  void write_now_and_then();

  std::filesystem::path file_;
  std::string id_;
  std::function<double()> hours_;
  RunObserver& inner_;
  nlohmann::ordered_json live_ = nlohmann::ordered_json::object();
  Clock::time_point written_{}, stage_begun_{};
  std::uint64_t resumed_ = 0;  // games of the stage that were there before
};

[[nodiscard]] const char* to_string(RunStage stage);

// What was written last: an empty object when there is nothing, or nothing of the run with this id, or when the file is
// damaged; `damaged` then says so.
struct LiveFile {
  nlohmann::ordered_json live = nlohmann::ordered_json::object();
  bool damaged = false;
};
[[nodiscard]] LiveFile read_live(const std::filesystem::path& file, const std::string& id);

}  // namespace hone::run
