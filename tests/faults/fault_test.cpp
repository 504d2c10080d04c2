// SPDX-License-Identifier: MIT
//
// Does to a run what a night may do to it, and compares what it leaves with an undisturbed run, byte by byte:
//
//   fault_test [--kills N] [--seed S] [--short]
//
// SIGKILL at random moments, Ctrl-C and SIGTERM, a disk that is full again and again, one thread instead of two, and
// every file of the run cut, changed in one bit, or exchanged for another. Exit code 0: nothing was lost and nothing
// wrong was made use of.
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string_view>

#include "data/atomic_file.hpp"
#include "data/checksum.hpp"
#include "data/random.hpp"
#include "tests/faults/hone_process.hpp"
#include "tests/faults/rich_run.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;
using std::chrono::microseconds;

struct Setup {
  int kills = 20;
  std::uint64_t seed = 1;
  bool is_short = false;
};

class FaultTest {
 public:
  explicit FaultTest(const Setup& setup) : setup_(setup), random_(setup.seed) {}

  int run() {
    write_plainly(book(), book_of_rich_run);
    play_undisturbed();
    play_on_one_thread();
    kill_at_random();
    interrupt(SIGINT);
    interrupt(SIGTERM);
    fill_the_disk();
    damage_every_file();
    say(verdict_.failures() == 0 ? "All laws hold." : fmt::format("{} failures", verdict_.failures()));
    return verdict_.failures() == 0 ? 0 : 1;
  }

 private:
  [[nodiscard]] std::vector<std::string> begin(const fs::path& run, int threads = 2) const {
    return rich_run(run, book(), setup_.is_short, threads);
  }
  static std::vector<std::string> resume(const fs::path& run) {
    return {HONE_BINARY, "run", "--resume", run.string(), "--log", "warning"};
  }
  static std::vector<std::string> begin_or_resume(const fs::path& run, const std::vector<std::string>& begin) {
    return fs::exists(run / "config") ? resume(run) : begin;
  }

  [[nodiscard]] fs::path output() const { return folder_ / "output"; }
  [[nodiscard]] fs::path book() const { return folder_ / "book.epd"; }
  microseconds random_time(double most_seconds) {
    return microseconds(random_.below(static_cast<std::uint64_t>(most_seconds * 1e6) + 1));
  }

  void expect_same(const fs::path& run, const std::string& what) {
    const Contents found = results_of(run);
    for (const auto& [name, bytes] : whole_) {
      const auto same = found.find(name);
      verdict_.expect(same != found.end() && same->second == bytes, fmt::format("{}: {} is the same", what, name));
    }
    verdict_.expect(found.size() == whole_.size(), what + ": there are no other files");
  }

  void play_undisturbed() {
    const Ended ended = run_process(begin(folder_ / "whole"), output());
    verdict_.expect(ended.code == 0, "an undisturbed run is done: " + ended.output);
    whole_ = results_of(folder_ / "whole");
    seconds_ = ended.seconds;
    say(fmt::format("Undisturbed: {:.2f} s, {} files", seconds_, whole_.size()));
    for (const auto& [name, bytes] : whole_) say(fmt::format("  {:016x}  {}", checksum(bytes), name));
  }

  void play_on_one_thread() {
    verdict_.expect(run_process(begin(folder_ / "one", 1), output()).code == 0, "a run on one thread is done");
    expect_same(folder_ / "one", "one thread");
    say("One thread: compared");
  }

  // As many runs as the kills last for.
  void kill_at_random() {
    int kills = 0, runs = 0;
    while (kills < setup_.kills) {
      const fs::path run = folder_ / fmt::format("killed-{}", ++runs);
      int in_this_run = 0;
      bool done = false;
      while (!done) {
        const auto command = begin_or_resume(run, begin(run));
        const bool kill_it = kills < setup_.kills;
        const Ended ended = kill_it ? run_and_signal(command, output(), SIGKILL, random_time(seconds_ / 3))
                                    : run_process(command, output());
        kills += !ended.code;
        in_this_run += !ended.code;
        done = ended.code.has_value();
        verdict_.expect(!done || ended.code == 0, "a killed run goes on: " + ended.output);
      }
      expect_same(run, fmt::format("killed {} times", in_this_run));
      say(fmt::format("Killed {} times and resumed: compared", in_this_run));
    }
  }

  void interrupt(int signal) {
    const fs::path run = folder_ / fmt::format("interrupted-{}", signal);
    int stops = 0;
    double slowest = 0;
    for (bool done = false; !done;) {
      const auto command = begin_or_resume(run, begin(run));
      // Before the first tenth of a second the program may not have taken over the signal.
      const auto after = std::chrono::milliseconds(100) + random_time(seconds_ / 3);
      const Ended ended = run_and_signal(command, output(), signal, after);
      done = ended.code == 0;
      if (done || !ended.code) continue;
      ++stops;
      slowest = std::max(slowest, ended.seconds);
      verdict_.expect(ended.code == 3, "a signal ends a run with 3: " + ended.output);
      verdict_.expect(ended.output.find("--resume " + run.string()) != std::string::npos, "and says how to go on");
      if (ended.code != 3) return;
    }
    verdict_.expect(slowest < 2, fmt::format("a signal ends a run within 2 s, it took {:.2f}", slowest));
    expect_same(run, fmt::format("stopped by signal {}", signal));
    say(fmt::format("Stopped {} times by signal {} ({:.2f} s at most) and resumed: compared", stops, signal, slowest));
  }

  // In a process of its own, whose mounts nobody else sees.
  void fill_the_disk() {
    const int failures_before = verdict_.failures();
    const pid_t child = fork();
    if (child == 0) {
      const bool mounted = mount_small();
      if (mounted) run_on_full_disk();
      std::fflush(stdout);
      _exit(!mounted ? skipped : verdict_.failures() > failures_before ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == skipped) say("Full disk: SKIPPED, a tmpfs cannot be mounted here (neither root nor user namespaces)");
    verdict_.expect(code == 0 || code == skipped, "a run survives a full disk");
  }

  [[nodiscard]] bool mount_small() const {
    fs::create_directory(disk());
    const int spaces = geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS;
    return unshare(spaces) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("hone-fault-test", disk().c_str(), "tmpfs", 0, "size=24k") == 0;
  }

  // Gives the disk a little more room each time it is full.
  void run_on_full_disk() {
    const fs::path run = disk() / "run";
    int stops = 0;
    for (int kilobytes = 24; kilobytes < 64 * 1024; kilobytes += kilobytes / 3) {
      const std::string size = fmt::format("size={}k", kilobytes);
      mount("hone-fault-test", disk().c_str(), "tmpfs", MS_REMOUNT, size.c_str());
      const bool begun = fs::exists(run / "config");
      const Ended ended = run_process(begin_or_resume(run, begin(run)), output());
      if (ended.code == 0) break;
      ++stops;
      const bool says_so = ended.output.find("No space left on device") != std::string::npos;
      verdict_.expect(says_so, "a full disk is named: " + ended.output);
      if (!says_so) return;
      verdict_.expect(ended.code == 3, "a full disk stops a run: " + ended.output);
      const bool says_how =
          ended.output.find(fs::exists(run / "config") ? "--resume " : "the same command again") != std::string::npos;
      verdict_.expect(says_how, "and it is said how to go on: " + ended.output);
      if (!begun && !fs::exists(run / "config")) fs::remove_all(run);
    }
    verdict_.expect(stops > 1, "the disk was full more than once");
    expect_same(run, "full disk");
    say(fmt::format("Full disk: {} times, resumed with more room: compared", stops));
  }

  [[nodiscard]] fs::path disk() const { return folder_ / "disk"; }

  // -- Damage

  void damage_every_file() {
    const fs::path whole = folder_ / "whole";
    const Contents files = contents_of(whole, [](const fs::path&) { return true; });
    int cases = 0;
    for (const auto& [name, bytes] : files) {
      std::vector<std::string> versions{flipped(bytes)};
      if (!setup_.is_short) {
        versions.push_back(bytes.substr(0, random_.below(bytes.size())));
        versions.push_back(files.at(name == "config" ? "start.weights" : "config"));
      }
      for (const std::string& version : versions) {
        try_damaged(name, version);
        ++cases;
      }
    }
    say(fmt::format("Damaged files: {} cases of {} files", cases, files.size()));
  }

  std::string flipped(std::string bytes) {
    char& byte = bytes[random_.below(bytes.size())];
    byte = static_cast<char>(byte ^ (1 << random_.below(8)));
    return bytes;
  }

  // A run refuses the file by name, or does without it and says so; the lock holds nothing that matters, and the page
  // is written anew. What can be made again is, with --repair.
  void try_damaged(const std::string& name, const std::string& version) {
    const fs::path copy = folder_ / "damaged";
    fs::remove_all(copy);
    fs::copy(folder_ / "whole", copy, fs::copy_options::recursive);
    write_plainly(copy / name, version);
    std::vector<std::string> command = resume(copy);
    Ended ended = run_process(command, output());
    const bool matters = name != "lock" && name != "report.html";
    verdict_.expect(!matters || ended.output.find((copy / name).string()) != std::string::npos,
                    fmt::format("damage of {} is named: {}", name, ended.output));
    if (ended.code == 2 && ended.output.find("--repair") != std::string::npos) {
      command.push_back("--repair");
      ended = run_process(command, output());
      verdict_.expect(ended.code == 0, fmt::format("{} is made again: {}", name, ended.output));
    }
    verdict_.expect(ended.code == 0 || ended.code == 2, fmt::format("damage of {}: {}", name, ended.output));
    if (ended.code == 0) expect_same(copy, "damaged " + name);
    verdict_.expect(name != "report.html" || read_file(copy / name) != version, "a damaged page is written anew");
  }

  static constexpr int skipped = 77;

  Setup setup_;
  Random random_;
  TempFolder folder_;
  Verdict verdict_;
  Contents whole_;
  double seconds_ = 0;
};

Setup setup_of(int argc, char** argv) {
  Setup setup;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--short") {
      setup.is_short = true;
      setup.kills = 3;
    } else if (word == "--kills" && i + 1 < argc) {
      setup.kills = std::atoi(argv[++i]);
    } else if (word == "--seed" && i + 1 < argc) {
      setup.seed = std::strtoull(argv[++i], nullptr, 10);
    } else {
      throw std::invalid_argument("usage: fault_test [--kills N] [--seed S] [--short]");
    }
  }
  return setup;
}

}  // namespace
}  // namespace hone

int main(int argc, char** argv) try {
  const hone::Setup setup = hone::setup_of(argc, argv);
  fmt::print("fault_test --kills {} --seed {}{}\n", setup.kills, setup.seed, setup.is_short ? " --short" : "");
  return hone::FaultTest(setup).run();
} catch (const std::exception& error) {
  fmt::print(stderr, "fault_test: {}\n", error.what());
  return 2;
}
