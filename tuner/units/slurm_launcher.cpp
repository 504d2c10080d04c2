// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <list>

#include "tuner/units/launched_program.hpp"
#include "tuner/units/launcher.hpp"

namespace hone::units {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// One step, with a task on each node of the allocation: a worker that knows its place by the variables of Slurm. Such a
// step fails on all nodes when one of them does not answer, and would wait without end for one that is down, were it
// not for --immediate. So later attempts begin a step on each node, of which those fail that have to. A range of nodes
// is not asked for: controllers of Slurm 22.05 crash of `--nodes=1-N --ntasks-per-node=1`. Workers of hosts that are
// left out end by themselves.
class SlurmLauncher final : public Launcher {
 public:
  explicit SlurmLauncher(const UnitFolder& folder) : folder_(folder), nodes_(slurm_nodes()) {}

  [[nodiscard]] int slots() const override { return slurm_slots(); }

  void start() override {
    programs_.clear();
    if (starts_++ == 0) return start_step({fmt::format("--nodes={}", nodes_), "--ntasks-per-node=1"}, {});
    for (int node = 0; node < nodes_; ++node) {
      start_step({"--nodes=1", "--ntasks=1", fmt::format("--relative={}", node)},
                 {"--slot", fmt::format("{}", node), "--of", fmt::format("{}", nodes_)});
    }
  }

  void offer(const std::vector<std::uint64_t>& /*units*/) override {}  // workers see what is open
  [[nodiscard]] bool is_running() override {
    return std::ranges::count_if(programs_, [](LaunchedProgram& program) { return program.is_running(); }) > 0;
  }
  void leave_out(const std::string& /*host*/) override {}
  // A step that is killed from here is tidied up late, and its workers leave at once when they are told.
  void end() override {
    const auto deadline = std::chrono::steady_clock::now() + milliseconds(5'000);
    for (LaunchedProgram& program : programs_) {
      const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
      program.wait_for_end(std::max(left, milliseconds(1)));
    }
  }
  [[nodiscard]] std::string last_words() const override {
    for (const LaunchedProgram& program : programs_) {
      if (const std::string said = program.last_words(); !said.empty()) return said;
    }
    return "";
  }
  // A controller that is started again, or a node that is found to be down, takes its time.
  [[nodiscard]] double first_pause_seconds() const override { return starts_ > 1 ? 30 : 0; }

 private:
  void start_step(const Words& where, const Words& slot) {
    Words command{"srun",         "--overlap",       "--no-kill",     "--kill-on-bad-exit=0",
                  "--input=none", "--cpu-bind=none", "--immediate=10"};
    command.insert(command.end(), where.begin(), where.end());
    command.insert(command.end(), {this_program(), "work", fs::absolute(folder_.path()).string(), "--quiet"});
    command.insert(command.end(), slot.begin(), slot.end());
    programs_.emplace_back(command, fs::path());
  }

  const UnitFolder& folder_;
  int nodes_;
  int starts_ = 0;
  std::list<LaunchedProgram> programs_;
};

}  // namespace

std::unique_ptr<Launcher> slurm_launcher(const UnitFolder& folder) { return std::make_unique<SlurmLauncher>(folder); }

}  // namespace hone::units
