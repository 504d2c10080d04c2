// SPDX-License-Identifier: MIT
#include "tuner/units/coordinator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "data/error.hpp"
#include "data/file.hpp"
#include "data/game_file.hpp"
#include "tuner/units/unit_folder.hpp"
#include "tuner/units/verify.hpp"
#include "tuner/units/workers.hpp"

namespace hone::units {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr double seconds_of_unit = 60;
constexpr int usual_plies = 100;  // of a game, where it may be longer
constexpr std::uint64_t most_unit_games = 4'096;
constexpr std::uint64_t units_a_slot = 8;    // at least, so that all have work until near the end
constexpr std::uint64_t most_bad_units = 2;  // of a host that goes on playing
constexpr int most_idle_launches = 3;
constexpr milliseconds least_pause{20}, longest_pause{1'000};
constexpr milliseconds stop_pause{3'000};  // for all workers to see a file STOP, which they look for twice a second

std::uint64_t rounded_up(std::uint64_t games, std::uint64_t round) { return (games + round - 1) / round * round; }

// One call of Coordinator::supply.
class Supply {
 public:
  Supply(const LaunchOptions& options, int threads, const UnitFolder& folder, const StageOfUnits& stage,
         const play::NumberedGames& games, std::uint64_t first, const play::TakeGame& take, const std::stop_token& stop,
         const LaunchNotice& notice, Distribution& distribution)
      : options_(options),
        threads_(threads),
        folder_(folder),
        plan_(folder.plan()),
        stage_(stage),
        games_(games),
        take_(take),
        stop_(stop),
        notice_(notice),
        distribution_(distribution),
        next_game_(first),
        next_unit_((first - plan_.first) / plan_.unit_games),
        workers_(options, threads, folder, notice) {}

  parallel::JobsEnd run() {
    open_units();
    launch();
    milliseconds pause = least_pause;
    while (true) {
      if (stop_.stop_requested()) return parallel::JobsEnd::stopped;
      const bool is_news = look();
      const bool is_enough = !merge();
      if (is_enough) count_unused();
      if (is_enough || next_unit_ == plan_.units()) {
        folder_.stop();
        workers_.end();
        return is_enough ? parallel::JobsEnd::enough : parallel::JobsEnd::finished;
      }
      open_units();
      workers_.offer(offered());
      if (!workers_.is_running()) launch_again();
      pause = is_news ? least_pause : std::min(2 * pause, longest_pause);
      sleep(pause);
    }
  }

 private:
  void launch() {
    folder_.take_back_stop();  // somebody wanted workers to end, but the games are still needed
    good_at_launch_ = good_.size();
    workers_.start();
    workers_.offer(offered());
  }

  // Three times in vain is enough: whatever is wrong does not mend itself. A pause in between lets what does.
  void launch_again() {
    if (look()) return;
    idle_launches_ = good_.size() > good_at_launch_ ? 0 : idle_launches_ + 1;
    const std::string said = workers_.last_words();
    if (idle_launches_ >= most_idle_launches) {
      throw Error(fmt::format("{}: workers were launched {} times and brought no unit; the last one said: {}",
                              folder_.path().string(), most_idle_launches, said.empty() ? "nothing" : said),
                  Error::Kind::system);
    }
    ++distribution_.relaunched;
    notice_(fmt::format("the workers have ended with {} of {} units missing, and are launched again{}{}",
                        plan_.units() - next_unit_ - good_ahead(), plan_.units(),
                        said.empty() ? "" : "; they said: ", said));
    const double seconds = idle_launches_ == 0 ? 0 : workers_.first_pause_seconds() * (1 << (idle_launches_ - 1));
    sleep(std::max(milliseconds(static_cast<int>(1000 * seconds)), folder_.is_stopped() ? stop_pause : milliseconds()));
    if (!stop_.stop_requested()) launch();
  }

  [[nodiscard]] std::uint64_t good_ahead() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(good_, [&](const auto& unit) { return unit.first >= next_unit_; }));
  }

  // As many units again as were needed so far, and some for every slot. A damaged file would let workers wait for ever.
  void open_units() {
    std::uint64_t wanted = plan_.units();
    if (stage_.may_end_early) {
      const std::uint64_t ahead = std::max<std::uint64_t>(2 * static_cast<std::uint64_t>(workers_.slots()), next_unit_);
      wanted = std::min(wanted, next_unit_ + ahead);
    }
    wanted = std::max(wanted, opened_);
    const bool is_damaged = opened_ > 0 && !folder_.is_stopped() && folder_.opened() != opened_;
    if (is_damaged) {
      notice_(fmt::format("{}: does not say that {} units may be played, and is written again",
                          (folder_.path() / "open").string(), opened_));
    }
    if (wanted > opened_ || is_damaged) folder_.open(wanted);
    opened_ = wanted;
  }

  [[nodiscard]] std::vector<std::uint64_t> offered() const {
    std::vector<std::uint64_t> units;
    constexpr std::size_t most = 1 << 16;  // at a time
    for (std::uint64_t unit = next_unit_; unit < opened_ && units.size() < most; ++unit) {
      if (!good_.contains(unit)) units.push_back(unit);
    }
    return units;
  }

  // Whether there was a new unit.
  bool look() {
    Found found = folder_.look();
    bool has_arrived = false;
    for (const auto& [unit, file] : found.arrived) {
      has_arrived = true;
      take_in(unit, file);
    }
    if (has_arrived) found = folder_.look();
    for (const auto& [unit, file] : found.twice) {
      ++distribution_.twice;
      remove_file(file);
    }
    for (const auto& [unit, other] : found.others) settle(unit, other);
    std::vector<std::uint64_t> fresh;
    for (const std::uint64_t unit : found.finished) {
      if (unit >= next_unit_ && !good_.contains(unit)) fresh.push_back(unit);
    }
    verify(fresh);
    return !fresh.empty() || has_arrived;
  }

  // A unit from another machine becomes one of the folder.
  void take_in(std::uint64_t unit, const fs::path& arrived) {
    const fs::path file = folder_.new_file_of(unit);
    rename_file(arrived, file);
    (void)folder_.publish(unit, file);
  }

  // A unit was played once more, and its file differs from the one that is there. One of them may be damaged.
  void settle(std::uint64_t unit, const fs::path& other) {
    const fs::path file = folder_.file_of(unit);
    const CheckedUnit there = check_unit(plan_, unit, file, {}, 0, stop_);
    const CheckedUnit second = check_unit(plan_, unit, other, {}, 0, stop_);
    if (!there.fault.empty()) {
      reject(unit, file, there);
      (void)folder_.publish(unit, other);
      return;
    }
    if (!second.fault.empty()) return reject(unit, other, second);
    if (there.content == second.content) {  // it differed from a damaged one, whose place a good one has taken since
      ++distribution_.twice;
      remove_file(other);
      return;
    }
    throw Error(other.string(), 0,
                "the same games were played twice and came out differently, so that play is not reproducible: is one "
                "of the machines faulty? Both files are kept; remove one of them to go on",
                Error::Kind::system);
  }

  void verify(const std::vector<std::uint64_t>& units) {
    const auto make_worker = [&] {
      return [&, play = games_.make_player()](std::uint64_t i, const std::stop_token& stop) {
        CheckedUnit checked = check_unit(plan_, units[i], folder_.file_of(units[i]), play, options_.replays, stop);
        return checked.stopped ? std::nullopt : std::optional(std::pair(units[i], std::move(checked)));
      };
    };
    const auto use = [&](std::pair<std::uint64_t, CheckedUnit>&& checked) {
      judge(checked.first, checked.second);
      return true;
    };
    const int threads = std::min(threads_, static_cast<int>(units.size()));
    parallel::use_in_order({0, units.size(), std::max(1, threads)}, make_worker, use, stop_);
  }

  void judge(std::uint64_t unit, const CheckedUnit& checked) {
    if (checked.fault.empty()) {
      good_[unit] = checked;
      return;
    }
    reject(unit, folder_.file_of(unit), checked);
  }

  void reject(std::uint64_t unit, const fs::path& file, const CheckedUnit& checked) {
    good_.erase(unit);
    const fs::path bad = folder_.set_aside(unit, file);
    if (bad.empty()) return;
    const std::uint64_t bad_here = ++bad_of_host_[checked.maker.host];
    HostWork& host = distribution_.work_of(checked.maker.host);
    ++distribution_.bad;
    ++host.bad;
    notice_(fmt::format("{} of {}: {}; it lies in {} and is played again", plan_.name_of(unit), checked.maker.host,
                        checked.fault, bad.string()));
    if (bad_here != most_bad_units + 1 || checked.maker.host.empty()) return;
    notice_(fmt::format("{}: {} units were wrong, and it is left out", checked.maker.host, bad_here));
    folder_.leave_out(checked.maker.host);
    workers_.leave_out(checked.maker.host);
  }

  // False when that is enough.
  bool merge() {
    while (next_unit_ < plan_.units() && good_.contains(next_unit_)) {
      std::vector<GameRecord> games = games_of(next_unit_);
      CheckedUnit& checked = good_.at(next_unit_);
      if (content_of(games) != checked.content) {
        checked.fault = "it was changed after it was looked at";
        reject(next_unit_, folder_.file_of(next_unit_), CheckedUnit(checked));
        return true;
      }
      // A unit that an earlier session began to take was counted there.
      if (next_game_ <= plan_.first_of(next_unit_)) count(next_unit_, checked.maker);
      for (GameRecord& game : games) {
        if (game.number < next_game_) continue;
        ++next_game_;
        if (!take_(std::move(game))) return false;
      }
      ++next_unit_;
    }
    return true;
  }

  [[nodiscard]] std::vector<GameRecord> games_of(std::uint64_t unit) const try {
    std::vector<GameRecord> games;
    GameFileReader reader(folder_.file_of(unit));
    while (std::optional<GameRecord> game = reader.next()) games.push_back(std::move(*game));
    return games;
  } catch (const Error&) {
    return {};
  }

  void count(std::uint64_t unit, const UnitMaker& maker) {
    HostWork& host = distribution_.work_of(maker.host);
    ++distribution_.units;
    ++host.units;
    host.games += plan_.end_of(unit) - plan_.first_of(unit);
    host.cpu_seconds += maker.cpu_seconds;
  }

  void count_unused() {
    distribution_.unused = plan_.end_of(next_unit_) - next_game_;
    for (const auto& [unit, checked] : good_) {
      if (unit <= next_unit_) continue;
      count(unit, checked.maker);
      distribution_.unused += plan_.end_of(unit) - plan_.first_of(unit);
    }
  }

  void sleep(milliseconds time) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop_, time, [] { return false; });
  }

  const LaunchOptions& options_;
  int threads_;
  const UnitFolder& folder_;
  const UnitPlan& plan_;
  const StageOfUnits& stage_;
  const play::NumberedGames& games_;
  const play::TakeGame& take_;
  const std::stop_token& stop_;
  const LaunchNotice& notice_;
  Distribution& distribution_;

  std::uint64_t next_game_;  // to be handed on
  std::uint64_t next_unit_;
  std::uint64_t opened_ = 0;
  std::map<std::uint64_t, CheckedUnit> good_;         // units
  std::map<std::string, std::uint64_t> bad_of_host_;  // units of this stage
  std::size_t good_at_launch_ = 0;
  int idle_launches_ = 0;
  Workers workers_;
};

// -- The folder

std::uint64_t games_of_unit(const LaunchOptions& options, const StageOfUnits& stage, const play::NumberedGames& games,
                            std::uint64_t total, int slots) {
  std::uint64_t count = options.unit_games;
  if (count == 0) {
    const double seconds = std::max(1e-5, games.seconds_a_ply * usual_plies);
    const double of_time = std::clamp(seconds_of_unit / seconds, 1.0, static_cast<double>(most_unit_games));
    const std::uint64_t share = total / (units_a_slot * static_cast<std::uint64_t>(std::max(1, slots)));
    count = std::min(static_cast<std::uint64_t>(of_time), std::max<std::uint64_t>(1, share));
  }
  return rounded_up(std::max<std::uint64_t>(1, count), stage.round_games);
}

bool is_same_stage(const UnitPlan& found, const UnitPlan& wanted) {
  return !difference_of(found.header, wanted.header) && found.first <= wanted.first && found.end == wanted.end &&
         found.has_numbered_seeds == wanted.has_numbered_seeds && found.job == wanted.job &&
         found.files == wanted.files;
}

std::optional<UnitPlan> plan_there(const fs::path& folder) try {
  return read_plan(UnitFolder::plan_in(folder));
} catch (const Error&) {
  return std::nullopt;
}

// What is of no use to this stage may be of use to somebody: it is kept under another name.
void set_aside(const fs::path& folder, std::string_view why, const LaunchNotice& notice) {
  fs::path aside = folder;
  aside += fmt::format(".aside.{:016x}", unique_number());
  rename_file(folder, aside);
  notice(fmt::format("{}: {}, and lie in {} now", folder.string(), why, aside.string()));
}

// What workers of an earlier session were making, or did not get to. Workers that are still alive go on all the same.
void tidy(const fs::path& folder) {
  std::vector<fs::path> old;
  for (const fs::directory_entry& entry : entries_in(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_half = name.find(".part.") != std::string::npos;
    if (is_half || name == "STOP" || name == "open" || name == "left_out" || name.starts_with("log.")) {
      old.push_back(entry.path());
    }
  }
  std::error_code gone;
  for (const fs::path& file : old) fs::remove_all(file, gone);
}

// Adds the time that it lives for, whatever happens.
class AddedTime {
 public:
  explicit AddedTime(double& seconds) : seconds_(seconds) {}
  AddedTime(const AddedTime&) = delete;
  AddedTime& operator=(const AddedTime&) = delete;
  ~AddedTime() { seconds_ += std::chrono::duration<double>(steady_clock::now() - begin_).count(); }

 private:
  double& seconds_;
  steady_clock::time_point begin_ = steady_clock::now();
};

// Says stop to the workers whatever happens.
class StopAtEnd {
 public:
  explicit StopAtEnd(const UnitFolder& folder) : folder_(folder) {}
  StopAtEnd(const StopAtEnd&) = delete;
  StopAtEnd& operator=(const StopAtEnd&) = delete;
  ~StopAtEnd() { folder_.stop(); }

 private:
  const UnitFolder& folder_;
};

}  // namespace

StageOfUnits self_play_stage(const Weights& weights, const play::SelfPlayOptions& options) {
  return {.write = [&](const fs::path& folder) { return write_job(folder, weights, options); },
          .has_numbered_seeds = true};
}

StageOfUnits match_stage(const std::vector<play::Entrant>& players, const match::TournamentOptions& options,
                         const match::StageGames& stage) {
  return {.write = [&players, &options,
                    stage](const fs::path& folder) { return write_job(folder, players, options, stage); },
          .may_end_early = options.sprt.has_value(),
          .round_games = stage.pairings.size() * (options.reverse ? 2 : 1)};
}

Coordinator::Coordinator(const LaunchOptions& options, int threads, fs::path folder, StageOfUnits stage,
                         Distribution& distribution, LaunchNotice notice)
    : options_(options),
      threads_(threads),
      folder_(std::move(folder)),
      stage_(std::move(stage)),
      distribution_(distribution),
      notice_(std::move(notice)) {}

parallel::JobsEnd Coordinator::supply(const play::NumberedGames& games, std::uint64_t first, std::uint64_t end,
                                      const play::TakeGame& take, const std::stop_token& stop) {
  std::error_code unreadable;
  if (fs::exists(UnitFolder::plan_in(folder_), unreadable) && !plan_there(folder_)) {
    set_aside(folder_, "the plan of these units is damaged", notice_);
  }
  UnitFolder::begin(folder_);
  const WrittenJob written = stage_.write(folder_);
  UnitPlan plan{.header = games.header,
                .first = first,
                .end = end,
                .has_numbered_seeds = stage_.has_numbered_seeds,
                .job = written.job,
                .files = written.files};
  plan.unit_games = games_of_unit(options_, stage_, games, end - first, expected_slots(options_, threads_));
  const std::optional<UnitPlan> before = plan_there(folder_);
  if (before && is_same_stage(*before, plan)) {
    plan = *before;
    tidy(folder_);
  } else if (before) {
    set_aside(folder_, "these units are of other games", notice_);
    UnitFolder::begin(folder_);
    (void)stage_.write(folder_);
  }
  write_plan(UnitFolder::plan_in(folder_), plan);
  const UnitFolder folder(folder_, plan);
  const StopAtEnd stop_at_end(folder);
  const AddedTime added_time(distribution_.seconds);
  distribution_.launch = to_string(options_.launch);
  return Supply(options_, threads_, folder, stage_, games, first, take, stop, notice_, distribution_).run();
}

}  // namespace hone::units
