// SPDX-License-Identifier: MIT
//
// Does to the workers of a run what nights on many machines do to them, and compares what the run leaves with a run of
// one process, byte by byte:
//
//   worker_fault_test [--rounds N] [--seed S] [--short]
//
// In each round one, two or seven workers play the units of a run whose coordinator plays too. Workers and coordinator
// are killed by SIGKILL at random moments, workers are stopped (SIGSTOP) for a while, so that they come late with units
// that others have played, and units are torn, changed in a bit and taken away while the run goes on. Exit
// code 0: no round lost a game or came to another result. The last lines are a table of what was done.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <thread>

#include "data/checksum.hpp"
#include "data/random.hpp"
#include "tests/faults/fault_setup.hpp"
#include "tests/faults/hone_process.hpp"
#include "tests/faults/rich_run.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// What was done in a round, and what it took.
struct Tally {
  int workers_killed = 0, workers_late = 0, coordinators_killed = 0, units_spoilt = 0, units_removed = 0;

  Tally& operator+=(const Tally& other) {
    workers_killed += other.workers_killed;
    workers_late += other.workers_late;
    coordinators_killed += other.coordinators_killed;
    units_spoilt += other.units_spoilt;
    units_removed += other.units_removed;
    return *this;
  }
};

// Folders in which units are played at the moment.
std::vector<fs::path> folders_of_units(const fs::path& run) {
  std::vector<fs::path> folders;
  std::error_code gone;
  for (fs::recursive_directory_iterator entry(run, gone), end; !gone && entry != end; entry.increment(gone)) {
    if (entry->path().filename() == "plan.json") folders.push_back(entry->path().parent_path());
  }
  return folders;
}

class Worker {
 public:
  Worker(const fs::path& units, int slot, int of, const fs::path& output) {
    std::vector<std::string> command{HONE_BINARY,
                                     "work",
                                     units.string(),
                                     "--slot",
                                     std::to_string(slot),
                                     "--of",
                                     std::to_string(of),
                                     "--threads",
                                     "1",
                                     "--host",
                                     fmt::format("pc{}", slot),
                                     "--quiet"};
    process_ = start_process(command, output);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { kill(); }

  [[nodiscard]] bool has_ended() {
    if (process_ > 0 && ::waitpid(process_, nullptr, WNOHANG) == process_) process_ = 0;
    return process_ == 0;
  }
  void signal(int number) const {
    if (process_ > 0) ::kill(process_, number);
  }
  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = 0;
  }

 private:
  pid_t process_ = 0;
};

// Keeps a number of workers at work in a run while it goes on, and disturbs them.
class Crew {
 public:
  Crew(fs::path run, int workers, std::uint64_t seed, fs::path output)
      : run_(std::move(run)), random_(seed), output_(std::move(output)), workers_(static_cast<std::size_t>(workers)) {}

  void disturb() {
    const std::vector<fs::path> folders = folders_of_units(run_);
    for (std::size_t slot = 0; slot < workers_.size(); ++slot) keep_at_work(slot, folders);
    const std::uint64_t dice = random_.below(100);
    auto& worker = workers_[random_.below(workers_.size())];
    if (dice < 8 && worker && !worker->has_ended()) {
      worker->kill();
      ++tally_.workers_killed;
    } else if (dice < 14 && worker && !worker->has_ended()) {
      worker->signal(SIGSTOP);
      std::this_thread::sleep_for(milliseconds(random_.below(40)));
      worker->signal(SIGCONT);
      ++tally_.workers_late;
    } else if (dice < 18 && !folders.empty()) {
      spoil(folders[random_.below(folders.size())]);
    }
  }

  [[nodiscard]] const Tally& tally() const { return tally_; }

 private:
  void keep_at_work(std::size_t slot, const std::vector<fs::path>& folders) {
    auto& worker = workers_[slot];
    if (worker && worker->has_ended()) worker.reset();
    if (worker || folders.empty()) return;
    worker = std::make_unique<Worker>(folders[random_.below(folders.size())], static_cast<int>(slot),
                                      static_cast<int>(workers_.size()), output_);
  }

  // A unit that the coordinator may not have looked at yet.
  void spoil(const fs::path& folder) {
    std::vector<fs::path> units;
    std::error_code gone;
    for (fs::directory_iterator entry(folder, gone), end; !gone && entry != end; entry.increment(gone)) {
      const fs::path& file = entry->path();
      const bool is_unit = file.filename().string().starts_with("0") && file.extension() == ".games";
      if (is_unit) units.push_back(file);
    }
    if (units.empty()) return;
    const fs::path& unit = units[random_.below(units.size())];
    try {
      std::string bytes = read_file(unit);
      if (bytes.empty()) return;
      if (random_.below(3) == 0) {
        fs::remove(unit, gone);
        ++tally_.units_removed;
        return;
      }
      if (random_.below(2) == 0)
        bytes.resize(random_.below(bytes.size()));
      else
        bytes[random_.below(bytes.size())] ^= static_cast<char>(1 << random_.below(8));
      const fs::path spoilt = folder / "spoilt";
      write_plainly(spoilt, bytes);
      fs::rename(spoilt, unit, gone);
      ++tally_.units_spoilt;
    } catch (const std::exception&) {  // the folder went in the meantime
    }
  }

  fs::path run_;
  Random random_;
  fs::path output_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Tally tally_;
};

class WorkerFaultTest {
 public:
  explicit WorkerFaultTest(const FaultSetup& setup) : setup_(setup), random_(setup.seed) {}

  int run() {
    write_plainly(book(), book_of_rich_run);
    const Ended ended = run_process(rich_run(folder_ / "whole", book(), setup_.is_short, 2), folder_ / "output");
    verdict_.expect(ended.code == 0, "an undisturbed run is done: " + ended.output);
    whole_ = results_of(folder_ / "whole");
    seconds_ = ended.seconds;
    constexpr std::array crews{1, 2, 7};
    for (int round = 0; round < setup_.count; ++round) play_round(round, crews[static_cast<std::size_t>(round) % 3]);
    print_table();
    return verdict_.failures() == 0 ? 0 : 1;
  }

 private:
  [[nodiscard]] fs::path book() const { return folder_ / "book.epd"; }

  void play_round(int round, int workers) {
    const fs::path run = folder_ / fmt::format("round-{}", round);
    Crew crew(run, workers, random_.below(1'000'000'000), folder_ / "workers");
    bool done = false;
    int kills = 0;
    while (!done) {
      std::vector<std::string> command = rich_run(run, book(), setup_.is_short, 1);
      if (fs::exists(run / "config")) command = {HONE_BINARY, "run", "--resume", run.string(), "--log", "warning"};
      command.insert(command.end(), {"--launch", "hand", "--unit-games", "16"});
      const pid_t coordinator = start_process(command, folder_ / "output");
      const auto patience = milliseconds(static_cast<int>(1000 * seconds_ * (1 + kills)));
      const bool is_killed =
          disturb_while_running(coordinator, crew, kills < 6 ? std::optional(patience) : std::nullopt);
      if (is_killed) ++kills;
      done = !is_killed;
    }
    total_.coordinators_killed += kills;
    total_ += crew.tally();
    compare(run, fmt::format("round {} with {} workers", round, workers));
    fs::remove_all(run);
  }

  // Whether the coordinator was killed; it is at a random moment of that time, at the latest.
  bool disturb_while_running(pid_t coordinator, Crew& crew, std::optional<milliseconds> kill_within) {
    const auto begin = std::chrono::steady_clock::now();
    const auto until =
        begin + milliseconds(kill_within ? random_.below(static_cast<std::uint64_t>(kill_within->count()) + 1) : 0);
    int status = 0;
    while (::waitpid(coordinator, &status, WNOHANG) == 0) {
      crew.disturb();
      std::this_thread::sleep_for(milliseconds(15));
      if (!kill_within || std::chrono::steady_clock::now() < until) continue;
      ::kill(coordinator, SIGKILL);
      ::waitpid(coordinator, &status, 0);
      break;
    }
    if (WIFSIGNALED(status)) {
      verdict_.expect(WTERMSIG(status) == SIGKILL, "a disturbed run does not crash: " + read_file(folder_ / "output"));
      return WTERMSIG(status) == SIGKILL;
    }
    verdict_.expect(WEXITSTATUS(status) == 0, "a disturbed run is done: " + read_file(folder_ / "output"));
    return false;
  }

  void compare(const fs::path& run, const std::string& what) {
    if (!fs::exists(run)) return verdict_.expect(false, what + ": there is a run");
    const Contents found = results_of(run);
    int wrong = 0;
    for (const auto& [name, bytes] : whole_) {
      const auto same = found.find(name);
      const bool is_same = same != found.end() && same->second == bytes;
      wrong += is_same ? 0 : 1;
      verdict_.expect(is_same, fmt::format("{}: {} is the same", what, name));
    }
    for (const auto& [name, bytes] : found)
      verdict_.expect(whole_.contains(name), fmt::format("{}: no file {}", what, name));
    wrong_ += wrong;
    ++compared_;
  }

  void print_table() const {
    say(fmt::format("Rounds compared            {}", compared_));
    say(fmt::format("Workers killed             {}", total_.workers_killed));
    say(fmt::format("Workers late               {}", total_.workers_late));
    say(fmt::format("Coordinators killed        {}", total_.coordinators_killed));
    say(fmt::format("Units spoilt               {}", total_.units_spoilt));
    say(fmt::format("Units taken away           {}", total_.units_removed));
    say(fmt::format("Files of results wrong     {}", wrong_));
    say(verdict_.failures() == 0 ? "All laws hold." : fmt::format("{} failures", verdict_.failures()));
  }

  FaultSetup setup_;
  Random random_;
  TempFolder folder_;
  Verdict verdict_;
  Contents whole_;
  double seconds_ = 0;
  Tally total_;
  int compared_ = 0, wrong_ = 0;
};

}  // namespace
}  // namespace hone

int main(int argc, char** argv) {
  return hone::run_fault_program({"worker_fault_test", "--rounds", 50, 3}, argc, argv,
                                 [](const hone::FaultSetup& setup) { return hone::WorkerFaultTest(setup).run(); });
}
