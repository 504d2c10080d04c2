// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "data/error.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/play/options.hpp"
#include "tuner/units/unit_folder.hpp"
#include "tuner/units/worker.hpp"

namespace hone::cli {

namespace {

class WorkCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  void find_slot();
  void find_place(const Session& session);

  std::string folder_;
  std::optional<std::uint64_t> slot_;
  std::optional<std::uint64_t> of_;
  std::string unit_;
  std::string write_;
  units::WorkOptions options_{.threads = all_cores()};
};

CommandText WorkCommand::text() const {
  return {
      .name = "work",
      .summary = "play units of games for a run or a match on another machine",
      .description =
          "A run or a match with --launch keeps a folder of units: games of one stage, cut into pieces of about a "
          "minute. This command plays those of its slot, then others that nobody has begun, until the games are not "
          "needed any more. Any number of workers may be at work in one folder, on any machines that see it; none "
          "claims anything, and one that is killed costs the unit that it was playing. run and match start workers "
          "by themselves with --launch slurm and ssh; with --launch hand you start them, by whatever starts "
          "programs where you are.\n"
          "In a task of Slurm the slot is known, and threads and name are what Slurm gave it. A worker plays nothing "
          "unless it plays as the coordinator does, "
          "which a few games tell: another build, other weights or another kind of processor end it with exit code "
          "3 and a line that names both.\n"
          "Exit codes: 0 no more to do; 2 wrong usage, or the folder holds no plan; 3 stopped by a signal, by the "
          "system, as another build, or left out because units of this host were wrong.",
      .examples =
          "hone work runs/a/gen-001/units/selfplay --slot 0 --of 4\n"
          "hone work runs/a/gen-001/units/gate --threads 16 --host pc2"};
}

void WorkCommand::declare(Options& options) {
  options.group("What to play");
  options.text("units", "DIR", folder_, "the folder of units").required().positional();
  options.integer(
      "slot", "I", slot_, {0},
      "which of the slots this worker is: it plays the units I, I+N, ... first; in a task of Slurm its rank, "
      "otherwise 0");
  options.integer("of", "N", of_, {1}, "number of slots; in a task of Slurm the number of tasks, otherwise 1");
  options.text("unit", "NAME", unit_, "play this unit alone, as 000000000-000000255, to --write");
  options.text("write", "F", write_, "the file for --unit");
  options.group("How to work");
  play::declare_threads(options, options_.threads);
  options.text("host", "NAME", options_.host, "what to call this machine; otherwise by its name");
}

std::optional<std::uint64_t> number_of_variable(const char* name) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  try {
    return static_cast<std::uint64_t>(parse_integer(text, {0}));
  } catch (const Error&) {
    return std::nullopt;
  }
}

void WorkCommand::find_slot() {
  if (slot_ && !of_) throw UsageError("--slot I goes with --of N");
  if (!slot_ && !of_) {
    slot_ = number_of_variable("SLURM_PROCID");
    of_ = number_of_variable("SLURM_STEP_NUM_TASKS");
  }
  options_.slot = slot_.value_or(0);
  options_.of = std::max<std::uint64_t>(of_.value_or(1), 1);
  if (options_.slot >= options_.of)
    throw UsageError(fmt::format("--slot {} of {}: slots count from 0", options_.slot, options_.of));
}

// In a task of Slurm: the node as Slurm calls it, and the processors that the task was given there, of which the system
// knows only where Slurm binds or confines tasks.
void WorkCommand::find_place(const Session& session) {
  if (std::getenv("SLURM_STEP_ID") == nullptr) return;
  const char* const node = std::getenv("SLURMD_NODENAME");
  if (options_.host.empty() && node != nullptr) options_.host = node;
  if (const auto processors = number_of_variable("SLURM_CPUS_ON_NODE");
      processors && !session.options.given("threads")) {
    options_.threads = std::clamp(static_cast<int>(*processors), 1, all_cores());
  }
}

ExitCode WorkCommand::run(Session& session) {
  if (unit_.empty() != write_.empty()) throw UsageError("--unit NAME and --write F go together");
  find_slot();
  find_place(session);
  const Interrupt interrupt;
  std::signal(SIGPIPE, SIG_IGN);
  units::WorkSummary summary;
  if (!unit_.empty()) {
    require_writable(write_);
    summary = units::work_on(folder_, unit_, write_, options_, interrupt.token());
  } else {
    const units::UnitPlan plan = units::read_plan(units::UnitFolder::plan_in(folder_));
    Progress progress(session.console, "games", plan.end - plan.first);
    summary = units::work(folder_, options_, interrupt.token(),
                          [&](const units::WorkSummary& so_far) { progress.update(so_far.games); });
  }
  if (session.console->shows_progress()) {
    say("Units          {} ({} games, {:.1f} CPU seconds)\n", summary.units, summary.games, summary.cpu_seconds);
    if (summary.twice > 0) say("Twice          {} units that another worker had finished\n", summary.twice);
  }
  session.json.write({{"units", summary.units},
                      {"twice", summary.twice},
                      {"games", summary.games},
                      {"cpu_seconds", summary.cpu_seconds}});
  if (summary.end == units::WorkEnd::left_out) {
    spdlog::error("units of this host were wrong, and it is left out");
    return ExitCode::interrupted;
  }
  return summary.end == units::WorkEnd::done ? ExitCode::done : ExitCode::interrupted;
}

}  // namespace

std::unique_ptr<Command> work_command() { return std::make_unique<WorkCommand>(); }

}  // namespace hone::cli
