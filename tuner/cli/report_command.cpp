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
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/refine_options.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/print/refine_text.hpp"
#include "tuner/cli/print/run_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/report/comparison_page.hpp"
#include "tuner/report/refine_page.hpp"
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
  ExitCode write_refinement(const Session& session);
  ExitCode write_comparison(const Session& session) const;

  std::vector<std::string> folders_;
  std::string out_;
};

CommandText ReportCommand::text() const {
  return {.name = "report",
          .summary = "show a run on one page of HTML, or compare two",
          .description =
              "Writes what a run found, by generation: strength with its errors, losses, games, calibration, and "
              "every weight with its change and its error, and some games of the last match to step through. The page "
              "needs no network. It can be made at any time, also of a run that is going on or was killed; hone run "
              "writes it itself after each generation. Two runs of one game are compared: their curves over each "
              "other, the settings that differ, how far apart their weights ended. Of a refinement (hone refine) the "
              "page shows each number with its error and its path.",
          .examples =
              "hone report runs/monday\n"
              "hone report runs/monday --out monday.html\n"
              "hone report runs/monday runs/tuesday --out both.html"};
}

void ReportCommand::declare(Options& options) {
  options.group("What to write");
  options.list("run", "DIR", folders_, "the folder of a run or a refinement, or of two runs that are to be compared")
      .required()
      .positional();
  options
      .text("out", "F", out_,
            "the page; when left out, report.html in that folder, or comparison.html here for two runs")
      .short_form('o');
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
  if (folders_.size() > 2) throw UsageError("report takes one run, or two to compare");
  if (folders_.size() == 1 && refine::holds_refinement(folders_.front())) return write_refinement(session);
  try {
    return folders_.size() == 2 ? write_comparison(session) : write_page(session);
  } catch (const Error& error) {
    const auto damaged = std::ranges::find_if(folders_, can_be_repaired);
    if (damaged == folders_.end()) throw;
    complain(error.what());
    hint(repair_hint(run::resume_command(*damaged)));
    return ExitCode::usage;
  }
}

ExitCode ReportCommand::write_comparison(const Session& session) const {
  const report::ReportedRun a = report::read_run(folders_[0]), b = report::read_run(folders_[1]);
  const report::ComparisonPage page = report::comparison_page(a, b);
  const std::filesystem::path out = out_.empty() ? "comparison.html" : out_;
  require_writable(out);
  warn_of_damage(a);
  warn_of_damage(b);
  write_file_atomically(out, page.html);
  say("{}Page           {}\n", labelled("Compared", page.sentence), out.string());
  session.json.write({{"compared", page.sentence}, {"runs", folders_}, {"page", out.string()}});
  return ExitCode::done;
}

ExitCode ReportCommand::write_page(const Session& session) const {
  const report::ReportedRun run = report::read_run(folders_.front());
  const std::filesystem::path own = run::RunPaths(folders_.front()).report();
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

ExitCode ReportCommand::write_refinement(const Session& session) {
  const std::filesystem::path folder = run::folder_of_run(folders_.front());
  const StandingRefinement standing = standing_refinement(folder, StrictOption().warning());
  const std::filesystem::path own = run::RunPaths(folder).report();
  const std::filesystem::path out = out_.empty() ? own : std::filesystem::path(out_);
  if (out != own) require_writable(out);
  write_file_atomically(out, report::refine_page(folder, standing.game, standing.status, standing.path));
  say("{}Page           {}\n", report(standing.status), out.string());
  nlohmann::ordered_json json = refine::to_json(standing.status);
  json["page"] = out.string();
  session.json.write(json);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> report_command() { return std::make_unique<ReportCommand>(); }

}  // namespace hone::cli
