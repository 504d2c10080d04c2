// SPDX-License-Identifier: MIT
#include "tests/faults/hone_process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "data/atomic_file.hpp"

namespace hone {
namespace {

using Clock = std::chrono::steady_clock;

pid_t start(std::vector<std::string>& command, const std::filesystem::path& output) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  execv(words[0], words.data());
  _exit(127);
}

Ended wait_for(pid_t child, const std::filesystem::path& output, Clock::time_point since) {
  int status = 0;
  waitpid(child, &status, 0);
  Ended ended;
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  ended.seconds = std::chrono::duration<double>(Clock::now() - since).count();
  ended.output = read_file(output);
  return ended;
}

}  // namespace

pid_t start_process(std::vector<std::string> command, const std::filesystem::path& output) {
  return start(command, output);
}

Ended run_process(std::vector<std::string> command, const std::filesystem::path& output) {
  const auto since = Clock::now();
  return wait_for(start(command, output), output, since);
}

Ended run_and_signal(std::vector<std::string> command, const std::filesystem::path& output, int signal,
                     std::chrono::microseconds after) {
  const pid_t child = start(command, output);
  std::this_thread::sleep_for(after);
  const auto since = Clock::now();
  kill(child, signal);
  return wait_for(child, output, since);
}

}  // namespace hone
