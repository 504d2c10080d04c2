// SPDX-License-Identifier: MIT
//
// What a generation is made of, stage by stage. Each stage makes files out of files and depends on nothing else, so
// that one that was interrupted, or whose files were damaged, is done again to the same result.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/learn/study/study.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/run.hpp"
#include "tuner/run/state.hpp"

namespace hone::run {

class RunStages {
 public:
  // All of it must outlive this object.
  RunStages(const GameDriver& driver, const RunOptions& options, const RunDirectory& directory, RunState& state,
            RunObserver& observer, std::stop_token stop);

  // Stages that are finished already do nothing. False when stopped.
  bool play_games(int generation);
  bool fit_weights(int generation);
  bool judge(int generation);
  // Best against start, which must not be the same. An incomplete result when stopped.
  [[nodiscard]] match::TournamentResult play_final();

  [[nodiscard]] Weights weights_of(int generation) const;  // 0: the starting weights

 private:
  using Json = nlohmann::ordered_json;

  enum Purpose : std::uint64_t { self_play_seed, sampling_seed, fit_seed, gate_seed, final_seed };

  [[nodiscard]] const RunHistory& history() const { return state_.history(); }
  [[nodiscard]] bool is_finished(std::string_view stage, int generation) const;
  void finish(std::string_view stage, int generation, const Json& result,
              const std::vector<std::filesystem::path>& files);
  void require_as_before(std::string_view stage, int generation);
  bool notice_damage(const std::filesystem::path& games);
  template <class Play>
  auto taken_up(const std::filesystem::path& games, const Play& play);
  void set_aside(const std::filesystem::path& games, const Error& damage);
  [[nodiscard]] std::uint64_t games_in_window(int generation) const;
  std::optional<learn::SamplingSummary> sample(int generation, RowSet& rows);
  [[nodiscard]] Weights best_before(int generation) const;
  [[nodiscard]] learn::FitOptions fit_options() const;
  learn::FitResult fit(int generation, const RowSet& rows, const learn::FitOptions& options);
  [[nodiscard]] play::Settings provenance(int generation, const learn::SamplingSummary& sampling) const;
  void keep_candidate(int generation, learn::FitResult& result, const learn::SamplingSummary& sampling,
                      const learn::FitReport& study);
  [[nodiscard]] bool passes(const match::TournamentResult& result) const;
  void make_room_for_final();
  match::TournamentResult play(std::array<int, 2> generations, match::TournamentOptions options, std::uint64_t seed,
                               const std::filesystem::path& file);
  [[nodiscard]] std::uint64_t seed_for(int generation, Purpose purpose) const;

  const GameDriver& driver_;
  const RunOptions& options_;
  const RunDirectory& directory_;
  RunState& state_;
  RunObserver& observer_;
  std::stop_token stop_;
};

}  // namespace hone::run
