// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tuner/cli/commands.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/report_text.hpp"
#include "tuner/cli/run_printer.hpp"
#include "tuner/cli/run_settings.hpp"
#include "tuner/cli/usage_error.hpp"
#include "tuner/result_json.hpp"
#include "tuner/run_directory.hpp"

namespace hone {
namespace {

class RunCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  std::filesystem::path prepare(const Options& options);
  RunSummary play(const std::filesystem::path& folder, const Session& session);
  void print(const RunSummary& summary, const std::filesystem::path& folder) const;

  std::string out_;
  std::string resume_;
  RunSettings settings_;
};

nlohmann::ordered_json json_of(const RunSummary& summary) {
  nlohmann::ordered_json json = {{"complete", summary.complete},
                                 {"generations", summary.generations},
                                 {"promotions", summary.promotions},
                                 {"best_generation", summary.best_generation},
                                 {"best_weights", summary.best_weights.string()}};
  if (summary.final_match) json["final_match"] = to_json(*summary.final_match);
  return json;
}

// Options that change nothing of the result.
constexpr std::array<std::string_view, 6> beside_resume{"resume", "threads", "json", "log", "quiet", "config"};

CommandText RunCommand::text() const {
  return {
      .name = "run",
      .summary = "the overnight loop: play, fit, test, promote, repeat",
      .description =
          "Each generation plays games with the best weights so far, fits new weights to the results and tests them "
          "in a match against the best; only weights that pass become the best. At the end the best weights play "
          "those of the beginning, on openings that nothing was learnt from. Everything is kept in one folder, "
          "and a run that was interrupted, in whatever way, goes on with --resume to the same result.",
      .examples =
          "hone run --game chess --out first-run --generations 2\n"
          "hone run --game chess --start first-run/best.weights --out night --hours 8\n"
          "hone run --resume night"};
}

void RunCommand::declare(Options& options) {
  options.group("Where");
  options.text("out", "DIR", out_, "the folder to make for the run").short_form('o');
  options.text("resume", "DIR", resume_, "go on with the run in this folder; only --threads may be given beside it");
  settings_.declare(options);
}

// The folder of the run; the settings are then those of the run.
std::filesystem::path RunCommand::prepare(const Options& options) {
  if (resume_.empty() == out_.empty()) throw UsageError("give either --out DIR or --resume DIR");
  if (resume_.empty()) {
    if (RunDirectory::holds_run(out_)) throw Error(fmt::format("{}: holds a run; go on with --resume {}", out_, out_));
    return out_;
  }
  for (const std::string& name : options.all_given()) {
    if (std::ranges::find(beside_resume, name) == beside_resume.end()) {
      throw UsageError(
          fmt::format("--{} cannot be given with --resume: a run keeps the options it was begun with", name));
    }
  }
  const int threads = settings_.threads();
  settings_.read(resume_);
  if (options.given("threads")) settings_.set_threads(threads);
  return resume_;
}

RunSummary RunCommand::play(const std::filesystem::path& folder, const Session& session) {
  const GameDriver& game = settings_.game();
  const Weights start = load_weights(game, resume_.empty() ? settings_.start() : (folder / "start.weights").string());
  const RunOptions options = settings_.run_options(game);
  const Interrupt interrupt;
  RunPrinter printer(session.console);
  const RunSummary summary = hone::run(game, start, options, folder, printer, interrupt.token());
  printer.finish();
  return summary;
}

void RunCommand::print(const RunSummary& summary, const std::filesystem::path& folder) const {
  if (!summary.complete) {
    fmt::print("Interrupted; everything so far is kept. To go on:\n  hone run --resume {}\n", folder.string());
    return;
  }
  const std::string best = summary.best_weights.string();
  fmt::print("Best weights   {} ({} of {} generations promoted)\n", best, summary.promotions, summary.generations);
  if (summary.final_match) fmt::print("{}", report(*summary.final_match));
  fmt::print(
      "\nWhat next:\n"
      "  hone uci --weights {0}\n"
      "  hone export --weights {0} --format cpp --out weights.hpp\n"
      "  hone run --start {0} --hours 8 --out {1}-next\n",
      best, folder.string());
}

ExitCode RunCommand::run(Session& session) {
  const std::filesystem::path folder = prepare(session.options);
  const RunSummary summary = play(folder, session);
  print(summary, folder);
  session.json.write(json_of(summary));
  return summary.complete ? ExitCode::done : ExitCode::interrupted;
}

}  // namespace

std::unique_ptr<Command> run_command() { return std::make_unique<RunCommand>(); }

}  // namespace hone
