// SPDX-License-Identifier: MIT
//
// Does to a refinement what a night may do to it, and compares what it leaves with an undisturbed one, byte by byte:
//
//   refine_fault_test [--kills N] [--seed S] [--short]
//
// SIGKILL at random moments, Ctrl-C and SIGTERM, a disk that is full again and again, one thread instead of two, and
// the files of the folder changed in one bit. Exit code 0: nothing was lost and nothing wrong was made use of.
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

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

// The configuration tells the threads, the lock the process.
bool is_kept(const fs::path& file) {
  const std::string name = file.filename().string();
  return name != "config" && name != "lock";
}

class RefineFaultTest {
 public:
  explicit RefineFaultTest(const Setup& setup) : setup_(setup), random_(setup.seed) {}

  int run() {
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
  // The folders have the same name, which the page tells.
  [[nodiscard]] fs::path place(const std::string& name) const { return folder_ / name / "refined"; }
  [[nodiscard]] std::vector<std::string> begin(const fs::path& run, int threads = 2) const {
    fs::create_directories(run.parent_path());
    return {
        HONE_BINARY,     "refine",    "--game",      "breakthrough", "--parameters", "search.*_depth",
        "--parameters",  "material*", "--out",       run.string(),   "--games",      setup_.is_short ? "160" : "800",
        "--nodes",       "60",        "--positions", "20",           "--batch",      "4",
        "--final-games", "20",        "--sprt",      "off",          "--threads",    std::to_string(threads),
        "--log",         "warning"};
  }
  static std::vector<std::string> resume(const fs::path& run) {
    return {HONE_BINARY, "refine", "--resume", run.string(), "--log", "warning"};
  }
  [[nodiscard]] std::vector<std::string> begin_or_resume(const fs::path& run) const {
    return fs::exists(run / "config") ? resume(run) : begin(run);
  }
  static bool is_done(const Ended& ended) { return ended.code == 0 || ended.code == 1; }  // 1: nothing was changed

  [[nodiscard]] fs::path output() const { return folder_ / "output"; }
  microseconds random_time(double most_seconds) {
    return microseconds(random_.below(static_cast<std::uint64_t>(most_seconds * 1e6) + 1));
  }

  void expect_same(const fs::path& run, const std::string& what) {
    const Contents found = contents_of(run, is_kept);
    for (const auto& [name, bytes] : whole_) {
      const auto same = found.find(name);
      verdict_.expect(same != found.end() && same->second == bytes, fmt::format("{}: {} is the same", what, name));
    }
    verdict_.expect(found.size() == whole_.size(), what + ": there are no other files");
  }

  void play_undisturbed() {
    const Ended ended = run_process(begin(place("whole")), output());
    verdict_.expect(is_done(ended), "an undisturbed refinement is done: " + ended.output);
    whole_ = contents_of(place("whole"), is_kept);
    seconds_ = ended.seconds;
    say(fmt::format("Undisturbed: {:.2f} s, {} files", seconds_, whole_.size()));
    for (const auto& [name, bytes] : whole_) say(fmt::format("  {:016x}  {}", checksum(bytes), name));
  }

  void play_on_one_thread() {
    verdict_.expect(is_done(run_process(begin(place("one"), 1), output())), "a refinement on one thread is done");
    expect_same(place("one"), "one thread");
    say("One thread: compared");
  }

  void kill_at_random() {
    int kills = 0, runs = 0;
    while (kills < setup_.kills) {
      const fs::path run = place(fmt::format("killed-{}", ++runs));
      int in_this_run = 0;
      for (bool done = false; !done;) {
        const auto command = begin_or_resume(run);
        const bool kill_it = kills < setup_.kills;
        const Ended ended = kill_it ? run_and_signal(command, output(), SIGKILL, random_time(seconds_ / 3))
                                    : run_process(command, output());
        kills += !ended.code;
        in_this_run += !ended.code;
        done = ended.code.has_value();
        verdict_.expect(!done || is_done(ended), "a killed refinement goes on: " + ended.output);
      }
      expect_same(run, fmt::format("killed {} times", in_this_run));
      say(fmt::format("Killed {} times and resumed: compared", in_this_run));
    }
  }

  void interrupt(int signal) {
    const fs::path run = place(fmt::format("interrupted-{}", signal));
    int stops = 0;
    double slowest = 0;
    for (bool done = false; !done;) {
      const auto command = begin_or_resume(run);
      const auto after = std::chrono::milliseconds(100) + random_time(seconds_ / 3);
      const Ended ended = run_and_signal(command, output(), signal, after);
      done = is_done(ended);
      if (done || !ended.code) continue;
      ++stops;
      slowest = std::max(slowest, ended.seconds);
      verdict_.expect(ended.code == 3, "a signal ends a refinement with 3: " + ended.output);
      verdict_.expect(ended.output.find("--resume " + run.string()) != std::string::npos, "and says how to go on");
      if (ended.code != 3) return;
    }
    expect_same(run, fmt::format("stopped by signal {}", signal));
    say(fmt::format("Stopped {} times by signal {} ({:.2f} s at most) and resumed: compared", stops, signal, slowest));
  }

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
    verdict_.expect(code == 0 || code == skipped, "a refinement survives a full disk");
  }

  [[nodiscard]] bool mount_small() const {
    fs::create_directory(disk());
    const int spaces = geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS;
    return unshare(spaces) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("hone-fault-test", disk().c_str(), "tmpfs", 0, "size=12k") == 0;
  }

  void run_on_full_disk() {
    const fs::path run = disk() / "refined";
    int stops = 0;
    for (int kilobytes = 12; kilobytes < 64 * 1024; kilobytes += kilobytes / 4) {
      const std::string size = fmt::format("size={}k", kilobytes);
      mount("hone-fault-test", disk().c_str(), "tmpfs", MS_REMOUNT, size.c_str());
      const bool begun = fs::exists(run / "config");
      const Ended ended = run_process(begin_or_resume(run), output());
      if (is_done(ended)) break;
      ++stops;
      const bool says_so = ended.output.find("No space left on device") != std::string::npos;
      verdict_.expect(says_so, "a full disk is named: " + ended.output);
      if (!says_so) return;
      if (begun) verdict_.expect(ended.code == 3, "a full disk stops a refinement: " + ended.output);
      if (!begun && !fs::exists(run / "config")) fs::remove_all(run);
    }
    verdict_.expect(stops > 1, "the disk was full more than once");
    expect_same(run, "full disk");
    say(fmt::format("Full disk: {} times, resumed with more room: compared", stops));
  }

  [[nodiscard]] fs::path disk() const { return folder_ / "disk"; }

  // What the result rests on is refused by name when it was changed; what is made of it is made again.
  void damage_every_file() {
    int cases = 0;
    for (const auto& [name, bytes] : contents_of(place("whole"), [](const fs::path&) { return true; })) {
      const fs::path copy = place("damaged");
      fs::remove_all(copy);
      fs::create_directories(copy.parent_path());
      fs::copy(place("whole"), copy, fs::copy_options::recursive);
      std::string changed = bytes;
      if (changed.empty()) continue;
      char& byte = changed[random_.below(changed.size())];
      byte = static_cast<char>(byte ^ (1 << random_.below(8)));
      write_plainly(copy / name, changed);
      const Ended ended = run_process(resume(copy), output());
      verdict_.expect(is_done(ended) || ended.code == 2, fmt::format("damage of {}: {}", name, ended.output));
      if (name == "journal.jsonl") {
        verdict_.expect(ended.code == 2 && ended.output.find(name) != std::string::npos, "a damaged journal is named");
      }
      const bool is_source = name == "start.weights" || name == "config" || name == "journal.jsonl";
      if (is_done(ended) && !is_source && name != "start.options" && !name.starts_with("final.")) {
        expect_same(copy, "damaged " + name);
      }
      ++cases;
    }
    say(fmt::format("Damaged files: {} cases", cases));
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
      setup.kills = 4;
    } else if (word == "--kills" && i + 1 < argc) {
      setup.kills = std::atoi(argv[++i]);
    } else if (word == "--seed" && i + 1 < argc) {
      setup.seed = std::strtoull(argv[++i], nullptr, 10);
    } else {
      throw std::invalid_argument("usage: refine_fault_test [--kills N] [--seed S] [--short]");
    }
  }
  return setup;
}

}  // namespace
}  // namespace hone

int main(int argc, char** argv) try {
  const hone::Setup setup = hone::setup_of(argc, argv);
  fmt::print("refine_fault_test --kills {} --seed {}{}\n", setup.kills, setup.seed, setup.is_short ? " --short" : "");
  return hone::RefineFaultTest(setup).run();
} catch (const std::exception& error) {
  fmt::print(stderr, "refine_fault_test: {}\n", error.what());
  return 2;
}
