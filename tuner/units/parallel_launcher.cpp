// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <list>
#include <set>
#include <thread>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "data/printable.hpp"
#include "tuner/play/uci/process.hpp"
#include "tuner/text/shell_word.hpp"
#include "tuner/units/launched_program.hpp"
#include "tuner/units/launcher.hpp"

namespace hone::units {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

int number_in(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Without the last options a host that is cut off would be waited for without end.
const Words& ssh_words() {
  static const Words words{"ssh", "-oBatchMode=yes", "-oConnectTimeout=10", "-oServerAliveInterval=5",
                           "-oServerAliveCountMax=3"};
  return words;
}

struct HostAnswer {
  int processors = 0;
  std::string fault;  // empty: the host can play
};

// Whichever shell people there log in to.
std::string in_plain_shell(const std::string& what) { return "exec sh -c " + text::shell_word(what); }

Words on_host(const std::string& host, const std::string& what) {
  Words command = ssh_words();
  command.insert(command.end(), {host, in_plain_shell(what)});
  return command;
}

// Also empties `scratch`, the folder of an earlier session there, removes those that nobody came back to, and sees
// whether `bytes` have room in it.
HostAnswer ask_host(const std::string& host, const std::string& program, const std::string& scratch,
                    std::uintmax_t bytes) {
  const Words command = on_host(
      host, fmt::format("getconf _NPROCESSORS_ONLN; command -v {0} >/dev/null || echo no; command -v rsync >/dev/null "
                        "|| echo rsync; rm -rf {1}; find .cache/hone -maxdepth 1 -name 'units-*' -mtime +7 "
                        "-exec rm -rf {{}} + 2>/dev/null; mkdir -p {1} && head -c {2} /dev/zero >{1}/room && "
                        "rm {1}/room || {{ rm -rf {1}; echo full; }}",
                        text::shell_word(program), scratch, bytes));
  HostAnswer answer;
  std::string errors;
  play::Process process(command, {}, [&](std::string_view text) { errors += text; });
  const auto is_answer = [&](std::string_view line) {
    if (line == "no")
      answer.fault = fmt::format("there is no {} there (--remote-hone says what it is called)", program);
    if (line == "rsync") answer.fault = "there is no rsync there";
    if (line == "full") answer.fault = fmt::format("{} bytes cannot be written to ~/{} there", bytes, scratch);
    if (answer.processors == 0) answer.processors = number_in(line);
    return false;
  };
  (void)process.wait(std::chrono::steady_clock::now() + std::chrono::seconds(30), {}, is_answer);
  if (answer.processors == 0 && answer.fault.empty()) {
    answer.fault = errors.empty() ? "it does not answer" : printable(errors.substr(0, errors.find('\n')));
  }
  return answer;
}

// Plays units in waves, each by one parallel, which is given its units as a whole: it heeds nothing that has ended
// while it waits for more words. A wave takes what is open when the one before it has ended; a small one beside it
// begins the last units again. One job a unit. Its words are the name of the unit and a word that makes its file
// another one than that of an earlier attempt. On other machines jobs run in a folder that goes at the end; as its name
// tells the folder of units, what a killed session has left there goes when the next one begins.
class ParallelLauncher final : public Launcher {
 public:
  ParallelLauncher(const LaunchOptions& options, const UnitFolder& folder, LaunchNotice notice)
      : options_(options),
        folder_(folder),
        notice_(std::move(notice)),
        scratch_(fmt::format(".cache/hone/units-{:016x}",
                             checksum(host_name() + ":" + fs::absolute(folder.path()).string()))) {
    ask_hosts();
  }
  ParallelLauncher(const ParallelLauncher&) = delete;
  ParallelLauncher& operator=(const ParallelLauncher&) = delete;
  ~ParallelLauncher() override {
    try {
      end();
    } catch (const std::exception&) {  // what is left there goes when the next session begins
    }
  }

  [[nodiscard]] int slots() const override {
    int slots = 0;
    for (const LaunchHost& host : hosts_) slots += host.slots;
    return slots;
  }

  void start() override {
    if (starts_++ > 0) ask_hosts();
    make_folder(folder_.path() / "in");
    given_.clear();
    waves_.clear();
  }

  void offer(const std::vector<std::uint64_t>& units) override {
    if (!is_running()) begin_wave(units, 1);
    const Found found = folder_.look();
    if (10 * found.finished.size() < 9 * folder_.plan().units()) return;
    std::vector<std::uint64_t> late;
    for (const std::uint64_t unit : units) {
      if (!found.finished.contains(unit) && given_.contains({unit, 1})) late.push_back(unit);
    }
    begin_wave(late, 2);
  }

  [[nodiscard]] bool is_running() override {
    std::erase_if(waves_, [&](LaunchedProgram& wave) {
      if (wave.is_running()) return false;
      last_words_ = wave.last_words();
      return true;
    });
    return !waves_.empty();
  }
  void leave_out(const std::string& host) override { left_out_.insert(host); }
  [[nodiscard]] std::string last_words() const override {
    return waves_.empty() ? last_words_ : waves_.front().last_words();
  }

  // Jobs are in process groups of their own: parallel itself has to end them.
  void end() override {
    for (const LaunchedProgram& wave : waves_) wave.ask_to_end();
    for (LaunchedProgram& wave : waves_) wave.wait_for_end(milliseconds(5'000));
    waves_.clear();
    std::list<LaunchedProgram> sweepers;
    for (const std::string& host : used_) sweepers.emplace_back(on_host(host, "rm -rf " + scratch_), fs::path());
    for (LaunchedProgram& sweeper : sweepers) sweeper.wait_for_end(milliseconds(5'000));
    used_.clear();
  }

 private:
  void ask_hosts() {
    hosts_.clear();
    for (LaunchHost host : options_.hosts) {
      if (left_out_.contains(host.name)) continue;
      if (host.name.empty()) {
        if (host.slots == 0) host.slots = all_processors();
        hosts_.push_back(host);
        continue;
      }
      const HostAnswer answer = ask_host(host.name, options_.remote_program, scratch_, needed_bytes());
      if (host.slots == 0) host.slots = answer.processors;
      if (answer.fault.empty()) {
        hosts_.push_back(host);
        used_.insert(host.name);
      }
      if (!answer.fault.empty()) notice_(fmt::format("{}: {}; the work goes on without it", host.name, answer.fault));
    }
    if (hosts_.empty()) throw Error("no host can play", Error::Kind::system);
  }

  // Of the files that go there, and some for units.
  [[nodiscard]] std::uintmax_t needed_bytes() const {
    std::uintmax_t bytes = std::uintmax_t{1} << 20;
    for (const auto& [name, seal] : folder_.plan().files) bytes += seal.bytes;
    return bytes;
  }

  void begin_wave(const std::vector<std::uint64_t>& units, int attempt) {
    std::string words;
    for (const std::uint64_t unit : units) {
      if (!given_.insert({unit, attempt}).second) continue;
      words += fmt::format("{} {:016x}\n", folder_.plan().name_of(unit), unique_number());
    }
    if (words.empty()) return;
    const fs::path file = fs::absolute(folder_.path() / fmt::format("log.{:016x}", unique_number()));
    write_file_atomically(file, words);
    waves_.emplace_back(command(file), fs::absolute(folder_.path()), [this](std::string_view line) { report(line); });
  }

  [[nodiscard]] Words command(const fs::path& units) {
    Words logins;
    for (const LaunchHost& host : hosts_) {
      logins.push_back(fmt::format("{}/{}", host.slots, host.name.empty() ? ":" : host.name));
    }
    Words words{"parallel",   "--will-cite",
                "--plain",    "--ungroup",
                "--arg-file", units.string(),
                "--colsep",   " ",
                "--retries",  "3",
                "--ssh",      fmt::format("{}", fmt::join(ssh_words(), " ")),
                "--sshlogin", fmt::format("{}", fmt::join(logins, ",")),
                "--workdir",  fmt::format("{}/{}", scratch_, ++begun_),
                "--return",   "in/{1}.{2}",
                "--basefile", "plan.json"};
    for (const auto& [name, seal] : folder_.plan().files) words.insert(words.end(), {"--basefile", name});
    words.push_back(in_plain_shell(job()));
    return words;
  }

  // What a shell does for one unit, here and there. A job that fails is played again by parallel, which does not tell
  // why, so that the job does.
  [[nodiscard]] std::string job() const {
    const std::string here = text::shell_word(fs::absolute(folder_.path()).string());
    return fmt::format(
        "said=$(exec 2>&1; if [ \"$PARALLEL_SSHLOGIN\" = : ]; then exec {} work {} --unit {{1}} --write "
        "{}/in/{{1}}.{{2}} --quiet; else mkdir -p in && exec {} work . --unit {{1}} --write in/{{1}}.{{2}} --host "
        "\"$PARALLEL_SSHHOST\" --quiet; fi) || {{ code=$?; echo \"$PARALLEL_SSHHOST: \"$said \"(exit code $code)\"; "
        "exit $code; }}",
        text::shell_word(this_program()), here, here, text::shell_word(options_.remote_program));
  }

  // The first failure of each host is worth a line.
  void report(std::string_view line) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) return;
    const std::string_view name = line.substr(0, colon);
    const auto is_named = [&](const LaunchHost& host) { return host.name.empty() ? name == ":" : host.name == name; };
    if (std::ranges::none_of(hosts_, is_named) || !reported_.insert(std::string(name)).second) return;
    notice_(fmt::format("a unit failed{} and is played again: {}", name == ":" ? " here" : "",
                        printable(name == ":" ? line.substr(colon + 2) : line)));
  }

  static int all_processors() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

  const LaunchOptions& options_;
  const UnitFolder& folder_;
  LaunchNotice notice_;
  std::vector<LaunchHost> hosts_;
  std::set<std::string> left_out_;
  std::set<std::string> used_;  // other machines that have played
  std::set<std::string> reported_;
  int starts_ = 0;
  int begun_ = 0;
  std::string scratch_;  // from the home folder of the other machines
  std::set<std::pair<std::uint64_t, int>> given_;
  std::list<LaunchedProgram> waves_;
  std::string last_words_;
};

}  // namespace

std::unique_ptr<Launcher> parallel_launcher(const LaunchOptions& options, const UnitFolder& folder,
                                            LaunchNotice notice) {
  return std::make_unique<ParallelLauncher>(options, folder, std::move(notice));
}

}  // namespace hone::units
