// SPDX-License-Identifier: MIT
#include "tests/tuner/cli/run_hone.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>

namespace hone::cli {
namespace {

using TempFile = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

// Files instead of pipes: nothing can block however much is written.
TempFile temp_file(const std::string& content = {}) {
  TempFile file(std::tmpfile(), &std::fclose);
  std::fwrite(content.data(), 1, content.size(), file.get());
  std::rewind(file.get());
  return file;
}

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  return text;
}

// The side of a new terminal that programs see; the other side says nothing.
class Terminal {
 public:
  Terminal() : other_side_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (grantpt(other_side_) == 0 && unlockpt(other_side_) == 0) name_ = ptsname(other_side_);
  }
  ~Terminal() { close(other_side_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  int other_side_;
  std::string name_;
};

std::vector<std::string> whole_environment(const RunSetup& setup) {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) all.emplace_back(*variable);
  for (const auto& [name, value] : setup.environment) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Whether a process catches SIGINT by now (proc(5)); true as well for one that has ended.
bool catches_interrupt(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("State:") && line.find('Z') != std::string::npos) return true;
    if (line.starts_with("SigCgt:")) return (std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1U) != 0;
  }
  return true;
}

void interrupt(pid_t process) {
  while (!catches_interrupt(process)) usleep(1'000);
  kill(process, SIGINT);
}

int exit_code(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Finished run_hone(const std::vector<std::string>& words, const RunSetup& setup) {
  const TempFile in = temp_file(setup.input);
  const TempFile out = temp_file();
  const TempFile err = temp_file();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  std::optional<Terminal> terminal;
  if (setup.at_terminal) {
    terminal.emplace();
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal->name().c_str(), O_RDWR | O_NOCTTY, 0);
  } else {
    posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  }
  posix_spawn_file_actions_adddup2(&actions, fileno(err.get()), STDERR_FILENO);
  if (setup.stdout_file.empty()) {
    posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, setup.stdout_file.c_str(), O_WRONLY, 0);
  }
  std::vector<std::string> command{HONE_BINARY};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<std::string> environment = whole_environment(setup);
  pid_t child = 0;
  const int error =
      posix_spawn(&child, HONE_BINARY, &actions, nullptr, pointers(command).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  EXPECT_EQ(error, 0) << HONE_BINARY;
  if (error == 0 && setup.interrupt) interrupt(child);
  const int code = error == 0 ? exit_code(child) : -1;
  return {code, content(out.get()), content(err.get())};
}

}  // namespace hone::cli
