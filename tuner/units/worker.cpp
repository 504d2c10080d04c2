// SPDX-License-Identifier: MIT
#include "tuner/units/worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "data/game_file.hpp"
#include "tuner/parallel/stopwatch.hpp"
#include "tuner/units/job.hpp"
#include "tuner/units/unit_folder.hpp"
#include "tuner/units/verify.hpp"

namespace hone::units {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using Moment = std::chrono::steady_clock::time_point;

constexpr milliseconds least_wait{20}, longest_wait{1'000};  // between two looks at the folder
constexpr milliseconds look_interval{500};                   // whether what is in the making is still wanted
// A unit in the making that has not grown for as long as so many games take, and for a while, has lost its worker.
constexpr double games_without_growth = 20;
constexpr milliseconds least_without_growth{2'000};

UnitPlan plan_of_folder(const fs::path& folder) {
  UnitPlan plan = read_plan(UnitFolder::plan_in(folder));
  for (const auto& [name, seal] : plan.files) {
    if (const auto damage = text::damage_of(folder / name, seal)) throw Error((folder / name).string(), 0, *damage);
  }
  return plan;
}

PlayableJob job_of(const UnitPlan& plan, const fs::path& folder) {
  PlayableJob job(find_driver(plan.header.game), plan.job, folder);
  if (const auto difference = difference_of(plan.header, job.games().header)) {
    throw Error(folder.string(), 0, "these games are not those that this program would play" + *difference,
                Error::Kind::system);
  }
  return job;
}

// Which units in the making do not grow. Clocks of machines differ, so only changes that are seen here count.
class Growth {
 public:
  [[nodiscard]] bool is_stale(const std::vector<fs::path>& parts, milliseconds patience) {
    const Moment now = std::chrono::steady_clock::now();
    return std::ranges::all_of(parts, [&](const fs::path& part) {
      std::error_code gone;
      const std::uintmax_t size = fs::file_size(part, gone);
      auto [seen, is_new] = seen_.try_emplace(part, size, now);
      if (!is_new && seen->second.first != size) seen->second = {size, now};
      return now - seen->second.second > patience;
    });
  }

 private:
  std::map<fs::path, std::pair<std::uintmax_t, Moment>> seen_;
};

// Says which unit comes next, to all threads of a worker.
class Queue {
 public:
  Queue(const UnitFolder& folder, const WorkOptions& options)
      : folder_(folder), options_(options), next_own_(options.slot) {}

  struct Next {
    std::optional<std::uint64_t> unit;
    std::optional<WorkEnd> end;  // without both: wait, and ask again
  };

  Next next() {
    const std::lock_guard lock(mutex_);
    if (folder_.is_stopped()) return {{}, WorkEnd::done};
    if (!options_.is_coordinator && folder_.is_left_out(options_.host)) return {{}, WorkEnd::left_out};
    const std::uint64_t opened = folder_.opened();
    const Found found = folder_.look();
    const std::optional<std::uint64_t> unit = choose(opened, found);
    if (unit) taken_.insert(*unit);
    if (unit) return {unit, {}};
    return {{}, is_over(found) ? std::optional(WorkEnd::done) : std::nullopt};
  }

  void give_back(std::uint64_t unit, double seconds_a_game) {
    const std::lock_guard lock(mutex_);
    taken_.erase(unit);
    if (seconds_a_game > 0) seconds_a_game_ = seconds_a_game;
  }

 private:
  std::optional<std::uint64_t> choose(std::uint64_t opened, const Found& found) {
    const auto is_open = [&](std::uint64_t unit) { return !found.finished.contains(unit) && !taken_.contains(unit); };
    for (; next_own_ < opened; next_own_ += options_.of) {
      if (!is_open(next_own_)) continue;
      const std::uint64_t unit = next_own_;
      next_own_ += options_.of;
      return unit;
    }
    std::optional<std::uint64_t> begun;
    for (std::uint64_t unit = opened; unit-- > 0;) {
      if (!is_open(unit)) continue;
      const auto parts = found.in_the_making.find(unit);
      if (parts == found.in_the_making.end()) return unit;
      if (!begun && may_begin_again(parts->second, found)) begun = unit;
    }
    return begun;
  }

  bool may_begin_again(const std::vector<fs::path>& parts, const Found& found) {
    const milliseconds patience =
        std::max(least_without_growth, milliseconds(static_cast<int>(1000 * games_without_growth * seconds_a_game_)));
    const bool is_stale = growth_.is_stale(parts, patience);
    return is_stale || 10 * found.finished.size() >= 9 * folder_.plan().units();
  }

  bool is_over(const Found& found) {
    const Moment now = std::chrono::steady_clock::now();
    const std::uint64_t opened = folder_.opened();
    if (found.finished.size() < opened || opened == 0) {
      complete_since_.reset();
      return false;
    }
    if (!complete_since_) complete_since_ = now;
    // Of a test more units may be opened, as long as there is a coordinator.
    const bool may_go_on = found.finished.size() < folder_.plan().units();
    return now - *complete_since_ >= options_.patience * (may_go_on ? 10 : 1);
  }

  std::mutex mutex_;
  const UnitFolder& folder_;
  const WorkOptions& options_;
  std::uint64_t next_own_;
  std::set<std::uint64_t> taken_;  // by threads of this worker
  double seconds_a_game_ = 0;
  Growth growth_;
  std::optional<Moment> complete_since_;
};

// The file that grows while a unit is made, and goes with it.
class Part {
 public:
  explicit Part(fs::path file) : file_(std::move(file)), out_(file_, File::Mode::replace) {}
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  ~Part() {
    std::error_code gone;
    fs::remove(file_, gone);
  }
  void grow() const { out_.write("."); }

 private:
  fs::path file_;
  File out_;
};

struct PlayedUnit {
  std::vector<GameRecord> games;
  double cpu_seconds = 0;
};

// Nothing when stopped, or when it is not wanted any more.
std::optional<PlayedUnit> play_unit(const UnitPlan& plan, std::uint64_t unit, const play::PlayGame& play,
                                    const std::stop_token& stop, const std::function<bool()>& go_on) {
  const double begin = parallel::thread_cpu_seconds();
  PlayedUnit played;
  for (std::uint64_t number = plan.first_of(unit); number < plan.end_of(unit); ++number) {
    std::optional<GameRecord> game = play(number, stop);
    if (!game || !go_on()) return std::nullopt;
    played.games.push_back(std::move(*game));
  }
  played.cpu_seconds = parallel::thread_cpu_seconds() - begin;
  return played;
}

void write_whole(const fs::path& file, std::string_view bytes) {
  const File out(file, File::Mode::replace);
  out.write(bytes);
  out.sync();
}

WorkOptions settled(WorkOptions options) {
  options.validate();
  if (options.host.empty()) options.host = host_name();
  return options;
}

class Worker {
 public:
  Worker(const fs::path& folder, const WorkOptions& options, const std::stop_token& stop, const WorkProgress& progress)
      : options_(settled(options)),
        folder_(folder, plan_of_folder(folder)),
        job_(job_of(folder_.plan(), folder)),
        queue_(folder_, options_),
        progress_(progress),
        forward_(stop, [this] { stop_.request_stop(); }),
        asked_(stop) {}

  WorkSummary run() {
    const std::jthread watcher([this](const std::stop_token& done) { watch(done); });
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < options_.threads; ++i) threads.emplace_back([this] { work_safely(); });
    }
    if (failure_) std::rethrow_exception(failure_);
    if (asked_.stop_requested()) summary_.end = WorkEnd::stopped;
    return summary_;
  }

 private:
  // A game may be long, and a file STOP ends it, too.
  void watch(const std::stop_token& done) {
    while (!done.stop_requested()) {
      if (folder_.is_stopped()) stop_.request_stop();
      pause(look_interval, done);
    }
  }

  void work_safely() try { work_on_units(); } catch (...) {
    if (folder_.is_stopped()) return;  // the folder may go while something is written to it
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    stop_.request_stop();
  }

  void work_on_units() {
    const play::PlayGame play = job_.games().make_player();
    milliseconds wait = least_wait;
    while (!stop_.stop_requested()) {
      const Queue::Next next = queue_.next();
      if (next.end) return end(*next.end);
      if (!next.unit) {
        pause(wait, stop_.get_token());
        wait = std::min(2 * wait, longest_wait);
        continue;
      }
      wait = least_wait;
      make(*next.unit, play);
    }
  }

  void make(std::uint64_t unit, const play::PlayGame& play) {
    const std::optional<PlayedUnit> played = played_here(unit, play);
    if (played) publish(unit, *played);
    queue_.give_back(unit, played ? played->cpu_seconds / static_cast<double>(played->games.size()) : 0);
  }

  std::optional<PlayedUnit> played_here(std::uint64_t unit, const play::PlayGame& play) {
    const Part part(folder_.part_of(unit));
    const auto go_on = [&, last = std::chrono::steady_clock::now()]() mutable {
      part.grow();
      const Moment now = std::chrono::steady_clock::now();
      if (now - last < look_interval) return true;
      last = now;
      std::error_code gone;
      return !fs::exists(folder_.file_of(unit), gone);
    };
    return play_unit(folder_.plan(), unit, play, stop_.get_token(), go_on);
  }

  void publish(std::uint64_t unit, const PlayedUnit& played) {
    const GameFileHeader header = header_by(folder_.plan().header, {options_.host, played.cpu_seconds});
    const fs::path written = folder_.new_file_of(unit);
    write_whole(written, format_games(header, played.games));
    const UnitFolder::Published published = folder_.publish(unit, written);
    const std::lock_guard lock(mutex_);
    summary_.units += published == UnitFolder::Published::first ? 1 : 0;
    summary_.twice += published == UnitFolder::Published::twice ? 1 : 0;
    summary_.other += published == UnitFolder::Published::other ? 1 : 0;
    summary_.games += played.games.size();
    summary_.cpu_seconds += played.cpu_seconds;
    if (progress_) progress_(summary_);
  }

  void end(WorkEnd how) {
    const std::lock_guard lock(mutex_);
    summary_.end = how;
  }

  void pause(milliseconds time, const std::stop_token& stop) {
    std::unique_lock lock(pause_mutex_);
    pause_.wait_for(lock, stop, time, [] { return false; });
  }

  WorkOptions options_;
  UnitFolder folder_;
  PlayableJob job_;
  Queue queue_;
  const WorkProgress& progress_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> forward_;
  std::stop_token asked_;
  std::mutex mutex_, pause_mutex_;
  std::condition_variable_any pause_;
  std::exception_ptr failure_;
  WorkSummary summary_;
};

}  // namespace

void WorkOptions::validate() const {
  if (threads < 1) throw Error(expected_found("threads >= 1", fmt::format("{}", threads)));
  if (of < 1) throw Error(expected_found("one slot or more", fmt::format("{}", of)));
  if (slot >= of) throw Error(expected_found(fmt::format("a slot below {}", of), fmt::format("{}", slot)));
}

WorkSummary work(const fs::path& folder, const WorkOptions& options, const std::stop_token& stop,
                 const WorkProgress& progress) {
  return Worker(folder, options, stop, progress).run();
}

WorkSummary work_on(const fs::path& folder, std::string_view name, const fs::path& file, const WorkOptions& given,
                    const std::stop_token& stop) {
  const WorkOptions options = settled(given);
  const UnitPlan plan = plan_of_folder(folder);
  const std::optional<std::uint64_t> unit = plan.unit_called(name);
  if (!unit) throw Error(expected_found("a unit of the plan, as " + plan.name_of(0), name));
  const PlayableJob job = job_of(plan, folder);
  const auto played = play_unit(plan, *unit, job.games().make_player(), stop, [] { return true; });
  if (!played) return {.end = WorkEnd::stopped};
  PendingFile out(file);
  write_whole(out.path(), format_games(header_by(plan.header, {options.host, played->cpu_seconds}), played->games));
  out.commit();
  return {.units = 1, .games = played->games.size(), .cpu_seconds = played->cpu_seconds};
}

}  // namespace hone::units
