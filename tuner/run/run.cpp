// SPDX-License-Identifier: MIT
#include "tuner/run/run.hpp"

#include <fmt/format.h>

#include <exception>
#include <system_error>

#include "data/atomic_file.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/live.hpp"
#include "tuner/run/record.hpp"
#include "tuner/run/state.hpp"
#include "tuner/run/steps.hpp"

namespace hone::run {

namespace {

using Json = nlohmann::ordered_json;

// The folder with everything in it that is there from the beginning. From the moment that it holds its configuration
// there is a run.
RunDirectory opened(const GameDriver& driver, const Weights& start, const RunOptions& options,
                    const std::filesystem::path& folder) {
  RunDirectory directory(folder);
  if (RunDirectory::holds_run(folder)) return directory;
  std::filesystem::remove(directory.journal());
  write_weights(directory.start_weights(), start);
  write_weights(directory.best_weights(), start);
  Json begun = journal_entry("begun", 0, 0);
  begun["options"] = record_of(driver, options);
  begun["files"] = {{"config", to_json(seal_of_text(options.config))},
                    {"start.weights", to_json(seal_of(directory.start_weights()))}};
  Journal(directory.journal()).append(begun);
  write_file_atomically(directory.config(), options.config);
  return directory;
}

Journal journal_in(const RunDirectory& directory, RunObserver& observer) {
  if (!std::filesystem::exists(directory.journal())) {
    throw Error(directory.journal().string(), 0, "is missing, and without it the run cannot go on");
  }
  Journal journal(directory.journal());
  if (journal.entries().empty()) throw Error(directory.journal().string(), 0, no_events);
  if (journal.torn() > 0) {
    observer.noticed(fmt::format("{}: the last line is not whole and was cut off; what it told is done again",
                                 directory.journal().string()));
  }
  return journal;
}

double hours_before(const RunDirectory& directory, const Journal& journal, RunObserver& observer) {
  const LiveFile found = read_live(directory.live(), journal.id());
  if (found.damaged) {
    observer.noticed(fmt::format("{}: is not what this run wrote, and is not made use of", directory.live().string()));
  }
  return found.live.value("hours", 0.0);
}

RunState state_in(const RunDirectory& directory, RunObserver& observer) {
  Journal journal = journal_in(directory, observer);
  const double hours = hours_before(directory, journal, observer);
  return {directory.folder(), std::move(journal), hours};
}

class Run {
 public:
  Run(const GameDriver& driver, const Weights& start, const RunOptions& options, const std::filesystem::path& folder,
      RunObserver& observer, const std::stop_token& stop)
      : driver_(driver),
        options_(options),
        directory_(opened(driver, start, options, folder)),
        state_(state_in(directory_, observer)),
        live_(
            directory_.live(), state_.id(), [this] { return state_.hours(); }, observer),
        stages_(driver, options, directory_, state_, live_, stop) {
    check_files();
    require_same_options(start);
    state_.note("session", 0, {{"budgets", ends_of(options_)}});
    if (is_best_there() && publish_best())
      live_.noticed(directory_.best_weights().string() + ": is brought up to date");
  }

  RunSummary go() {
    RunSummary summary;
    try {
      summary.end = play_generations();
      summary.complete = summary.end != RunEnd::stopped && play_final(summary);
    } catch (const Error& error) {
      note_failure(error);
      throw;
    }
    if (!summary.complete) summary.end = RunEnd::stopped;
    summary.generations = history().generations();
    summary.best_generation = history().best();
    summary.promotions = history().promotions();
    summary.best_weights = directory_.best_weights();
    state_.note(summary.complete ? "done" : "stopped", summary.generations, {{"why", to_string(summary.end)}});
    live_.write();
    if (write_page()) summary.page = directory_.report();
    return summary;
  }

 private:
  [[nodiscard]] const RunHistory& history() const { return state_.history(); }

  // Nothing is played with, or learnt from, before all is known to be what it was.
  void check_files() {
    const std::vector<Damage> found = find_damage(directory_, history());
    if (found.empty()) return;
    bool can_be_repaired = true;
    std::string message;
    for (const Damage& damage : found) {
      can_be_repaired = can_be_repaired && damage.can_be_repaired;
      message += fmt::format("{}{}: {}", message.empty() ? "" : "; ", (directory_.folder() / damage.file.name).string(),
                             damage.what);
    }
    if (!can_be_repaired || !options_.repair) throw DamagedRun(message, can_be_repaired);
    for (const Damage& damage : found) repair(damage);
  }

  // The stage that made the file is not finished any more.
  void repair(const Damage& damage) {
    const std::filesystem::path file = directory_.folder() / damage.file.name;
    live_.noticed(fmt::format("{}: {}; it is set aside and made again", file.string(), damage.what));
    set_aside(file);
    if (history().finished(damage.file.event, damage.file.generation) == nullptr) return;
    state_.note("redo", damage.file.generation, {{"stage", damage.file.event}});
  }

  void require_same_options(const Weights& start) const {
    if (play::play_fingerprint(stages_.weights_of(0)) != play::play_fingerprint(start)) {
      throw Error(directory_.start_weights().string(), 0, "the run was begun with other starting weights");
    }
    try {
      const Json then = history().begun().value("options", Json::object());
      if (is_version_1(then)) return require_same_as_config(then, directory_.config(), driver_, options_);
      require_same(then, driver_, options_);
    } catch (const Error& error) {
      throw Error(directory_.folder().string(), 0, error.message());
    }
  }

  RunEnd play_generations() {
    for (int generation = 1;; ++generation) {
      if (const auto end = end_before(generation)) return *end;
      if (!history().was_begun(generation)) state_.note("generation", generation);
      directory_.make_generation(generation);
      const bool is_new = history().finished("gate", generation) == nullptr;
      if (!stages_.play_games(generation) || !stages_.fit_weights(generation) || !stages_.judge(generation)) {
        return RunEnd::stopped;
      }
      if (history().best() == generation) publish_best();
      if (is_new) write_page();
    }
  }

  // A generation that was begun is finished whatever the budgets are.
  [[nodiscard]] std::optional<RunEnd> end_before(int generation) const {
    if (history().was_begun(generation)) return std::nullopt;
    if (options_.generations > 0 && generation > options_.generations) return RunEnd::generations;
    if (options_.patience > 0 && history().failures() >= options_.patience) return RunEnd::patience;
    const std::uint64_t games = history().games() + options_.self_play.games;
    if (options_.games_total > 0 && games > options_.games_total) return RunEnd::games;
    const double hours = state_.hours() + history().hours_of_last_generation();
    if (options_.hours > 0 && hours >= options_.hours) return RunEnd::hours;
    return std::nullopt;
  }

  // False when stopped. Without a promotion the best weights are those of the start, and there is nothing to prove.
  bool play_final(RunSummary& summary) {
    if (options_.final_games == 0 || history().best() == 0) return true;
    summary.final_match = stages_.play_final();
    return summary.final_match->complete;
  }

  // Not while its generation is to be done again.
  [[nodiscard]] bool is_best_there() const {
    return history().best() == 0 || history().finished("fit", history().best()) != nullptr;
  }

  // False when it was published before.
  bool publish_best() {
    const std::string best = format_weights(stages_.weights_of(history().best()));
    std::error_code unreadable;
    if (std::filesystem::exists(directory_.best_weights(), unreadable) &&
        read_file(directory_.best_weights()) == best) {
      return false;
    }
    write_file_atomically(directory_.best_weights(), best);
    return true;
  }

  // Nothing depends on it: if it cannot be made, the work goes on.
  bool write_page() {
    try {
      return live_.write_page(directory_.folder(), directory_.report());
    } catch (const std::exception& failure) {
      live_.noticed(fmt::format("the page of the run was not written: {}", failure.what()));
      return false;
    }
  }

  // As well as may be: the disk that failed may be the one the journal is on.
  void note_failure(const Error& failure) {
    try {
      state_.note("stopped", history().generations(), {{"why", failure.what()}});
    } catch (const Error&) {
      return;
    }
    write_page();
  }

  const GameDriver& driver_;
  const RunOptions& options_;
  RunDirectory directory_;
  RunState state_;
  RunLive live_;
  RunStages stages_;
};

}  // namespace

RunSummary run(const GameDriver& driver, const Weights& start, const RunOptions& options,
               const std::filesystem::path& folder, RunObserver& observer, const std::stop_token& stop) {
  options.validate();
  return Run(driver, start, options, folder, observer, stop).go();
}

void RunObserver::stage_begun(int, RunStage, std::uint64_t) {}
void RunObserver::games_played(const stats::PlayTally&) {}
void RunObserver::match_played(const match::TournamentResult&) {}
void RunObserver::rows_sampled(const learn::SamplingSummary&) {}
void RunObserver::fit_stepped(const learn::FitProgress&) {}
void RunObserver::self_play_done(int, const play::SelfPlaySummary&) {}
void RunObserver::fit_done(int, const learn::SamplingSummary&, const learn::FitSummary&) {}
void RunObserver::gate_done(int, const match::TournamentResult&, bool) {}
void RunObserver::noticed(const std::string&) {}
bool RunObserver::write_page(const std::filesystem::path&, const std::filesystem::path&) { return false; }

const char* to_string(RunEnd end) {
  switch (end) {
    case RunEnd::stopped:
      return "stopped";
    case RunEnd::generations:
      return "generations";
    case RunEnd::hours:
      return "hours";
    case RunEnd::games:
      return "games";
    case RunEnd::patience:
      return "patience";
  }
  return "";
}

const char* describe(RunEnd end) {
  switch (end) {
    case RunEnd::stopped:
      return "it was asked to stop";
    case RunEnd::generations:
      return "the generations asked for are done";
    case RunEnd::hours:
      return "another generation would have taken longer than --hours";
    case RunEnd::games:
      return "another generation would have gone beyond --games-total";
    case RunEnd::patience:
      return "--patience: the last generations brought nothing";
  }
  return "";
}

}  // namespace hone::run
