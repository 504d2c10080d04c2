// SPDX-License-Identifier: MIT
#include "tests/faults/resumed_test.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "data/checksum.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;
using std::chrono::microseconds;

constexpr int skipped = 77;

}  // namespace

ResumedTest::ResumedTest(const FaultSetup& setup, std::string what, int kilobytes)
    : setup_(setup), what_(std::move(what)), kilobytes_(kilobytes), random_(setup.seed) {}

int ResumedTest::run() {
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

fs::path ResumedTest::place(const std::string& name) const { return folder_ / name / "run"; }

std::vector<std::string> ResumedTest::begin_or_resume(const fs::path& run) const {
  fs::create_directories(run.parent_path());
  return fs::exists(run / "config") ? resume(run) : begin(run, 2);
}

microseconds ResumedTest::random_time(double most_seconds) {
  return microseconds(random_.below(static_cast<std::uint64_t>(most_seconds * 1e6) + 1));
}

Contents ResumedTest::contents(const fs::path& run) const {
  return contents_of(run, [this](const fs::path& file) { return is_compared(file); });
}

fs::path ResumedTest::copy_with(const std::string& file, const std::string& bytes) const {
  const fs::path copy = place("damaged");
  fs::remove_all(copy);
  fs::create_directories(copy.parent_path());
  fs::copy(place("whole"), copy, fs::copy_options::recursive);
  write_plainly(copy / file, bytes);
  return copy;
}

std::string ResumedTest::flipped(std::string bytes) {
  if (bytes.empty()) return bytes;
  char& byte = bytes[random_.below(bytes.size())];
  byte = static_cast<char>(byte ^ (1 << random_.below(8)));
  return bytes;
}

void ResumedTest::expect_same(const fs::path& run, const std::string& how) {
  const Contents found = contents(run);
  for (const auto& [name, bytes] : whole_) {
    const auto same = found.find(name);
    verdict_.expect(same != found.end() && same->second == bytes, fmt::format("{}: {} is the same", how, name));
  }
  verdict_.expect(found.size() == whole_.size(), how + ": there are no other files");
}

void ResumedTest::play_undisturbed() {
  const Ended ended = run_process(begin_or_resume(place("whole")), output());
  verdict_.expect(is_done(ended), what_ + " that nobody disturbs is done: " + ended.output);
  whole_ = contents(place("whole"));
  seconds_ = ended.seconds;
  say(fmt::format("Undisturbed: {:.2f} s, {} files", seconds_, whole_.size()));
  for (const auto& [name, bytes] : whole_) say(fmt::format("  {:016x}  {}", checksum(bytes), name));
}

void ResumedTest::play_on_one_thread() {
  fs::create_directories(place("one").parent_path());
  verdict_.expect(is_done(run_process(begin(place("one"), 1), output())), what_ + " on one thread is done");
  expect_same(place("one"), "one thread");
  say("One thread: compared");
}

// As many runs as the kills last for.
void ResumedTest::kill_at_random() {
  int kills = 0, runs = 0;
  while (kills < setup_.count) {
    const fs::path run = place(fmt::format("killed-{}", ++runs));
    int in_this_run = 0;
    for (bool done = false; !done;) {
      const auto command = begin_or_resume(run);
      const bool kill_it = kills < setup_.count;
      const Ended ended = kill_it ? run_and_signal(command, output(), SIGKILL, random_time(seconds_ / 3))
                                  : run_process(command, output());
      verdict_.expect(!has_crashed(ended), what_ + " that was killed does not crash: " + ended.output);
      if (has_crashed(ended)) return;
      kills += !ended.code;
      in_this_run += !ended.code;
      done = ended.code.has_value();
      verdict_.expect(!done || is_done(ended), what_ + " that was killed goes on: " + ended.output);
    }
    expect_same(run, fmt::format("killed {} times", in_this_run));
    say(fmt::format("Killed {} times and resumed: compared", in_this_run));
  }
}

void ResumedTest::interrupt(int signal) {
  const fs::path run = place(fmt::format("interrupted-{}", signal));
  int stops = 0;
  double slowest = 0;
  double share = 0.2;  // of the undisturbed time; it grows, as a step that was stopped is begun again
  for (bool done = false; !done; share *= 1.15) {
    const auto command = begin_or_resume(run);
    // Before the first tenth of a second the program may not have taken over the signal.
    const auto after = std::chrono::milliseconds(100) + random_time(seconds_ * share);
    const Ended ended = run_and_signal(command, output(), signal, after);
    done = is_done(ended);
    verdict_.expect(!ended.signal || *ended.signal == signal, what_ + " does not crash: " + ended.output);
    if (ended.signal && *ended.signal != signal) return;
    if (done || !ended.code) continue;
    ++stops;
    slowest = std::max(slowest, ended.seconds);
    verdict_.expect(ended.code == 3, "a signal ends " + what_ + " with 3: " + ended.output);
    verdict_.expect(ended.output.find("--resume " + run.string()) != std::string::npos, "and says how to go on");
    if (ended.code != 3) return;
  }
  verdict_.expect(stops > 0, fmt::format("signal {} came before the end", signal));
  verdict_.expect(slowest < 20, fmt::format("a signal ends {} within 20 s, it took {:.2f}", what_, slowest));
  expect_same(run, fmt::format("stopped by signal {}", signal));
  say(fmt::format("Stopped {} times by signal {} ({:.2f} s at most) and resumed: compared", stops, signal, slowest));
}

// In a process of its own, whose mounts nobody else sees.
void ResumedTest::fill_the_disk() {
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
  verdict_.expect(code == 0 || code == skipped, what_ + " survives a full disk");
}

bool ResumedTest::mount_small() const {
  fs::create_directory(disk());
  const int spaces = geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS;
  return unshare(spaces) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("hone-fault-test", disk().c_str(), "tmpfs", 0, fmt::format("size={}k", kilobytes_).c_str()) == 0;
}

// Gives the disk a little more room each time it is full.
void ResumedTest::run_on_full_disk() {
  const fs::path run = disk() / "run";
  int stops = 0;
  for (int kilobytes = kilobytes_; kilobytes < 64 * 1024; kilobytes += kilobytes / 4) {
    const std::string size = fmt::format("size={}k", kilobytes);
    mount("hone-fault-test", disk().c_str(), "tmpfs", MS_REMOUNT, size.c_str());
    const bool begun = fs::exists(run / "config");
    const Ended ended = run_process(begin_or_resume(run), output());
    if (is_done(ended)) break;
    ++stops;
    const bool says_so = ended.output.find("No space left on device") != std::string::npos;
    verdict_.expect(says_so, "a full disk is named: " + ended.output);
    if (!says_so) return;
    verdict_.expect(ended.code == 3, "a full disk stops " + what_ + ": " + ended.output);
    const bool says_how =
        ended.output.find(fs::exists(run / "config") ? "--resume " : "the same command again") != std::string::npos;
    verdict_.expect(says_how, "and it is said how to go on: " + ended.output);
    if (!begun && !fs::exists(run / "config")) fs::remove_all(run);
  }
  verdict_.expect(stops > 1, "the disk was full more than once");
  expect_same(run, "full disk");
  say(fmt::format("Full disk: {} times, resumed with more room: compared", stops));
}

}  // namespace hone
