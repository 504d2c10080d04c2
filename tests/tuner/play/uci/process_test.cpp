// SPDX-License-Identifier: MIT
#include "tuner/play/uci/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/uci/processes.hpp"

namespace hone::play {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

using ProcessTest = Processes;

Process shell(const std::string& script) { return Process({"sh", "-c", script}, {}); }

// All lines up to the end of the output.
std::vector<std::string> output_of(Process& process) {
  std::vector<std::string> lines;
  const auto wait = process.wait(steady_clock::now() + 10s, {}, [&](std::string_view line) {
    lines.emplace_back(line);
    return false;
  });
  EXPECT_EQ(wait, Process::Wait::closed);
  return lines;
}

TEST_F(ProcessTest, HandsOverWholeLines) {
  Process process = shell("printf 'one\\r\\n\\nthree\\nfour'");
  EXPECT_THAT(output_of(process), ElementsAre("one", "", "three"));
}

TEST_F(ProcessTest, AnswersWhatItIsToldInAConversation) {
  Process process({"cat"}, {});
  for (const std::string word : {"first", "second"}) {
    EXPECT_TRUE(process.write(word + "\n"));
    EXPECT_EQ(process.wait(steady_clock::now() + 10s, {}, [&](std::string_view line) { return line == word; }),
              Process::Wait::answered);
  }
}

TEST_F(ProcessTest, TakesMoreThanThePipeHolds) {
  Process process({"wc", "-c"}, {});
  EXPECT_TRUE(process.write(std::string(3'000'000, 'x')));
  EXPECT_TRUE(process.write("\n"));
  EXPECT_EQ(process.wait(steady_clock::now() + 100ms, {}, [](std::string_view) { return true; }), Process::Wait::late);
}

TEST_F(ProcessTest, TellsHowItEnded) {
  EXPECT_EQ(to_string(shell("exit 3").wait_for_end(10s).value()), "exited with code 3");
  EXPECT_EQ(shell("kill -9 $$").wait_for_end(10s), (ExitStatus{0, 9}));
  EXPECT_THAT(to_string(ExitStatus{0, 9}), HasSubstr("killed by signal 9"));
}

TEST_F(ProcessTest, KeepsTheEndOfItsErrors) {
  Process process = shell("head -c 5000000 /dev/zero >&2; echo 'no such file' >&2");
  EXPECT_TRUE(output_of(process).empty());
  EXPECT_THAT(process.wait_for_end(10s), ExitStatus());
  EXPECT_THAT(process.last_words(), HasSubstr("no such file\n"));
}

TEST_F(ProcessTest, EndsByItselfAfterTheFarewell) {
  EXPECT_EQ(shell("read word; exit 5").end("quit\n", 10s), (ExitStatus{5, 0}));
}

TEST_F(ProcessTest, IsEndedWhenItDoesNotListen) {
  EXPECT_EQ(shell("sleep 1000").end("quit\n", 50ms), (ExitStatus{0, 15}));
  Process deaf = shell("trap '' TERM; echo; while true; do sleep 1000; done");
  ASSERT_EQ(deaf.wait(steady_clock::now() + 10s, {}, [](std::string_view) { return true; }), Process::Wait::answered);
  EXPECT_EQ(deaf.end("quit\n", 50ms).signal, 9);
}

TEST_F(ProcessTest, GoesWithItsObject) { const Process process = shell("trap '' TERM; sleep 1000"); }

// Whether an orphan that has ended is reaped is up to the system's first process.
bool is_running(pid_t pid) {
  std::ifstream status(fmt::format("/proc/{}/stat", pid));
  std::string number, name, state;
  return (status >> number >> name >> state) && state != "Z";
}

TEST_F(ProcessTest, TakesWhatItStartedAlong) {
  Process process = shell("sleep 1000 & echo $!; wait");
  pid_t grandchild = 0;
  const auto read_pid = [&](std::string_view line) { return grandchild = std::stoi(std::string(line)), true; };
  ASSERT_EQ(process.wait(steady_clock::now() + 10s, {}, read_pid), Process::Wait::answered);
  EXPECT_TRUE(is_running(grandchild));
  process.end("", 50ms);
  for (int i = 0; i < 500 && is_running(grandchild); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(is_running(grandchild));
}

// An engine may start helpers, and quit in order without them.
TEST_F(ProcessTest, TakesAlongWhatItHasLeftBehind) {
  for (const std::string helper : {"sleep 1000", "sh -c 'trap \"\" TERM; sleep 1000'"}) {
    Process process = shell(helper + " & echo $!; read word; exit 5");
    pid_t left = 0;
    const auto read_pid = [&](std::string_view line) { return left = std::stoi(std::string(line)), true; };
    ASSERT_EQ(process.wait(steady_clock::now() + 10s, {}, read_pid), Process::Wait::answered);
    EXPECT_EQ(process.end("quit\n", 10s), (ExitStatus{5, 0}));
    for (int i = 0; i < 500 && is_running(left); ++i) std::this_thread::sleep_for(10ms);
    EXPECT_FALSE(is_running(left)) << helper;
  }
}

TEST_F(ProcessTest, GivesWhatItLeavesBehindTimeToEnd) {
  const TempFolder folder;
  const std::string file = (folder / "ended").string();
  Process process = shell("(trap 'echo in order >" + file +
                          "; exit' TERM; echo ready; while true; do sleep 0.01; done) & "
                          "read word; exit 0");
  ASSERT_EQ(process.wait(steady_clock::now() + 10s, {}, [](std::string_view) { return true; }),
            Process::Wait::answered);
  process.end("quit\n", 10s);
  EXPECT_TRUE(std::filesystem::exists(file));
}

// A process and its helper, of hone that is killed while it waits for them: it has told the process something, and so
// its guard before.
std::vector<pid_t> left_by_killed_hone(const TempFolder& folder) {
  const std::filesystem::path pids = folder / "pids", engine = folder / "engine";
  std::ofstream(engine) << "trap '' HUP TERM\nread -r _\nsleep 1000 &\necho $$ $! >" << pids << ".tmp\nmv " << pids
                        << ".tmp " << pids << "\nwhile true; do sleep 1000; done\n";
  const std::string player = "a=uci:sh " + engine.string();
  const pid_t hone = fork();
  if (hone == 0) {
    execl(HONE_BINARY, "hone", "match", "--game", "chess", "--player", player.c_str(), "--player", "b=random",
          "--nodes", "1", "--log", "off", nullptr);
    _exit(127);
  }
  for (int i = 0; i < 1'000 && !std::filesystem::exists(pids); ++i) std::this_thread::sleep_for(10ms);
  kill(hone, SIGKILL);
  waitpid(hone, nullptr, 0);
  std::vector<pid_t> left(2);
  std::ifstream(pids) >> left[0] >> left[1];
  return left;
}

TEST_F(ProcessTest, GoesWithAProgramThatIsKilled) {
  const TempFolder folder;
  for (const pid_t process : left_by_killed_hone(folder)) {
    ASSERT_GT(process, 0);
    for (int i = 0; i < 1'000 && is_running(process); ++i) std::this_thread::sleep_for(10ms);
    EXPECT_FALSE(is_running(process));
  }
}

TEST_F(ProcessTest, InheritsItsPipesAlone) {
  const int open_file = open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  const Process neighbour({"cat"}, {});
  if (!std::filesystem::exists("/proc/self/fd")) GTEST_SKIP() << "no /proc to see a child's descriptors in";
  Process process({"ls", "/proc/self/fd"}, {});
  EXPECT_THAT(output_of(process), ElementsAre("0", "1", "2", "3"));  // 3 is the descriptor of the folder itself
  close(open_file);
}

TEST_F(ProcessTest, RunsWhereItIsTold) {
  const TempFolder folder;
  Process process({"pwd", "-P"}, folder.path());
  EXPECT_THAT(output_of(process), ElementsAre(std::filesystem::canonical(folder.path()).string()));
}

TEST_F(ProcessTest, RefusesWhatCannotBeStarted) {
  EXPECT_THAT([] { Process({"./there-is-no-such-program"}, {}); },
              ThrowsMessage<Error>(HasSubstr("cannot start './there-is-no-such-program': no such file")));
  EXPECT_THAT([] { Process({"true"}, "/there/is/no/such/folder"); },
              ThrowsMessage<Error>(HasSubstr("no such directory")));
}

TEST_F(ProcessTest, WaitsNoLongerThanToTheDeadline) {
  Process process = shell("sleep 1000");
  const auto start = steady_clock::now();
  EXPECT_EQ(process.wait(start + 20ms, {}, [](std::string_view) { return true; }), Process::Wait::late);
  EXPECT_GE(steady_clock::now() - start, 20ms);
  process.end("", 0ms);
}

TEST_F(ProcessTest, WaitsNoLongerThanWanted) {
  Process process = shell("sleep 1000");
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(20ms);
    source.request_stop();
  });
  EXPECT_EQ(process.wait(steady_clock::now() + 10s, source.get_token(), [](std::string_view) { return true; }),
            Process::Wait::stopped);
  process.end("", 0ms);
}

TEST_F(ProcessTest, SeesAFloodEnd) {
  Process process({"yes"}, {});
  std::uint64_t lines = 0;
  EXPECT_EQ(process.wait(steady_clock::now() + 60s, {}, [&](std::string_view) { return ++lines, false; }),
            Process::Wait::flooded);
  EXPECT_GE(2 * lines, Process::output_limit);  // "y\n"
}

TEST_F(ProcessTest, DropsLinesWithoutEnd) {
  Process process = shell("head -c 1000000 /dev/zero; echo; echo short");
  EXPECT_THAT(output_of(process), ElementsAre("short"));
  EXPECT_EQ(process.overlong_lines(), 1U);
}

TEST_F(ProcessTest, NoticesAClosedInput) {
  Process process = shell("exec 0<&-; echo closed; sleep 1000");
  EXPECT_EQ(process.wait(steady_clock::now() + 10s, {}, [](std::string_view) { return true; }),
            Process::Wait::answered);
  EXPECT_FALSE(process.write("word\n"));
  EXPECT_FALSE(process.write("word\n"));
  process.end("", 0ms);
}

TEST_F(ProcessTest, ServesManyThreads) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 10; ++round) {
        Process process({"cat"}, {});
        process.write("word\n");
        EXPECT_EQ(process.wait(steady_clock::now() + 10s, {}, [](std::string_view) { return true; }),
                  Process::Wait::answered);
        EXPECT_EQ(process.end("", 0ms).signal, 15);
      }
    });
  }
}

}  // namespace
}  // namespace hone::play
