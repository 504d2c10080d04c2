// SPDX-License-Identifier: MIT
#include "tuner/run/run.hpp"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/build.hpp"
#include "data/game_file.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/second_order_fit.hpp"
#include "tuner/learn/fit/weight_constraints.hpp"
#include "tuner/play/self_play_games.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/command_lines.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/kept_config.hpp"
#include "tuner/run/live.hpp"
#include "tuner/run/own_engine.hpp"
#include "tuner/run/record.hpp"
#include "tuner/run/run_starts.hpp"
#include "tuner/run/state.hpp"
#include "tuner/run/steps.hpp"
#include "tuner/run/version_1.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::run {

namespace {

using Json = nlohmann::ordered_json;

// A run of an early version may have been begun with fewer, and goes on without promoting anything.
void require_gate_games(const RunOptions& options) {
  if (options.gate.games >= least_gate_games) return;
  throw Error(
      fmt::format("gate-games: {}", expected_found(fmt::format("{} or more, as fewer do not tell a better player "
                                                               "from an equal one",
                                                               least_gate_games),
                                                   fmt::format("{}", options.gate.games))));
}

// The play signature of games of the starting weights under the options of self-play (tuner/play/numbered_games.hpp),
// and the build that it is of. Nothing where games are not reproducible.
std::optional<GameFileHeader> signed_header(const GameDriver& driver, const Weights& start, const RunOptions& options) {
  if (options.is_foreign() || !options.self_play.limits.reproducible()) return std::nullopt;
  play::SelfPlayOptions games = options.self_play;
  games.starts = {};  // files lie elsewhere when the run goes on
  games.seed = options.seed;
  return play::self_play_games(driver, start, games).header;
}

Json record_by_this_build(const GameDriver& driver, const Weights& start, const RunOptions& options) {
  Json record = record_of(driver, options);
  if (const auto header = signed_header(driver, start, options)) {
    record[record_signature] = *header->setting(signature_setting);
    record[record_build] = *header->setting(build_setting);
  }
  return record;
}

// Runs of early versions do not tell.
void require_same_play(const Json& then, const GameDriver& driver, const Weights& start, const RunOptions& options) {
  const std::string before = text::member<std::string>(then, record_signature, "");
  const auto header = signed_header(driver, start, options);
  if (before.empty() || !header || before == *header->setting(signature_setting)) return;
  throw Error(
      fmt::format("the run was begun by build {}, whose games (signature {}) are not those of this one, {} "
                  "(signature {}), or on another kind of processor",
                  text::member<std::string>(then, record_build, "unknown"), before, build_identity(),
                  *header->setting(signature_setting)));
}

void keep_pool(const RunPaths& paths, const PoolOptions& pool, std::vector<FileRecord>& files) {
  for (const PoolOpponent& opponent : pool.opponents) {
    if (!opponent.weights) continue;
    const std::filesystem::path file = paths.pool_weights(opponent.spec.name);
    write_weights(file, *opponent.weights);
    files.push_back(file_record_of(paths.folder(), file));
  }
}

// Returns the folder with everything in it that is there from the beginning. From the moment that it holds its
// configuration there is a run.
RunDirectory opened(const GameDriver& driver, const Weights& start, const RunOptions& options,
                    const std::filesystem::path& folder) {
  RunDirectory directory(folder);
  if (RunDirectory::holds_run(folder)) return directory;
  std::filesystem::remove(directory.journal());
  write_weights(directory.start_weights(), start);
  write_weights(directory.best_weights(), start);
  keep_book(directory, options);
  std::vector<FileRecord> files = {{"config", text::seal_of_text(options.config)},
                                   file_record_of(folder, directory.start_weights())};
  if (const std::string& book = options.self_play.starts.book; !book.empty()) {
    files.push_back(file_record_of(folder, directory.start_openings(book)));
  }
  keep_pool(directory, options.pool, files);
  const JournalEntry begun{RunBegun{record_by_this_build(driver, start, options).dump()}, 0, utc_now(), 0, files};
  Journal(directory.journal()).append(to_json(begun));
  write_file_atomically(directory.config(), options.config);
  return directory;
}

Journal journal_in(const RunDirectory& directory, RunObserver& observer) {
  if (!std::filesystem::exists(directory.journal())) {
    throw Error(directory.journal().string(), 0, "is missing, and without it the run cannot go on");
  }
  Journal journal(directory.journal());
  (void)entries_of(journal.lines());  // throws unless there are some
  if (journal.torn() > 0) {
    observer.told(Noticed{fmt::format("{}: the last line is not whole and was cut off; what it told is done again",
                                      directory.journal().string())});
  }
  return journal;
}

double hours_before(const RunDirectory& directory, const Journal& journal, RunObserver& observer) {
  const LiveFile found = read_live(directory.live(), journal.id());
  if (found.damaged) {
    observer.told(
        Noticed{fmt::format("{}: is not what this run wrote, and is not made use of", directory.live().string())});
  }
  return found.live ? found.live->hours : 0;
}

RunState state_in(const RunDirectory& directory, RunObserver& observer) {
  Journal journal = journal_in(directory, observer);
  const double hours = hours_before(directory, journal, observer);
  return {directory.folder(), std::move(journal), hours};
}

// What a fit has learnt is a matrix of its weights. Known before the first game, so that no night is lost.
void require_what_carrying_takes(const Schema& schema, const RunOptions& options) {
  if (!options.carry.is_on) return;
  const auto weights = static_cast<std::size_t>(schema.weights());
  if (weights <= options.fit.dense_limit) return;
  throw Error(
      fmt::format("carry: what a fit has learnt takes a matrix of the {} weights of {}: expected a --dense-limit "
                  "of as many, found {}",
                  weights, schema.game(), options.fit.dense_limit));
}

// The options of a run cannot change once it was begun.
std::string with_way_out(const RunPaths& paths, const std::string& fault) {
  return fmt::format("{}; to begin another run from its best weights, with other options: {}", fault,
                     next_run_command(paths.folder(), paths.best_weights(), "", "-next"));
}

// Everything that can be known before the first game.
void require_possible(const Tuned& tuned, const Weights& start, const RunOptions& options,
                      const std::filesystem::path& folder) {
  options.validate();
  if (!RunDirectory::holds_run(folder)) require_gate_games(options);
  if (start.schema.fingerprint() != tuned.schema().fingerprint()) {
    throw Error("starting weights: " +
                expected_found(fmt::format("the features of {}", tuned.schema().game()), "others"));
  }
  tuned.require_possible(options);
  if (!RunDirectory::holds_run(folder)) require_starts(tuned.driver(), tuned.judges(start), options);
  require_what_carrying_takes(tuned.schema(), options);
  try {
    learn::require_groups(tuned.schema(), options.fit);
  } catch (const Error& fault) {
    if (!RunDirectory::holds_run(folder)) throw;
    throw Error(with_way_out(RunPaths(folder), fault.message()));
  }
}

class Run {
 public:
  Run(const Tuned& tuned, const Weights& start, const RunOptions& options, const std::filesystem::path& folder,
      RunObserver& observer, const std::stop_token& stop)
      : driver_(tuned.driver()),
        options_(options),
        directory_(opened(driver_, start, options, folder)),
        state_(state_in(directory_, observer)),
        live_(
            directory_.live(), state_.id(), [this] { return state_.hours(); }, observer),
        steps_(tuned, options, directory_, state_, live_, stop) {
    check_files();
    require_same_options(start);
    const std::optional<std::string> broken = learn::broken_ties(start, options_.fit);
    if (broken && history().best() == 0) notice(*broken);
    const std::optional<std::string> idle = learn::idle_random_starts(start.schema, options_.fit);
    if (idle && history().best() == 0) notice(*idle);
    state_.note(SessionBegun{ends_of(options_)}, 0);
    if (is_best_there() && publish_best()) notice(directory_.best_weights().string() + ": is brought up to date");
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
    note_end(summary);
    live_.write();
    if (write_page()) summary.page = directory_.report();
    return summary;
  }

 private:
  [[nodiscard]] const RunHistory& history() const { return state_.history(); }

  void notice(std::string what) { live_.told(Noticed{std::move(what)}); }

  void note_end(const RunSummary& summary) {
    const char* why = to_string(summary.end);
    state_.note(summary.complete ? RunEvent(RunDone{why}) : RunEvent(RunStopped{why}), summary.generations, {},
                steps_.take_distribution());
  }

  // Nothing is played with, or learnt from, before all is known to be what it was.
  void check_files() {
    const std::vector<Damage> found = find_damage(directory_, history());
    refuse_damage(directory_, found, options_.repair);
    for (const Damage& damage : found) repair(damage);
  }

  // The step that made the file is not finished any more.
  void repair(const Damage& damage) {
    const auto& [record, step, generation] = damage.sealed;
    const std::filesystem::path file = directory_.folder() / record.name;
    notice(fmt::format("{}: {}; it is set aside and made again", file.string(), damage.what));
    if (record.name == "config") return restore_config(directory_, state_);
    set_aside(file);
    if (step && history().finished(*step, generation) != nullptr) state_.note(StepVoided{*step}, generation);
  }

  void require_same_options(const Weights& start) const {
    if (play::play_fingerprint(steps_.weights_of(0)) != play::play_fingerprint(start)) {
      throw Error(directory_.start_weights().string(), 0, "the run was begun with other starting weights");
    }
    try {
      const Json then = text::parse_json(history().options());
      if (is_version_1(then)) return require_same_as_config(then, directory_.config(), driver_, options_);
      require_same(then, driver_, options_);
      require_same_play(then, driver_, start, options_);
    } catch (const Error& error) {
      throw Error(directory_.folder().string(), 0, with_way_out(directory_, error.message()));
    }
  }

  RunEnd play_generations() {
    for (int generation = 1;; ++generation) {
      if (const auto end = end_before(generation)) return *end;
      if (!history().was_begun(generation)) state_.note(GenerationBegun{}, generation);
      directory_.make_generation(generation);
      const bool is_new = history().finished(RunStep::gate, generation) == nullptr;
      if (!steps_.play_games(generation) || !steps_.fit_weights(generation) || !steps_.select(generation) ||
          !steps_.judge(generation)) {
        return RunEnd::stopped;
      }
      steps_.clear_units(generation);
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
    summary.final_match = steps_.play_final();
    if (summary.final_match->complete) steps_.clear_units(0);
    return summary.final_match->complete;
  }

  // The weights are not there while their generation is to be done again.
  [[nodiscard]] bool is_best_there() const { return history().has_weights(history().best()); }

  // A copy to the byte, also of weights that an earlier hone wrote. False when it was published before.
  bool publish_best() {
    const std::filesystem::path weights = directory_.weights_of(history().best());
    require_intact(directory_, history(), weights);
    const std::string best = read_file(weights);
    std::error_code unreadable;
    if (std::filesystem::exists(directory_.best_weights(), unreadable) &&
        read_file(directory_.best_weights()) == best) {
      return false;
    }
    write_file_atomically(directory_.best_weights(), best);
    return true;
  }

  // Nothing depends on the page: if it cannot be made, the work goes on.
  bool write_page() {
    try {
      return live_.write_page(directory_.folder(), directory_.report());
    } catch (const std::exception& failure) {
      notice(fmt::format("the page of the run was not written: {}", failure.what()));
      return false;
    }
  }

  // Nothing is noted when that fails too: the disk that failed may be the one the journal is on.
  void note_failure(const Error& failure) {
    try {
      state_.note(RunStopped{failure.what()}, history().generations(), {}, steps_.take_distribution());
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
  RunSteps steps_;
};

}  // namespace

RunSummary run(const Tuned& tuned, const Weights& start, const RunOptions& options, const std::filesystem::path& folder,
               RunObserver& observer, const std::stop_token& stop) {
  require_possible(tuned, start, options, folder);
  for (const PoolOpponent& opponent : options.pool.opponents)
    check_opponent(tuned.driver(), opponent, options.gate.limits);
  return Run(tuned, start, options, folder, observer, stop).go();
}

RunSummary run(const GameDriver& driver, const Weights& start, const RunOptions& options,
               const std::filesystem::path& folder, RunObserver& observer, const std::stop_token& stop) {
  return run(OwnEngine(driver), start, options, folder, observer, stop);
}

}  // namespace hone::run
