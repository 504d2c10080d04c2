// SPDX-License-Identifier: MIT
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/print/run_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/report/report_page.hpp"
#include "tuner/report/verdict.hpp"
#include "tuner/run/command_lines.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/journal.hpp"

namespace hone::cli {

namespace {

class ReportCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  ExitCode write_page(const Session& session) const;

  std::string folder_;
  std::string out_;
};

CommandText ReportCommand::text() const {
  return {.name = "report",
          .summary = "show a run on one page of HTML",
          .description =
              "Writes what a run found, by generation: strength with its errors, losses, games, calibration, and "
              "every weight with its change and its error. The page needs no network. It can be made at any time, "
              "also of a run that is going on or was killed; hone run writes it itself after each generation.",
          .examples =
              "hone report runs/monday\n"
              "hone report runs/monday --out monday.html"};
}

void ReportCommand::declare(Options& options) {
  options.group("What to write");
  options.text("run", "DIR", folder_, "the folder of a run").required().positional();
  options.text("out", "F", out_, "the page; report.html in that folder when left out").short_form('o');
}

// Whether `hone run --repair` can make all damaged files again.
bool can_be_repaired(const std::filesystem::path& folder) {
  if (!run::RunDirectory::holds_run(folder)) return false;
  const run::RunPaths paths(folder);
  const std::vector<run::Damage> found =
      run::find_damage(paths, run::RunHistory(run::entries_of(run::read_journal(paths.journal()))));
  return !found.empty() && std::ranges::all_of(found, &run::Damage::can_be_repaired);
}

// The page can be made without these files, which are not what the run wrote.
void warn_of_damage(const report::ReportedRun& run) {
  for (const run::Damage& damage : run::find_damage(run::RunPaths(run.folder), run.history)) {
    spdlog::warn("{}: {}", (run.folder / damage.sealed.file.name).string(), damage.what);
  }
}

ExitCode ReportCommand::run(Session& session) {
  try {
    return write_page(session);
  } catch (const Error& error) {
    if (!can_be_repaired(folder_)) throw;
    complain(error.what());
    hint(repair_hint(run::resume_command(folder_)));
    return ExitCode::usage;
  }
}

ExitCode ReportCommand::write_page(const Session& session) const {
  const report::ReportedRun run = report::read_run(folder_);
  const std::filesystem::path own = run::RunPaths(folder_).report();
  const std::filesystem::path out = out_.empty() ? own : std::filesystem::path(out_);
  if (out != own) require_writable(out);
  warn_of_damage(run);
  write_file_atomically(out, report::report_page(run));
  const report::Verdict said = report::verdict(run);
  say("{}Page           {}\n", labelled("Verdict", said.sentence), out.string());
  session.json.write({{"verdict", said.sentence},
                      {"generations", run.finished()},
                      {"promotions", run.promotions()},
                      {"best_generation", run.best_generation()},
                      {"page", out.string()}});
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> report_command() { return std::make_unique<ReportCommand>(); }

}  // namespace hone::cli
