// SPDX-License-Identifier: MIT
//
// The steps of a generation. Each step makes files out of files and depends on nothing else, so that a step that was
// interrupted, or whose files were damaged, is done again to the same result.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "tuner/learn/fit/tangent_rows.hpp"
#include "tuner/learn/game_scores.hpp"
#include "tuner/learn/study/study.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/candidates.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/run/run.hpp"
#include "tuner/run/state.hpp"
#include "tuner/run/tuned.hpp"
#include "tuner/units/coordinator.hpp"

namespace hone::run {

// One of the run's own weights and the opponent of the pool that it is to play.
struct PoolMeeting {
  int generation = 0;           // of the run's weights
  std::size_t opponent = 0;     // its number in the pool
  int opponent_generation = 0;  // where it is of the run
  std::string rated_as;         // see PoolMatch
};

class RunSteps {
 public:
  // All arguments must outlive this object.
  RunSteps(const Tuned& tuned, const RunOptions& options, const RunDirectory& directory, RunState& state,
           RunObserver& observer, std::stop_token stop);

  // Steps that are finished already do nothing. False when stopped.
  bool play_games(int generation);
  bool fit_weights(int generation);
  bool select(int generation);  // one of several candidates; there may be nothing to do
  bool judge(int generation);
  // Plays the best weights against the start; they must not be the same. The result is incomplete when stopped.
  [[nodiscard]] match::TournamentResult play_final();

  [[nodiscard]] Weights weights_of(int generation) const;  // 0: the starting weights
  // Removes what workers left in steps that are finished; generation 0: in the last match.
  void clear_units(int generation) const;
  // What workers have played in the step that is not finished, for the last words of a session.
  [[nodiscard]] units::Distribution take_distribution() { return std::exchange(distribution_, {}); }

 private:
  enum Purpose : std::uint64_t {
    self_play_seed,
    sampling_seed,
    fit_seed,
    gate_seed,
    final_seed,
    draw_seed,
    selection_seed
  };

  [[nodiscard]] const RunHistory& history() const { return state_.history(); }
  [[nodiscard]] bool is_finished(RunStep step, int generation) const;
  template <class Done>
  void finish(int generation, Done result, const std::vector<std::filesystem::path>& files) {
    state_.note(std::move(result), generation, files, take_distribution());
    require_as_before(Done::step, generation);
    remove_units(files);
  }
  void require_as_before(RunStep step, int generation);
  void notice(std::string what);
  bool notice_damage(const std::filesystem::path& games);
  template <class Play>
  auto played_in(const std::filesystem::path& games, const Play& play);
  void set_aside(const std::filesystem::path& games, const Error& damage);
  [[nodiscard]] Weights best_before(int generation) const;
  // -- The fit (fit_steps.cpp)
  [[nodiscard]] std::uint64_t games_in_window(int generation) const;
  std::optional<learn::ScoreTally> tally_scores(int generation);
  // score_k: scale of the searched scores.
  std::optional<learn::SamplingSummary> sample(int generation, double score_k, Weights& best, RowSet& rows);
  [[nodiscard]] learn::FitOptions fit_options(int generation) const;
  [[nodiscard]] learn::Carrying carried_to(int generation) const;
  learn::FitResult fit(int generation, const RowSet& rows, const Weights& best, const learn::FitOptions& options);
  std::vector<Candidate> candidates(int generation, const RowSet& rows, const Weights& best,
                                    const learn::TangentFit& fit);
  [[nodiscard]] play::Settings provenance(int generation, const learn::SamplingSummary& sampling) const;
  [[nodiscard]] bool keeps_uncertainty() const;
  void write_uncertainty(int generation, const learn::FitResult& result) const;
  void write_posterior(int generation, const learn::FitResult& result) const;
  void keep_fit(int generation, const std::vector<Candidate>& candidates, FitDone& done, const learn::FitReport& study);
  [[nodiscard]] bool is_worth_test(const learn::FitSummary& fit) const;
  // -- Matches between weights of the run (match_steps.cpp)
  void keep_chosen(int generation, const SelectionDone& selection);
  match::TournamentResult play_round(int generation, int round, const std::vector<std::size_t>& candidates);
  [[nodiscard]] Weights numbered_candidate(int generation, std::size_t number) const;
  bool leave_out_gate(int generation);
  [[nodiscard]] bool was_judged(int generation) const;
  [[nodiscard]] GateDecision decision_on(int generation, const match::MatchSummary& match) const;
  std::optional<bool> is_promoted(int generation, const GateDecision& decision);  // nothing when stopped
  [[nodiscard]] match::TournamentOptions gate_options() const;
  void make_room_for_final();
  // -- The pool (pool_steps.cpp). Whether the candidate may be promoted; nothing when stopped.
  std::optional<bool> passes_pool(int generation);
  bool restore_pool(int generation);
  [[nodiscard]] std::vector<PoolMeeting> pool_at(int generation) const;
  [[nodiscard]] std::vector<PoolMeeting> meetings(int generation) const;
  std::optional<PoolMatch> play_meeting(const PoolMeeting& meeting, std::uint64_t games_before,
                                        const std::filesystem::path& file);
  [[nodiscard]] play::Entrant pool_entrant(const PoolMeeting& meeting) const;
  PoolDone finish_pool(int generation, std::vector<PoolMatch> matches, const std::vector<std::filesystem::path>& files);
  // -- Units, where workers play (tuner/units/)
  [[nodiscard]] std::unique_ptr<units::Coordinator> units_for(const std::filesystem::path& games,
                                                              units::StageOfUnits stage);
  [[nodiscard]] match::StageSupply supply_for(const std::vector<play::Entrant>& players,
                                              const match::TournamentOptions& options,
                                              const std::filesystem::path& games);
  void remove_units(const std::vector<std::filesystem::path>& games) const;
  // -- Any match
  [[nodiscard]] match::TournamentObserver match_teller();
  match::TournamentResult play(std::array<int, 2> generations, const match::TournamentOptions& options,
                               std::uint64_t seed, const std::filesystem::path& file);
  match::TournamentResult play(const std::vector<play::Entrant>& players, match::TournamentOptions options,
                               std::uint64_t seed, const std::filesystem::path& file,
                               const match::TournamentObserver& observer);
  [[nodiscard]] std::uint64_t seed_for(int generation, Purpose purpose) const;

  const Tuned& tuned_;
  const RunOptions& options_;
  const RunDirectory& directory_;
  RunState& state_;
  RunObserver& observer_;
  std::stop_token stop_;
  units::Distribution distribution_;  // of the step at work
};

}  // namespace hone::run
